"""Writes what the tests of src/runtimes/transformers/voice compare with, by the package itself.

    pip install hibari-tts==0.2.1 && python reference.py SENTENCES.txt ../../src/runtimes/transformers/voice/reference.json

One sentence a line, without digits and signs: how those are read is our own. The spectrum is made of a generator's numbers.
"""

import json
import sys
from pathlib import Path

import numpy as np
from hibari import Hibari, dsp
from hibari.g2p.normalize import normalize

FRAMES = 6


class Silence:
    """A generator of no noise, so that samples can be compared."""

    def standard_normal(self, shape, dtype):
        return np.zeros(shape, dtype)


def spectrum() -> list[np.ndarray]:
    state = 7

    def number() -> float:
        nonlocal state
        state = (state * 1_664_525 + 1_013_904_223) % 2**32
        return state / 2**32

    bins = [np.array([number() for _ in range(601 * FRAMES)], np.float32).reshape(601, FRAMES) for _ in range(5)]
    harmonics, turns, noise, rest, phase = bins
    pitch = np.array([0, 0, 120, 130, 140, 150], np.float32)
    return [harmonics * 2 - 3, turns * 2 - 1, noise - 4, rest - 4, phase * 6, pitch]


def main() -> None:
    sentences, out = sys.argv[1:]
    voice = Hibari()
    known: dict[str, str] = {}
    read = voice.g2p.oov
    voice.g2p._oov = lambda word: known.setdefault(word, read(word))
    lines = [normalize(line) for line in Path(sentences).read_text().splitlines() if line.strip()]
    phonemes = [[line, voice.g2p(line, normalize_text=False)] for line in lines]
    samples = dsp.synth(*spectrum(), Silence())
    reference = {"phonemes": phonemes, "unknown": known, "samples": [round(float(x), 5) for x in samples]}
    Path(out).write_text(json.dumps(reference, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
