"""What measurements show of the sound that `npm run eval:voice -- --save FOLDER` leaves, for ears that nobody lends.

    python bench/voice_faults.py FOLDER/alcove-voice [MAX]     # numpy

Of each sentence: level, clipped samples, silence at both ends and inside, clicks, pitch with its range and leaps, the rise at the
end, and characters a second. Then the sums, and of each figure the sentences that are furthest out.
"""

import json
import sys
import wave
from pathlib import Path

import numpy as np

HOP, FRAME = 0.01, 0.04
# Pitches that voices have, in Hz.
LOWEST, HIGHEST = 60, 500


def read(path: Path) -> tuple[np.ndarray, int]:
    with wave.open(str(path)) as file:
        rate, channels, count = file.getframerate(), file.getnchannels(), file.getnframes()
        # The header of a streamed file states no length.
        samples = np.frombuffer(file.readframes(min(count, 10_000_000)), "<i2")
    return samples[:: channels].astype(float) / 32768, rate


def frames(samples: np.ndarray, rate: int) -> np.ndarray:
    size, hop = int(FRAME * rate), int(HOP * rate)
    padded = np.pad(samples, (0, size))
    return np.lib.stride_tricks.sliding_window_view(padded, size)[::hop]


def pitch(samples: np.ndarray, rate: int) -> np.ndarray:
    """Hz of each frame by autocorrelation; NaN where there is no voice."""
    shortest, longest = rate // HIGHEST, rate // LOWEST
    found = []
    for frame in frames(samples, rate):
        frame = frame - frame.mean()
        power = float(frame @ frame)
        if power / len(frame) < 1e-5:
            found.append(np.nan)
            continue
        spectrum = np.abs(np.fft.rfft(frame, 2 * len(frame))) ** 2
        same = np.fft.irfft(spectrum)[: longest + 1] / power
        # Longer lags have fewer samples in common.
        same *= len(frame) / (len(frame) - np.arange(longest + 1))
        best = shortest + int(np.argmax(same[shortest:]))
        # The first peak nearly as high: not an octave below.
        near = [lag for lag in range(shortest, best) if same[lag] > 0.9 * same[best] and same[lag] >= same[lag - 1] and same[lag] >= same[lag + 1]]
        found.append(rate / (near[0] if near else best) if same[best] > 0.5 else np.nan)
    return np.array(found)


def semitones(a: float, b: float) -> float:
    return 12 * float(np.log2(a / b))


def measure(path: Path, text: str) -> dict[str, float]:
    samples, rate = read(path)
    level = np.sqrt((frames(samples, rate) ** 2).mean(axis=1)) + 1e-6
    decibels = 20 * np.log10(level)
    speaks = decibels > np.percentile(decibels, 95) - 35
    first, last = int(np.argmax(speaks)), len(speaks) - 1 - int(np.argmax(speaks[::-1]))
    pause = longest = 0
    for is_speech in speaks[first : last + 1]:
        pause = 0 if is_speech else pause + 1
        longest = max(longest, pause)
    # A click: a step that is far above the steps in the 10 ms around it.
    steps = np.abs(np.diff(samples, 2))
    width = int(0.01 * rate)
    around = np.convolve(steps, np.ones(width) / width, "same") + 2e-4
    hertz = pitch(samples, rate)
    voiced = hertz[~np.isnan(hertz)]
    pairs = zip(hertz[:-1], hertz[1:])
    leaps = sum(1 for a, b in pairs if not (np.isnan(a) or np.isnan(b)) and abs(semitones(a, b)) > 8)
    tail = voiced[-25:]
    seconds = (last - first + 1) * HOP
    return {
        "level dB": float(20 * np.log10(np.sqrt((samples**2).mean()))),
        "peak": float(np.abs(samples).max()),
        "clipped": int((np.abs(samples) >= 0.9995).sum()),
        "before ms": first * 10,
        "after ms": (len(speaks) - 1 - last) * 10,
        "pause ms": longest * 10,
        "clicks": int((steps / around > 12).sum()),
        "Hz": float(np.median(voiced)),
        "range st": semitones(*np.percentile(voiced, [95, 5])),
        "leaps": leaps,
        "rise st": semitones(float(np.median(tail[-8:])), float(np.median(tail[:8]))) if len(tail) > 16 else 0.0,
        "chars/s": len(text) / seconds,
    }


folder = Path(sys.argv[1])
most = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
sentences = json.loads((folder / "sentences.json").read_text())[:most]
rows = [measure(folder / f"{i}.wav", one["text"]) for i, one in enumerate(sentences)]
names = list(rows[0])
print("   " + " ".join(f"{name:>9}" for name in names))
for i, row in enumerate(rows):
    print(f"{i:3}" + " ".join(f"{row[name]:9.1f}" for name in names) + f"  {sentences[i]['text'][:60]}")
for name in names:
    values = np.array([row[name] for row in rows])
    far = np.argsort(-np.abs(values - np.median(values)))[:3]
    out = ", ".join(f"{i}: {values[i]:.1f}" for i in far)
    print(f"{name}: median {np.median(values):.1f}, {values.min():.1f} to {values.max():.1f}; furthest {out}")
