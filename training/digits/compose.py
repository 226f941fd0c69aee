"""Makes training audio from the bank of voices: phrases, gaps, reverberation, noise, and audio without words."""

import json
from pathlib import Path

import numpy as np
from scipy.signal import fftconvolve, lfilter

RATE = 16000


def coloured_noise(rng: np.random.Generator, n: int) -> np.ndarray:
    """White to brown, now and then with hum or slow swells. Root mean square 1."""
    spectrum = np.fft.rfft(rng.standard_normal(n))
    spectrum /= np.maximum(np.arange(len(spectrum)), 20) ** rng.uniform(0, 1.1)
    noise = np.fft.irfft(spectrum, n)
    noise /= noise.std() + 1e-9
    if rng.random() < 0.25:
        t = np.arange(n) / RATE
        base = rng.choice([50, 60, 100, 120]) * rng.uniform(0.98, 1.02)
        noise += sum(rng.uniform(0.2, 1.5) * np.sin(2 * np.pi * base * k * t + rng.uniform(0, 6)) for k in range(1, rng.integers(2, 9)))
    if rng.random() < 0.3:
        noise *= 1 + 0.8 * np.sin(2 * np.pi * rng.uniform(0.05, 3) * np.arange(n) / RATE + rng.uniform(0, 6))
    if rng.random() < 0.2:  # clicks and knocks
        for at in rng.integers(0, n, rng.integers(1, 12)):
            m = min(n - at, int(rng.integers(40, 1600)))
            noise[at : at + m] += rng.uniform(3, 20) * rng.standard_normal(m) * np.exp(-np.arange(m) / (m / 5))
    return noise / (noise.std() + 1e-9)


def music(rng: np.random.Generator, n: int) -> np.ndarray:
    """Notes of a scale with harmonics and envelopes over an optional beat. Root mean square 1."""
    out = np.zeros(n)
    root = rng.uniform(80, 330)
    scale = np.array([0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19])
    beat = int(RATE * rng.uniform(0.12, 0.6))
    voices = rng.integers(1, 5)
    for at in range(0, n, beat):
        for _ in range(voices):
            if rng.random() < 0.3:
                continue
            m = min(n - at, int(beat * rng.uniform(0.5, 4)))
            t = np.arange(m) / RATE
            f = root * 2 ** (rng.choice(scale) / 12) * rng.choice([0.5, 1, 1, 2])
            vibrato = rng.uniform(0, 0.01) * np.sin(2 * np.pi * rng.uniform(3, 7) * t)
            tone = sum(np.sin(2 * np.pi * f * k * (t + vibrato / 10)) / k ** rng.uniform(0.7, 2.5) for k in range(1, rng.integers(2, 9)))
            attack = np.minimum(1, t / rng.uniform(0.003, 0.12))
            out[at : at + m] += tone * attack * np.exp(-t * rng.uniform(0.3, 9)) * rng.uniform(0.3, 1)
        if rng.random() < 0.4:
            m = min(n - at, 3000)
            out[at : at + m] += rng.uniform(0.2, 2) * rng.standard_normal(m) * np.exp(-np.arange(m) / rng.uniform(100, 900))
    return out / (out.std() + 1e-9)


def room(rng: np.random.Generator, audio: np.ndarray) -> np.ndarray:
    m = int(RATE * rng.uniform(0.1, 0.6))
    tail = rng.standard_normal(m) * np.exp(-np.arange(m) / (m / rng.uniform(4, 9)))
    tail[: rng.integers(20, 400)] = 0
    tail[0] = rng.uniform(2, 12)
    tail /= np.sqrt((tail**2).sum())
    return fftconvolve(audio, tail)[: len(audio)]


def band_limit(rng: np.random.Generator, audio: np.ndarray) -> np.ndarray:
    spectrum = np.fft.rfft(audio)
    f = np.fft.rfftfreq(len(audio), 1 / RATE)
    low, high = rng.choice([0, 80, 200, 300]), rng.choice([3000, 3400, 4000, 5500, 7000])
    spectrum *= 1 / (1 + np.exp((f - high) / rng.uniform(20, 200)))
    spectrum *= 1 / (1 + np.exp((low - f) / 20)) if low else 1
    return np.fft.irfft(spectrum, len(audio))


class Composer:
    def __init__(self, bank: Path, split: str) -> None:
        data = np.load(bank, allow_pickle=False)
        self.track = data["track"]
        rows = [r for r in json.loads(str(data["rows"])) if r["split"] == split]
        self.others = [r for r in rows if r["kind"] == "other"]
        self.synthetic = [r for r in rows if r["kind"] == "synthetic"]
        self.voices: dict[str, list[dict]] = {}
        for r in rows:
            if r["kind"] == "real":
                self.voices.setdefault(r["voice"], []).append(r)
        self.by_voice: dict[str, list[dict]] = {}
        for r in self.synthetic:
            self.by_voice.setdefault(r["voice"], []).append(r)
        # Espeak has hundreds of voices, the other programs a few each: drawn alike, those were never recognised.
        self.espeak = [v for v in self.by_voice if "+" in v]
        self.diphone = [v for v in self.by_voice if "+" not in v]

    def _audio(self, row: dict, speed: float) -> np.ndarray:
        audio = self.track[row["at"] : row["at"] + row["n"]].astype(np.float32) / 32768
        if speed != 1:
            audio = np.interp(np.arange(0, len(audio) - 1, speed), np.arange(len(audio)), audio).astype(np.float32)
        n = min(64, len(audio) // 4)
        ramp = np.linspace(0, 1, n, dtype=np.float32)
        audio[:n] *= ramp
        audio[-n:] *= ramp[::-1]
        return audio

    def sample(self, rng: np.random.Generator, seconds: float, most_words: int, padded: bool, rough: float = 1.0) -> tuple[np.ndarray, list]:
        """Mono samples of exactly `seconds` at 16 kHz, and (word, start, end) in time order.

        `padded`: speech ends early and digital silence follows, as the recogniser pads windows.
        `rough`: 0 to 1, how often a recording is degraded.
        """
        n = int(seconds * RATE)
        end = int(n * rng.uniform(0.1, 1)) if padded else n
        wordless = rng.random() < 0.1
        audio, words = np.zeros(n, np.float32), []
        if not wordless or rng.random() < 0.5:
            self._speak(rng, audio, end, 0 if wordless else int(rng.integers(1, most_words + 1)), words)
        if wordless or rng.random() < rough:
            audio[:end] = self._degrade(rng, audio[:end], quiet=wordless)
        return audio.astype(np.float32), words

    def _voice(self, rng: np.random.Generator, real: bool) -> str:
        if real:
            return str(rng.choice(list(self.voices)))
        return str(rng.choice(self.diphone if rng.random() < 0.2 else self.espeak))

    def _speak(self, rng: np.random.Generator, audio: np.ndarray, end: int, wanted: int, words: list) -> None:
        real = rng.random() < 0.45
        # Faster and higher or slower and deeper: more throats than the bank has.
        speed = rng.uniform(0.87, 1.16) if rng.random() < 0.4 else 1.0
        voice = self._voice(rng, real)
        one_voice = rng.random() < 0.75
        with_others = wanted == 0 or rng.random() < 0.15
        pace = rng.choice(3, p=[0.3, 0.5, 0.2])
        at = int(RATE * (rng.exponential(0.4) if rng.random() < 0.8 else rng.uniform(0, 3)) * min(1, end / RATE / 10))
        spoken = 0
        others = int(rng.integers(1, 6))
        while spoken < wanted or (wanted == 0 and others > 0):
            if with_others and (wanted == 0 or rng.random() < 0.3):
                row = self.others[rng.integers(len(self.others))]
                others -= 1
            else:
                if not one_voice:
                    voice = self._voice(rng, rng.random() < 0.45)
                rows = self.voices.get(voice) or self.by_voice[voice]
                row = rows[rng.integers(len(rows))]
            piece = self._audio(row, speed) * 10 ** rng.uniform(-0.25, 0.1)
            if at + len(piece) > end:
                break
            audio[at : at + len(piece)] += piece
            words += [(w, at / RATE + a / speed, at / RATE + b / speed) for w, a, b in row["words"]]
            spoken += len(row["words"])
            gap = (rng.uniform(-0.02, 0.1), rng.uniform(0.08, 0.7), rng.uniform(0.5, 2.2))[pace]
            at += len(piece) + int(RATE * gap)

    def _degrade(self, rng: np.random.Generator, audio: np.ndarray, quiet: bool) -> np.ndarray:
        if rng.random() < 0.25:
            audio = room(rng, audio)
        level = audio.std() * 2
        if quiet or rng.random() < 0.65:
            noise = music(rng, len(audio)) if rng.random() < (0.4 if quiet else 0.07) else coloured_noise(rng, len(audio))
            if level > 1e-4:
                audio = audio + noise * level / 10 ** (rng.uniform(4, 38) / 20)
            elif rng.random() < 0.85:
                audio = noise * 10 ** rng.uniform(-4, -0.7)
        if rng.random() < 0.3:
            audio = band_limit(rng, audio)
        if rng.random() < 0.15:  # a microphone's tilt
            audio = lfilter([1, rng.uniform(-0.9, 0.9)], [1], audio)
        if rng.random() < 0.05:
            audio = np.clip(audio, -audio.std() * 3, audio.std() * 3)
        return audio * 10 ** rng.uniform(-1.5, 0)
