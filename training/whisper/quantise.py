"""Weights of an exported Whisper in 8 bits, so that wasm runs them well and gzip makes them small.

A weight matrix has one scale for each output channel and is rounded to `levels` values: fewer levels than 256
change nothing in how it is computed, and make the compressed file smaller.

- Encoder: weights are stored in 8 bits, for products of floats. One scale for the activations of 1,500 frames, as in the
  usual dynamic quantisation, costs words; the page multiplies in 8 bits with one for each frame (`ort/int8-products.ts`).
- Decoder: products of integers. A step has one token, so its activations have a scale of their own.
- The table that embeds tokens and gives logits is stored once, in 8 bits, and both read it unchanged.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MIN_ELEMENTS = 1024
TABLE = "embed_tokens"


def round_to(weight: np.ndarray, levels: int, axis: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Integers and scales, one for each channel; `axis`: those that share a scale."""
    most = levels // 2 - 1
    scale = np.maximum(np.abs(weight).max(axis=axis, keepdims=True), 1e-12) / most
    return np.clip(np.rint(weight / scale), -most, most).astype(np.int8), scale.astype(np.float32)


def store_as_integers(model: onnx.ModelProto, levels: int) -> onnx.ModelProto:
    """Weights become `Cast(int8) * scale`, which a runtime folds into floats when it loads the file."""
    graph = model.graph
    initializers, nodes = [], []
    for init in graph.initializer:
        weight = numpy_helper.to_array(init)
        if weight.dtype != np.float32 or weight.ndim < 2 or weight.size < MIN_ELEMENTS:
            initializers.append(init)
            continue
        is_product = weight.ndim == 2 and any(n.op_type == "MatMul" and init.name in n.input for n in graph.node)
        # The last axis of a product is its output; of a convolution the first; positions have a scale each.
        axis = (0,) if is_product else tuple(range(1, weight.ndim))
        integers, scale = round_to(weight, levels if is_product else 256, axis)
        initializers += [numpy_helper.from_array(integers, f"{init.name}_int8"), numpy_helper.from_array(scale, f"{init.name}_scale")]
        nodes += to_float(init.name)
    replace(graph.initializer, initializers)
    replace(graph.node, nodes + list(graph.node))
    onnx.checker.check_model(model)
    return model


def to_float(name: str) -> list[onnx.NodeProto]:
    return [
        helper.make_node("Cast", [f"{name}_int8"], [f"{name}_float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}_float", f"{name}_scale"], [name]),
    ]


def replace(field, values: list) -> None:
    del field[:]
    field.extend(values)


class DecoderQuantiser:
    """Products of a merged decoder as products of integers, in both of its branches."""

    def __init__(self, model: onnx.ModelProto, levels: int):
        self.model, self.levels = model, levels
        self.weights = {i.name: i for i in model.graph.initializer}
        self.stored: dict[str, onnx.TensorProto] = {}
        table = [name for name in self.weights if TABLE in name]
        assert len(table) == 1, table
        self.table = table[0]

    def run(self) -> onnx.ModelProto:
        graph = self.model.graph
        integers, scale = round_to(numpy_helper.to_array(self.weights[self.table]).T, self.levels, (0,))
        self.keep(f"{self.table}_int8", integers)
        self.keep(f"{self.table}_scale", scale.reshape(-1))
        self.keep("last_axis", np.array([-1], np.int64))
        floats: list[onnx.NodeProto] = []
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.type == onnx.AttributeProto.GRAPH:
                    self.rewrite(attribute.g, floats)
        replace(graph.node, floats + list(graph.node))
        used = used_names(graph)
        initializers = [i for i in graph.initializer if i.name in used and i.name not in self.stored]
        replace(graph.initializer, initializers + list(self.stored.values()))
        onnx.checker.check_model(self.model)
        return self.model

    def keep(self, name: str, value: np.ndarray) -> None:
        self.stored.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))

    def rewrite(self, graph: onnx.GraphProto, floats: list[onnx.NodeProto]) -> None:
        # Weights used in only one branch are inside it.
        self.weights |= {i.name: i for i in graph.initializer}
        nodes: list[onnx.NodeProto] = []
        quantised: set[str] = set()
        for node in graph.node:
            if node.op_type == "Transpose" and node.input[0] == self.table:
                continue
            if node.op_type == "Gather" and node.input[0] == self.table:
                nodes += self.embed(node)
            elif node.op_type == "MatMul" and self.is_table(node.input[1]):
                nodes += self.multiply(node, self.table, quantised)
            elif node.op_type == "MatMul" and node.input[1] in self.weights:
                name = node.input[1]
                if node.input[0] == "encoder_hidden_states":
                    # Read once a window: exactly.
                    self.store(name)
                    if not any(n.output[0] == name for n in floats):
                        floats += to_float(name)
                    nodes.append(node)
                else:
                    self.store(name)
                    nodes += self.multiply(node, name, quantised)
            else:
                nodes.append(node)
        replace(graph.node, nodes)
        replace(graph.initializer, [i for i in graph.initializer if f"{i.name}_int8" not in self.stored])

    def is_table(self, name: str) -> bool:
        return TABLE in name and name.endswith("_transposed")

    def store(self, name: str) -> None:
        if f"{name}_int8" in self.stored:
            return
        integers, scale = round_to(numpy_helper.to_array(self.weights[name]), self.levels, (0,))
        self.keep(f"{name}_int8", integers)
        self.keep(f"{name}_scale", scale.reshape(-1))

    def multiply(self, node: onnx.NodeProto, name: str, quantised: set[str]) -> list[onnx.NodeProto]:
        x, y = node.input[0], node.output[0]
        made = []
        if x not in quantised:
            made.append(helper.make_node("DynamicQuantizeLinear", [x], [f"{x}_uint8", f"{x}_step", f"{x}_zero"]))
            quantised.add(x)
        return made + [
            helper.make_node("MatMulInteger", [f"{x}_uint8", f"{name}_int8", f"{x}_zero"], [f"{y}_int32"]),
            helper.make_node("Cast", [f"{y}_int32"], [f"{y}_whole"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [f"{x}_step", f"{name}_scale"], [f"{y}_scale"]),
            helper.make_node("Mul", [f"{y}_whole", f"{y}_scale"], [y]),
        ]

    def embed(self, node: onnx.NodeProto) -> list[onnx.NodeProto]:
        """A token's row is a column of the table as the logits read it."""
        ids, y = node.input[1], node.output[0]
        return [
            helper.make_node("Gather", [f"{self.table}_int8", ids], [f"{y}_columns"], axis=1),
            helper.make_node("Cast", [f"{y}_columns"], [f"{y}_whole"], to=TensorProto.FLOAT),
            helper.make_node("Transpose", [f"{y}_whole"], [f"{y}_rows"], perm=[1, 2, 0]),
            helper.make_node("Gather", [f"{self.table}_scale", ids], [f"{y}_scales"], axis=0),
            helper.make_node("Unsqueeze", [f"{y}_scales", "last_axis"], [f"{y}_scale"]),
            helper.make_node("Mul", [f"{y}_rows", f"{y}_scale"], [y]),
        ]


def used_names(graph: onnx.GraphProto) -> set[str]:
    names = {name for node in graph.node for name in node.input} | {o.name for o in graph.output}
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                names |= used_names(attribute.g)
    return names
