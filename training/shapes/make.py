"""Tiny models with random weights in the layouts of the families that transformers.js runs, and what
the reference implementation makes of a prompt with each.

    python make.py --out ../../e2e/shapes

Needs training/requirements.txt; a minute. A family's folder holds the model and `reference.json`:
the request's messages, its media, and the bytes of the tokens that follow.
"""

import argparse
import json
import shutil
import wave
from pathlib import Path

import audio_models
import chats
import faults
import numpy as np
import sentences
import torch
import vision_models
import voice_models

FAMILIES = {**chats.FAMILIES, **vision_models.FAMILIES, **audio_models.FAMILIES, **sentences.FAMILIES, **voice_models.FAMILIES, **faults.FAMILIES}


def write_sound(path: Path) -> None:
    """Eight seconds of a rising tone with noise, 16-bit mono at 16 kHz."""
    at = np.arange(128_000) / 16_000
    tone = 0.4 * np.sin(2 * np.pi * (200 + 80 * at) * at) + 0.02 * np.random.default_rng(7).standard_normal(at.size)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes((tone * 32_767).astype("<i2").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=list(FAMILIES))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    write_sound(args.out / "sound.wav")
    for name in args.only:
        folder = args.out / name
        shutil.rmtree(folder, ignore_errors=True)
        torch.manual_seed(7)
        reference = FAMILIES[name](folder)
        (folder / "reference.json").write_text(json.dumps(reference))
        size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
        print(f"{name}: {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
