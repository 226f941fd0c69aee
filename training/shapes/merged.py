"""One graph of two, switched by `use_cache_branch`: how decoders of speech models are published."""

from pathlib import Path

import onnx
from onnx import TensorProto, helper


def value_info(name: str, output: str) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * (3 if output == "logits" else 4))


def branch_of(graph: onnx.GraphProto, name: str, outputs: list[str]) -> onnx.GraphProto:
    """A graph without inputs of its own: it sees those around it. What it does not give is empty."""
    for node in graph.node:
        node.name = f"{name}/{node.name}"
        for list_ in (node.input, node.output):
            for i, value in enumerate(list_):
                if value and value not in {i.name for i in graph.input}:
                    list_[i] = f"{name}/{value}"
    for tensor in graph.initializer:
        tensor.name = f"{name}/{tensor.name}"
    known = {o.name: o for o in graph.output}
    nodes, infos = list(graph.node), []
    for output in outputs:
        inside = f"{name}/{output}"
        if output not in known:
            empty = helper.make_tensor(f"{inside}/empty", TensorProto.FLOAT, [0, 4, 1, 8], [])
            nodes.append(helper.make_node("Constant", [], [inside], value=empty))
        infos.append(value_info(inside, output))
    return helper.make_graph(nodes, name, [], infos, list(graph.initializer))


def merge_branches(first: Path, later: Path, past: dict[str, tuple[int, int]], out: Path) -> None:
    """`past`: inputs of the later steps with their heads and the size of each."""
    a, b = onnx.load(first), onnx.load(later)
    outputs = [o.name for o in a.graph.output]
    inputs = {i.name: i for i in (*b.graph.input, *a.graph.input)}
    switch = helper.make_tensor_value_info("use_cache_branch", TensorProto.BOOL, [1])
    for name, (heads, size) in past.items():
        inputs.setdefault(name, helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", heads, None, size]))
    then, other = branch_of(b.graph, "later", outputs), branch_of(a.graph, "first", outputs)
    node = helper.make_node("If", ["use_cache_branch"], outputs, then_branch=then, else_branch=other)
    results = [value_info(output, output) for output in outputs]
    graph = helper.make_graph([node], "merged", [*inputs.values(), switch], results)
    model = helper.make_model(graph, opset_imports=a.opset_import, ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, out)
    first.unlink()
    later.unlink()
