"""Writes the held-out recordings for `npm run eval:models` as two FLAC tracks and a table.

    python write_eval.py --bank /tmp/digits/bank.npz --out ../../bench/data [--keep]

All held-out recordings of real people, and some phrases of the voices that are never trained on. `--keep` adds to the phrases that
are there already, so that hard phrases stay in.
"""

import argparse
import json
import random
import subprocess
from pathlib import Path

import numpy as np
from words import DIGITS

RATE = 16_000
RAW = ["-f", "s16le", "-ar", str(RATE), "-ac", "1"]


def read_phrases(folder: Path, kind: str) -> list[tuple[dict, np.ndarray]]:
    """What an earlier run wrote."""
    done = subprocess.run(["ffmpeg", "-v", "error", "-i", str(folder / f"digits-{kind}.flac"), *RAW, "-"], capture_output=True, check=True)
    track = np.frombuffer(done.stdout, np.int16)
    rows = json.loads((folder / "digits-eval.json").read_text())[kind]
    return [(r, track[round(r["at"] * RATE) : round((r["at"] + r["seconds"]) * RATE)]) for r in rows]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--synthetic", type=int, default=140, help="phrases to draw from the bank")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    rng = random.Random(5)
    data = np.load(args.bank, allow_pickle=False)
    track = data["track"]
    rows = [r for r in json.loads(str(data["rows"])) if r["split"] == "test" and r["words"] and all(w in DIGITS for w, _, _ in r["words"])]
    phrase = lambda r: ({"voice": r["voice"], "words": [[w, round(a, 3)] for w, a, _ in r["words"]]}, track[r["at"] : r["at"] + r["n"]])  # noqa: E731
    chosen = {
        "real": [phrase(r) for r in rows if r["kind"] == "real"],
        "synthetic": [*(read_phrases(args.out, "synthetic") if args.keep else []),
                      *map(phrase, rng.sample([r for r in rows if r["kind"] == "synthetic"], args.synthetic))],
    }
    table = {}
    for kind, picked in chosen.items():
        at, table[kind] = 0, []
        for row, piece in picked:
            table[kind].append({"voice": row["voice"], "at": round(at / RATE, 5), "seconds": round(len(piece) / RATE, 5), "words": row["words"]})
            at += len(piece)
        raw = np.concatenate([piece for _, piece in picked]).astype(np.int16).tobytes()
        flac = ["-compression_level", "12", str(args.out / f"digits-{kind}.flac")]
        subprocess.run(["ffmpeg", "-v", "error", "-y", *RAW, "-i", "-", *flac], input=raw, check=True)
    (args.out / "digits-eval.json").write_text(json.dumps(table))


if __name__ == "__main__":
    main()
