"""Writes the held-out recordings for `npm run eval:models` as two FLAC tracks and a table.

    python write_eval.py --bank /tmp/digits/bank.npz --out ../../bench/data
"""

import argparse
import json
import random
import subprocess
from pathlib import Path

import numpy as np
from words import DIGITS


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    rng = random.Random(5)
    data = np.load(args.bank, allow_pickle=False)
    track = data["track"]
    rows = [r for r in json.loads(str(data["rows"])) if r["split"] == "test" and r["words"] and all(w in DIGITS for w, _, _ in r["words"])]
    chosen = {"real": [r for r in rows if r["kind"] == "real"], "synthetic": rng.sample([r for r in rows if r["kind"] == "synthetic"], 90)}
    table = {}
    for kind, picked in chosen.items():
        at, pieces, table[kind] = 0, [], []
        for r in picked:
            piece = track[r["at"] : r["at"] + r["n"]]
            words = [[w, round(a, 3)] for w, a, _ in r["words"]]
            table[kind].append({"voice": r["voice"], "at": round(at / 16000, 5), "seconds": round(len(piece) / 16000, 5), "words": words})
            pieces.append(piece)
            at += len(piece)
        raw = np.concatenate(pieces).astype(np.int16).tobytes()
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", "16000", "-ac", "1", "-i", "-", "-compression_level", "12", str(args.out / f"digits-{kind}.flac")], input=raw, check=True)
    (args.out / "digits-eval.json").write_text(json.dumps(table))


if __name__ == "__main__":
    main()
