"""Models with faults, for testing how the service handles them."""

import json
import shutil
from pathlib import Path

import chats
import numpy as np
import onnx
from onnx import helper, numpy_helper

#: Tokens of a conversation beyond which a step asks for twice 2.4 GB: more than there can be.
MEMORY_FROM = 300
#: A character after which the graph returns NaN.
NO_NUMBER = ord("~")
BEYOND = 5000


def add_faults(path: Path) -> None:
    """A graph that runs out of memory in long conversations, and returns NaN after one character."""
    model = onnx.load(path)
    graph = model.graph
    for node in graph.node:
        node.output[:] = ["sound_logits" if o == "logits" else o for o in node.output]
    constants = {"one": np.array([1]), "two": np.array([2]), "from": np.array([MEMORY_FROM]), "nothing": np.array([0]), "much": np.array([600_000_000]),
                 "letter": np.array([NO_NUMBER]), "nan": np.array(np.nan, np.float32), "zero": np.array(0, np.float32)}
    graph.initializer.extend(numpy_helper.from_array(v, f"fault/{k}") for k, v in constants.items())
    c = lambda name: f"fault/{name}"  # noqa: E731
    steps = [
        ("Shape", ["attention_mask"], "shape", {}),
        ("Slice", [c("shape"), c("one"), c("two")], "length", {}),
        ("Sub", [c("length"), c("from")], "over", {}),
        ("Max", [c("over"), c("nothing")], "beyond", {}),
        ("Min", [c("beyond"), c("one")], "is_beyond", {}),
        ("Mul", [c("is_beyond"), c("much")], "room", {}),
        ("ConstantOfShape", [c("room")], "filled", {}),
        ("Add", [c("room"), c("nothing")], "more_room", {}),
        ("ConstantOfShape", [c("more_room")], "filled_too", {}),
        ("Add", [c("filled"), c("filled_too")], "both", {}),
        ("ReduceSum", [c("both")], "sum", {"keepdims": 0}),
        ("Equal", ["input_ids", c("letter")], "is_letter", {}),
        ("Cast", [c("is_letter")], "letters", {"to": onnx.TensorProto.INT64}),
        ("ReduceMax", [c("letters")], "any", {"keepdims": 0}),
        ("Cast", [c("any")], "is_any", {"to": onnx.TensorProto.BOOL}),
        ("Where", [c("is_any"), c("nan"), c("zero")], "spoilt", {}),
        ("Add", [c("sum"), c("spoilt")], "fault", {}),
    ]
    graph.node.extend(helper.make_node(kind, inputs, [c(out)], **attributes) for kind, inputs, out, attributes in steps)
    graph.node.append(helper.make_node("Add", ["sound_logits", c("fault")], ["logits"]))
    onnx.checker.check_model(model)
    onnx.save(model, path)


def faulty(folder: Path) -> dict:
    """Also with a token that its embeddings do not have."""
    reference = chats.qwen3(folder)
    add_faults(folder / "onnx" / "model.onnx")
    path = folder / "tokenizer.json"
    tokenizer = json.loads(path.read_text())
    tokenizer["added_tokens"].append({**tokenizer["added_tokens"][-1], "id": BEYOND, "content": "<|beyond|>"})
    path.write_text(json.dumps(tokenizer))
    return reference


def garbage(folder: Path) -> dict:
    """Files that arrive as they were sent, and are no graph."""
    chats.qwen3(folder)
    shutil.rmtree(folder / "onnx")
    (folder / "onnx").mkdir()
    (folder / "onnx" / "model.onnx").write_bytes(np.random.default_rng(7).bytes(4096))
    return {}


FAMILIES = {"faulty": faulty, "garbage": garbage}
