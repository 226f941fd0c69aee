"""Sentences to learn from: STS training sentences and their variations, WordNet glosses and examples."""

import csv
import random
import re
from pathlib import Path


def read_pairs(path: Path) -> list[tuple[str, str, float]]:
    """STS rows: sentence, sentence, similarity 0 to 5."""
    with path.open(newline="") as f:
        return [(a, b, float(score)) for a, b, score in csv.reader(f)]


def wordnet_sentences(folder: Path) -> list[str]:
    """Definitions and quoted example sentences of all parts of speech."""
    found = []
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text().splitlines():
            if line.startswith("  ") or " | " not in line:
                continue
            gloss = line.split(" | ", 1)[1].strip()
            examples = re.findall(r'"([^"]{12,160})"', gloss)
            found += examples
            definition = re.sub(r'"[^"]*"', "", gloss).strip(" ;")
            if 15 < len(definition) < 160:
                found.append(definition)
    return found


def variations(sentences: list[str], rng: random.Random, times: int) -> list[str]:
    """Each sentence with words exchanged for others of the same set, dropped, or joined with another."""
    words = [w for s in sentences for w in re.findall(r"[a-z]{4,}", s)]
    made = []
    for sentence in sentences:
        for _ in range(times):
            tokens = sentence.split()
            kind = rng.random()
            if kind < 0.6:
                slots = [i for i, t in enumerate(tokens) if re.fullmatch(r"[a-z]{4,}\.?", t)]
                for i in rng.sample(slots, min(len(slots), rng.choice([1, 1, 2, 3]))):
                    tokens[i] = rng.choice(words) + ("." if tokens[i].endswith(".") else "")
            elif kind < 0.75 and len(tokens) > 5:
                del tokens[rng.randrange(len(tokens))]
            elif kind < 0.9:
                cut = rng.randint(2, max(2, len(tokens) - 2))
                tokens = tokens[:cut] + rng.choice(sentences).split()[-4:]
            else:
                tokens += rng.choice(sentences).split()
            made.append(" ".join(tokens))
    return made
