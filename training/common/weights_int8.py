"""Stores an ONNX graph's float weights as int8 without changing how it computes.

Each large float initialiser W becomes `Cast(W_int8) * scale`, one scale per output channel. A
runtime folds the two nodes into plain float weights when it loads the file, so the download has
one byte per weight while every product is computed in float32. Dynamic quantisation, the usual
int8 export, also rounds activations with one scale per tensor: then a row's result depends on the
other rows in the batch, and a cached prefix no longer equals a fresh one.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def store_weights_as_int8(model: onnx.ModelProto, exact: tuple[str, ...] = (), min_elements: int = 1024) -> onnx.ModelProto:
    """Rewrites every float initialiser of at least `min_elements` and two or more dimensions, but those named in `exact`."""
    graph = model.graph
    gathered = {n.input[0] for n in graph.node if n.op_type == "Gather"}
    new_nodes, initializers = [], []
    for init in graph.initializer:
        weight = numpy_helper.to_array(init)
        if init.data_type != TensorProto.FLOAT or weight.ndim < 2 or weight.size < min_elements or init.name in exact:
            initializers.append(init)
            continue
        # Tables are read by row; everything else is a product whose last axis is the output, but
        # convolution kernels [out, in, width], whose first axis is.
        by_row = init.name in gathered or weight.ndim == 3
        axes = tuple(range(1, weight.ndim)) if by_row else tuple(range(weight.ndim - 1))
        scale = np.maximum(np.abs(weight).max(axis=axes, keepdims=True), 1e-12) / 127.0
        rounded = np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)
        initializers += [
            numpy_helper.from_array(rounded, init.name + "_int8"),
            numpy_helper.from_array(scale.astype(np.float32), init.name + "_scale"),
        ]
        new_nodes += [
            helper.make_node("Cast", [init.name + "_int8"], [init.name + "_float"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [init.name + "_float", init.name + "_scale"], [init.name]),
        ]
    del graph.initializer[:]
    graph.initializer.extend(initializers)
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(new_nodes + nodes)
    onnx.checker.check_model(model)
    return model
