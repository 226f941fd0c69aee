"""Builds the bank of voices: real recordings and synthetic ones, with word times.

    python make_voices.py --recordings spoken-digits-train.tar.gz --out /tmp/digits

Writes bank.npz: one long int16 track at 16 kHz and a table of phrases in it. Needs ffmpeg, sox,
espeak-ng, flite and festival (with the kal and ked voices) on the PATH. About ten minutes.
"""

import argparse
import io
import json
import math
import random
import shutil
import subprocess
import tarfile
import wave
from pathlib import Path

import numpy as np
from espeak import Espeak
from scipy.signal import resample_poly
from words import DIGITS, WORDS, spoken_number

RATE = 16000
ACCENTS = ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-gbclan", "en-gb-x-rp", "en-gb-x-gbcwmd", "en-029", "en-us-nyc"]
VARIANTS = ("m1 m2 m3 m4 m5 m7 m8 f1 f2 f3 f5 klatt klatt3 klatt4 Alex Alicia Andrea Andy Annie Denis Diogo Gene Hugo Jacky Lee "
            "Marco Mario Michael Mike adam anika antonio aunty belinda benjamin boris caleb david ed edward grandma grandpa gustave "
            "iven john kaukovalta linda max michel miguel norbert pablo paul pedro robert sandro steph steph2 travis zac").split()
# Never trained on: the evaluation reads only these.
HELD_OUT_VARIANTS = "m6 f4 klatt2 quincy rob shelby victor marcelo".split()
INVENTED = [f"invented{i}" for i in range(80)]  # variants with drawn throats, other ones for each accent
FLITE, HELD_OUT_FLITE = ["kal", "kal16", "awb", "slt"], ["rms"]
FESTIVAL, HELD_OUT_FESTIVAL = ["kal_diphone", "cmu_us_slt_arctic_hts"], ["ked_diphone"]
HELD_OUT_TAKES = range(5, 10)  # takes 0-4 are the data set's own test part


class Bank:
    """Phrases laid end to end. A phrase: words with start and end seconds, voice, kind, split."""

    def __init__(self) -> None:
        self.track: list[np.ndarray] = []
        self.rows: list[dict] = []
        self.length = 0

    def add(self, audio: np.ndarray, words: list[tuple[str, float, float]], voice: str, kind: str, split: str) -> None:
        peak = np.abs(audio).max()
        if len(audio) < 800 or peak < 1e-4:
            return
        samples = (audio / peak * 30000).astype(np.int16)
        self.track.append(samples)
        self.rows.append({"at": self.length, "n": len(samples), "words": words, "voice": voice, "kind": kind, "split": split})
        self.length += len(samples)


def trimmed(audio: np.ndarray, threshold: float = 0.02) -> np.ndarray:
    loud = np.flatnonzero(np.abs(audio) > threshold * np.abs(audio).max(initial=0))
    return audio[max(0, loud[0] - 160) : loud[-1] + 480] if len(loud) else audio


def word_start(audio: np.ndarray) -> float:
    """Seconds at which the one word in `audio` begins: after a click of the lips that a pause of 60 ms sets apart from it.

    No word of the list has such a pause before its loudest sound.
    """
    frame = RATE // 100
    level = np.sqrt((audio[: len(audio) // frame * frame].reshape(-1, frame) ** 2).mean(axis=1))
    still = level[: level.argmax()] < level.max() * 10 ** (-45 / 20)
    pause = 0
    start = 0
    for i, is_still in enumerate(still):
        pause = pause + 1 if is_still else 0
        if pause >= 6:
            start = i + 1
    return start * frame / RATE


def read_wav(data: bytes) -> tuple[np.ndarray, int]:
    with wave.open(io.BytesIO(data)) as w:
        return np.frombuffer(w.readframes(w.getnframes()), np.int16).astype(np.float32) / 32768, w.getframerate()


def sox_effect(audio: np.ndarray, *effect: str) -> np.ndarray:
    """One sox effect over a whole track; what changes its length scales every position with it."""
    raw = ["-t", "raw", "-r", str(RATE), "-e", "signed", "-b", "16", "-c", "1"]
    done = subprocess.run(["sox", *raw, "-", *raw, "-", *effect], input=(audio * 32767).astype(np.int16).tobytes(), capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.int16).astype(np.float32) / 32768


def through_codec(audio: np.ndarray, *codec: str) -> np.ndarray:
    raw = ["-f", "s16le", "-ar", str(RATE), "-ac", "1"]
    quiet = ["ffmpeg", "-v", "error"]
    packed = subprocess.run([*quiet, *raw, "-i", "-", *codec, "-"], input=(audio * 32767).astype(np.int16).tobytes(), capture_output=True, check=True)
    plain = subprocess.run([*quiet, "-i", "-", *raw, "-"], input=packed.stdout, capture_output=True, check=True)
    return np.frombuffer(plain.stdout, np.int16).astype(np.float32) / 32768


def add_recordings(bank: Bank, archive: Path) -> None:
    clips = []
    with tarfile.open(archive) as tar:
        for member in sorted((m for m in tar if m.name.endswith(".wav")), key=lambda m: m.name):
            digit, speaker, take = Path(member.name).stem.split("_")
            audio, rate = read_wav(tar.extractfile(member).read())
            clips.append((trimmed(resample_poly(audio, RATE, rate)), DIGITS[int(digit)], speaker, int(take)))
    gap = np.zeros(int(0.3 * RATE), np.float32)
    for speaker in sorted({c[2] for c in clips}):
        for split in ("train", "test"):
            mine = [c for c in clips if c[2] == speaker and (c[3] in HELD_OUT_TAKES) == (split == "test")]
            starts, pieces, at = [], [], 0
            for clip, *_ in mine:
                scaled = clip / max(np.abs(clip).max(), 1e-4) * 0.9
                starts.append(at + len(gap))
                pieces += [gap, scaled]
                at += len(gap) + len(scaled)
            track = np.concatenate([*pieces, gap]).astype(np.float32)
            variants = [(track, 1.0)]
            if split == "train":
                variants += [(sox_effect(track, "tempo", "-s", str(t)), 1 / t) for t in (0.8, 0.9, 1.12, 1.25)]
                variants += [(sox_effect(track, "pitch", str(p)), 1.0) for p in (-300, -150, 150, 300)]
                variants += [(sox_effect(track, "speed", str(s)), 1 / s) for s in (0.88, 1.14)]
                variants += [(through_codec(track, "-c:a", "libmp3lame", "-b:a", "24k", "-f", "mp3"), 1.0)]
            for audio, stretch in variants:
                for (clip, word, _, _), start in zip(mine, starts):
                    a, b = int(start * stretch), int((start + len(clip)) * stretch)
                    piece = trimmed(audio[a:b]) if b <= len(audio) and np.abs(audio[a:b]).max() > 0.01 else audio[a:b]
                    bank.add(piece, [(word, word_start(piece), len(piece) / RATE)], speaker, "real", split)


def word_phrases(rng: random.Random, count: int) -> list[list[str]]:
    phrases = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.65:
            phrases.append([rng.choice(DIGITS) for _ in range(rng.randint(1, 7))])
        elif kind < 0.85:
            phrases.append([rng.choice(WORDS) for _ in range(rng.randint(1, 4))])
        else:
            phrases.append(spoken_number(rng.choice([rng.randint(10, 99), rng.randint(100, 999), rng.randint(1000, 999999)])))
    return phrases


def invent_variant(rng: random.Random) -> str:
    """A voice file of espeak: throat length, pitch, voicing and stress drawn at random.

    @see https://github.com/espeak-ng/espeak-ng/blob/master/docs/voices.md
    """
    throat, low = rng.uniform(0.84, 1.32), rng.uniform(60, 220)
    # Half are odd, as many of espeak's own are: each resonance is moved on its own, some are nearly silent.
    odd = rng.random() < 0.5
    apart, quiet, wide = (0.28, 35, 190) if odd else (0.06, 70, 160)
    lines = ["language variant", "name invented", f"pitch {low:.0f} {low * rng.uniform(1.05, 2 if odd else 1.6):.0f}"]
    for i in range(6):
        shift = 100 * (1 if odd else throat) * math.exp(rng.uniform(-apart, apart))
        lines.append(f"formant {i} {shift:.0f} {rng.uniform(quiet, 150 if odd else 130):.0f} {rng.uniform(50 if odd else 70, wide):.0f}")
    choices = [
        (0.4, f"flutter {rng.randint(0, 12)}"), (0.2, f"roughness {rng.randint(0, 3)}"), (0.3, f"voicing {rng.randint(40, 135)}"),
        (0.3, f"consonants {rng.randint(60, 150)} {rng.randint(60, 150)}"), (0.25, f"klatt {rng.randint(1, 5)}"),
        (0.3, f"tone {rng.randint(400, 800)} {rng.randint(130, 190)} {rng.randint(1000, 1600)} {rng.randint(90, 140)} 2600 {rng.randint(70, 140)}"),
        (0.15, f"breath {' '.join(str(rng.randint(0, 20)) for _ in range(5))}"), (0.15, f"echo {rng.randint(20, 150)} {rng.randint(5, 25)}"),
        (0.3, f"intonation {rng.randint(1, 4)}"), (0.3, f"stressAdd {' '.join(str(rng.randint(-20, 30)) for _ in range(8))}"),
    ]
    return "\n".join([*lines, *(line for chance, line in choices if rng.random() < chance)]) + "\n"


def add_espeak(bank: Bank, rng: random.Random, others: list[str], work: Path) -> None:
    data = work / "espeak-ng-data"
    if not data.exists():
        shutil.copytree(next(Path("/usr/lib").glob("*/espeak-ng-data")), data)
        # It lists 350 voices at most: other languages make room.
        for folder in (data / "lang").iterdir():
            if folder.is_dir() and folder.name != "gmw":
                shutil.rmtree(folder)
    for name in INVENTED:
        (data / "voices" / "!v" / name).write_text(invent_variant(rng))
    espeak = Espeak(work)

    def say(text: str, voice: str) -> tuple[np.ndarray, list[float]]:
        audio, starts = espeak.say(text, voice, rng.randint(110, 230), rng.randint(25, 75))
        return resample_poly(audio, 320, 441), starts

    def add(words: list[str], voice: str, split: str) -> None:
        separator = ", " if rng.random() < 0.3 else " "
        audio, starts = say(separator.join(words), voice)
        if len(starts) != len(words) or len(audio) < RATE // 10 or np.abs(audio).max() < 1e-3:
            return
        loud = np.flatnonzero(np.abs(audio) > 0.02 * np.abs(audio).max())
        ends = [*starts[1:], loud[-1] / RATE]
        bank.add(audio[: loud[-1] + 480], list(zip(words, starts, ends)), voice, "synthetic", split)

    for accent in ACCENTS:
        for variant in [*VARIANTS, *INVENTED]:
            if variant in INVENTED:
                (data / "voices" / "!v" / variant).write_text(invent_variant(rng))
            for words in word_phrases(rng, 18 if variant in INVENTED else 14):
                add(words, f"{accent}+{variant}", "train")
            for _ in range(0 if variant in INVENTED else 3):
                text = " ".join(rng.choice(others) for _ in range(rng.randint(1, 7)))
                bank.add(trimmed(say(text, f"{accent}+{variant}")[0]), [], variant, "other", "train")
        for variant in HELD_OUT_VARIANTS:
            for words in word_phrases(rng, 5):
                add([w for w in words if w in DIGITS] or [rng.choice(DIGITS)], f"{accent}+{variant}", "test")
            text = " ".join(rng.choice(others) for _ in range(4))
            bank.add(trimmed(say(text, f"{accent}+{variant}")[0]), [], variant, "other", "test")


def flite(text: str, voice: str, stretch: float = 1.0) -> np.ndarray:
    path = Path("/tmp/alcove-flite.wav")
    command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.2f}", "-t", text, "-o", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    audio, rate = read_wav(path.read_bytes())
    return resample_poly(audio, RATE, rate)


def festival(text: str, voice: str, stretch: float = 1.0) -> np.ndarray:
    path = Path("/tmp/alcove-festival.wav")
    script = f'(begin (voice_{voice}) (Parameter.set (quote Duration_Stretch) {stretch:.2f}) (utt.save.wave (utt.synth (Utterance Text "{text}")) "{path}" (quote riff)))'
    subprocess.run(["festival", "--batch", script], check=True, capture_output=True)
    audio, rate = read_wav(path.read_bytes())
    return resample_poly(audio, RATE, rate)


def add_diphone_voices(bank: Bank, rng: random.Random, others: list[str]) -> None:
    """Single words: these programs give no word times. Several speeds, pitches and throats of each."""
    sets = [(flite, FLITE, "train"), (flite, HELD_OUT_FLITE, "test"), (festival, FESTIVAL, "train"), (festival, HELD_OUT_FESTIVAL, "test")]
    for say, voices, split in sets:
        for voice in voices:
            for word in WORDS:
                for stretch in (0.8, 1.0, 1.3) if split == "train" else (1.0,):
                    audio = trimmed(say(word + rng.choice(["", ".", ","]), voice, stretch))
                    for _ in range((6 if word in DIGITS else 3) if split == "train" else 1):
                        piece = audio
                        if split == "train":
                            # Speed moves pitch and formants alike; the tempo after it gives the time back.
                            throat = rng.uniform(0.82, 1.25)
                            effects = ["speed", f"{throat:.3f}", "tempo", "-s", f"{1 / throat:.3f}", "pitch", str(rng.randint(-250, 250))]
                            piece = trimmed(sox_effect(np.pad(audio * 0.7, 800), *effects))
                        bank.add(piece, [(word, 0.0, len(piece) / RATE)], voice, "synthetic", split)
            for _ in range(12):
                text = " ".join(rng.choice(others) for _ in range(rng.randint(2, 5)))
                bank.add(trimmed(say(text, voice)), [], voice, "other", split)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--recordings", type=Path, required=True)
    parser.add_argument("--word-list", type=Path, default=Path("/usr/share/dict/american-english"))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(7)
    near = "for to too ate won tree fore heaven seventh even nice line mine fife sick sex tan tin when they no hero there her fun sun son".split()
    listed = [w for w in args.word_list.read_text().split() if w.isascii() and w.isalpha() and w.islower() and 2 < len(w) < 10]
    others = [w for w in rng.sample(listed, 6000) if w not in WORDS and w not in near]
    bank = Bank()
    add_recordings(bank, args.recordings)
    print(len(bank.rows), "recorded phrases", flush=True)
    add_diphone_voices(bank, rng, others)
    print(len(bank.rows), "with diphone voices", flush=True)
    add_espeak(bank, rng, others, args.out)
    print(len(bank.rows), "with espeak;", round(bank.length / RATE / 3600, 2), "hours")
    np.savez(args.out / "bank.npz", track=np.concatenate(bank.track), rows=np.array(json.dumps(bank.rows)))


if __name__ == "__main__":
    main()
