"""Reads a graph in onnxruntime's own format (.ort) back as ONNX: its nodes, weights and inputs are the same.

The file is a flatbuffer, whose tables the package onnxruntime reads.
"""

import sys
from pathlib import Path

import onnx
import onnxruntime
from onnx import helper

sys.path.insert(0, str(Path(onnxruntime.__file__).parent / "tools/ort_format_model"))
from ort_flatbuffers_py.fbs import InferenceSession, TypeInfoValue  # noqa: E402
from ort_flatbuffers_py.fbs.TensorTypeAndShape import TensorTypeAndShape  # noqa: E402

text = lambda value: (value or b"").decode()
many = lambda count, at: [at(i) for i in range(count)]


def tensor(t) -> onnx.TensorProto:
    shape = many(t.DimsLength(), t.Dims)
    kind = t.DataType()
    # The numbers of element types are ONNX's.
    data = t.RawDataAsNumpy()
    proto = onnx.TensorProto(name=text(t.Name()), data_type=kind, dims=shape)
    proto.raw_data = b"" if isinstance(data, int) else data.tobytes()
    return proto


def attribute(a) -> onnx.AttributeProto:
    name = text(a.Name())
    kind = a.Type()
    types = onnx.AttributeProto
    if kind == types.FLOAT:
        return helper.make_attribute(name, a.F())
    if kind == types.INT:
        return helper.make_attribute(name, a.I())
    if kind == types.STRING:
        return helper.make_attribute(name, text(a.S()))
    if kind == types.TENSOR:
        return helper.make_attribute(name, tensor(a.T()))
    if kind == types.GRAPH:
        return helper.make_attribute(name, graph(a.G(), f"{name}"))
    if kind == types.FLOATS:
        return helper.make_attribute(name, many(a.FloatsLength(), a.Floats), attr_type=types.FLOATS)
    if kind == types.INTS:
        return helper.make_attribute(name, many(a.IntsLength(), a.Ints), attr_type=types.INTS)
    if kind == types.STRINGS:
        return helper.make_attribute(name, [text(s) for s in many(a.StringsLength(), a.Strings)], attr_type=types.STRINGS)
    raise ValueError(f"{name}: attributes of type {kind} are not read.")


def value_infos(g) -> dict[str, onnx.ValueInfoProto]:
    found = {}
    for arg in many(g.NodeArgsLength(), g.NodeArgs):
        info = arg.Type()
        if info is None or info.ValueType() != TypeInfoValue.TypeInfoValue.tensor_type:
            continue
        table = TensorTypeAndShape()
        table.Init(info.Value().Bytes, info.Value().Pos)
        dims = None
        if table.Shape() is not None:
            sizes = [d.Value() for d in many(table.Shape().DimLength(), table.Shape().Dim)]
            dims = [text(s.DimParam()) or None if s.DimType() == 2 else s.DimValue() for s in sizes]
        found[text(arg.Name())] = helper.make_tensor_value_info(text(arg.Name()), table.ElemType(), dims)
    return found


def in_order(nodes: list[onnx.NodeProto], known: set[str]) -> list[onnx.NodeProto]:
    """Nodes after those that they read; names that no node here writes come from outside."""
    written = {name for node in nodes for name in node.output}
    ready, ordered, left = known - written, [], list(nodes)

    def reads(node):
        inner = [n for a in node.attribute if a.HasField("g") for sub in a.g.node for n in sub.input]
        return {n for n in [*node.input, *inner] if n in written}

    while left:
        now = [node for node in left if reads(node) <= ready]
        if not now:
            raise ValueError("The graph has a cycle.")
        ordered += now
        ready |= {name for node in now for name in node.output}
        left = [node for node in left if node not in now]
    return ordered


def graph(g, name: str) -> onnx.GraphProto:
    nodes = [
        helper.make_node(
            text(n.OpType()),
            [text(i) for i in many(n.InputsLength(), n.Inputs)],
            [text(o) for o in many(n.OutputsLength(), n.Outputs)],
            name=text(n.Name()) or f"node_{i}",
            domain=text(n.Domain()),
        )
        for i, n in enumerate(many(g.NodesLength(), g.Nodes))
    ]
    for node, n in zip(nodes, many(g.NodesLength(), g.Nodes)):
        node.attribute.extend(attribute(a) for a in many(n.AttributesLength(), n.Attributes))
    weights = [tensor(t) for t in many(g.InitializersLength(), g.Initializers)]
    infos = value_infos(g)
    pick = lambda names: [infos[n] for n in names]
    held = {t.name for t in weights}
    inputs = [n for n in (text(i) for i in many(g.InputsLength(), g.Inputs)) if n not in held]
    outputs = [text(o) for o in many(g.OutputsLength(), g.Outputs)]
    return helper.make_graph(in_order(nodes, held | set(inputs)), name, pick(inputs), pick(outputs), weights)


def read(data: bytes, name: str) -> onnx.ModelProto:
    model = InferenceSession.InferenceSession.GetRootAsInferenceSession(data, 0).Model()
    sets = [(text(s.Domain()), s.Version()) for s in many(model.OpsetImportLength(), model.OpsetImport)]
    built = graph(model.Graph(), name)
    used = {node.domain for node in built.node}
    made = helper.make_model(built, opset_imports=[helper.make_opsetid(d, v) for d, v in sets if d in used])
    made.ir_version = 8
    return made

