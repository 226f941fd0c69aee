"""Trains alcove-embed: a table of token vectors, a look at the neighbours, a mean, a small network.

    python train.py --data /tmp/embed --teacher DIR --sts sts-english-train.csv --out /tmp/embed/student.pt

Distilled from the teacher's vectors (label.py), then tuned on human similarity scores. One core,
about fifteen minutes. A tenth of the STS training pairs is held out for choosing the epoch.
"""

import argparse
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from corpus import read_pairs
from model import Student
from scipy.stats import spearmanr
from transformers import AutoTokenizer

SIZES = (64, 128, 256)


def choose_tokens(vocabulary: dict[str, int], counts: Counter, size: int) -> list[str]:
    """Special tokens, single characters, then the most used: the rest is spelled with pieces."""
    plain = [t for t in vocabulary if t.isascii() and not t.startswith("[unused")]
    special = [t for t in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    single = [t for t in plain if len(t.removeprefix("##")) == 1]
    rest = sorted((t for t in plain if t not in special and t not in single), key=lambda t: (-counts[t], vocabulary[t]))
    return special + single + rest[: size - len(special) - len(single)]


def batch_ids(rows: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    width = max(map(len, rows))
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
    mask = torch.zeros_like(ids)
    for i, row in enumerate(rows):
        mask[i, : len(row)] = 1
    return ids, mask


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--sts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocabulary", type=int, default=26000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--tuning-epochs", type=int, default=14)
    args = parser.parse_args()
    torch.manual_seed(7)
    torch.set_num_threads(1)
    rng = random.Random(7)
    tokenizer = AutoTokenizer.from_pretrained(args.teacher)
    texts = json.loads((args.data / "texts.json").read_text())
    targets = torch.tensor(np.load(args.data / "vectors.npy").astype(np.float32))
    by_word = np.load(args.data / "words.npy").astype(np.float32)
    encoded = tokenizer(texts, add_special_tokens=False, truncation=True, max_length=128)["input_ids"]
    vocabulary = tokenizer.get_vocab()
    names = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    counts = Counter(names[i] for row in encoded for i in row)
    chosen = choose_tokens(vocabulary, counts, args.vocabulary)
    number = {t: i for i, t in enumerate(chosen)}
    to_new = [number.get(t, number["[UNK]"]) for t in names]

    def encode(sentences: list[str]) -> list[list[int]]:
        rows = tokenizer(sentences, add_special_tokens=False, truncation=True, max_length=510)["input_ids"]
        return [[number["[CLS]"], *(to_new[i] for i in row), number["[SEP]"]] for row in rows]

    rows = [[number["[CLS]"], *(to_new[i] for i in row), number["[SEP]"]] for row in encoded]

    # Principal axes of the teacher's space, strongest first: the order Matryoshka truncation needs.
    mean = targets.mean(0)
    _, _, axes = torch.linalg.svd((targets[:60000] - mean), full_matrices=False)
    axes = axes[: SIZES[-1]].T
    goal = F.normalize(targets @ axes, dim=1)
    frequency = np.array([counts[t] + 1 for t in chosen], np.float64)
    weight = 1e-3 / (1e-3 + frequency / frequency.sum())
    start = torch.tensor((by_word[[vocabulary[t] for t in chosen]] @ axes.numpy()) * weight[:, None], dtype=torch.float32)
    start[:5] = 0
    student = Student(len(chosen), SIZES[-1])
    student.table.weight.data.copy_(start)
    pairs = read_pairs(args.sts)
    rng.shuffle(pairs)
    check, learn = pairs[:575], pairs[575:]

    def similarity(some: list, size: int = SIZES[-1]) -> float:
        student.eval()
        with torch.no_grad():
            a, b = (F.normalize(torch.cat([student(*batch_ids(encode([p[i] for p in some[k : k + 256]]))) for k in range(0, len(some), 256)])[:, :size], dim=1) for i in (0, 1))
        student.train()
        return spearmanr((a * b).sum(1).numpy(), [p[2] for p in some]).statistic

    def fit(epochs: int, rate: float, size: int, tune: bool) -> None:
        optimizer = torch.optim.Adam([
            {"params": [student.table.weight], "lr": rate}, {"params": [p for n, p in student.named_parameters() if n != "table.weight"], "lr": rate / 2}])
        steps = epochs * (len(learn) // 64 if tune else len(rows) // size)
        done, best, best_state = 0, 0.0, None
        rate_now = [g["lr"] for g in optimizer.param_groups]
        for epoch in range(epochs):
            order = list(range(len(rows)))
            rng.shuffle(order)
            rng.shuffle(learn)
            for k in range(steps // epochs):
                for group, top in zip(optimizer.param_groups, rate_now):
                    group["lr"] = top * min(1, (done + 1) / 50) * (1 - done / steps)
                take = order[k * size : (k + 1) * size]
                out = student(*batch_ids([rows[i] for i in take]))
                loss = torch.zeros(())
                for n in SIZES:
                    mine = F.normalize(out[:, :n], dim=1)
                    # The teacher's own similarities, all 384 dimensions, between every two of the batch.
                    loss = loss + 20 * F.mse_loss(mine @ mine.T, targets[take] @ targets[take].T)
                loss = loss + 3 * (1 - (F.normalize(out, dim=1) * goal[take]).sum(1)).mean()
                if tune:
                    part = learn[k * 64 : (k + 1) * 64]
                    both = student(*batch_ids(encode([p[0] for p in part] + [p[1] for p in part])))
                    scores = torch.tensor([p[2] for p in part])
                    loss = 0.3 * loss
                    for n in SIZES:
                        a, b = F.normalize(both[:64, :n], dim=1), F.normalize(both[64:, :n], dim=1)
                        cosine = (a * b).sum(1) * 20
                        # CoSENT: whichever pair people call more alike must score higher.
                        gaps = (cosine[None] - cosine[:, None])[scores[:, None] > scores[None]]
                        loss = loss + torch.logsumexp(torch.cat([torch.zeros(1), gaps]), 0) * 0.3
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                done += 1
            score = similarity(check)
            if tune and score > best:
                best, best_state = score, {k: v.clone() for k, v in student.state_dict().items()}
            print("tuning" if tune else "distilling", epoch, f"loss {loss.item():.4f} held-out train pairs {score:.4f} ({similarity(check, 64):.4f} at 64)", flush=True)
        if best_state:
            student.load_state_dict(best_state)

    print("before", similarity(check), flush=True)
    fit(args.epochs, 3e-3, 256, tune=False)
    torch.save({"state": student.state_dict(), "tokens": chosen}, args.out)
    fit(args.tuning_epochs, 1e-3, 128, tune=True)
    torch.save({"state": student.state_dict(), "tokens": chosen}, args.out)


if __name__ == "__main__":
    main()
