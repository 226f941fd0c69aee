"""Averages a trained stage with the finished model that it began from, and keeps the mix that answers most questions.

    python average.py --run /tmp/guide --from-export ../../public/models/alcove-guide --eval guide-eval.json --out /tmp/averaged

A short stage teaches new answers and forgets others; the mean of both weights knows most of both. Prints each mix.
"""

import argparse
import json
from pathlib import Path

import torch
from tokenizers import Tokenizer
from train import build_model, load_export

SHARES = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)
MOST = 110
END = 2


@torch.no_grad()
def answer(model, tokenizer: Tokenizer, questions: list[str]) -> list[str]:
    """Greedy answers; questions of the same length together, as the model has no padding."""
    prompts = [tokenizer.encode(f"<|im_start|>user\n{q}<|im_end|>\n<|im_start|>assistant\n").ids for q in questions]
    answers = [""] * len(prompts)
    for length in sorted({len(p) for p in prompts}):
        rows = [i for i, p in enumerate(prompts) if len(p) == length]
        ids, written, past = torch.tensor([prompts[i] for i in rows]), [], None
        done = torch.zeros(len(rows), dtype=torch.bool)
        for _ in range(MOST):
            out = model(input_ids=ids, past_key_values=past, use_cache=True)
            past, ids = out.past_key_values, out.logits[:, -1:].argmax(-1)
            written.append(ids)
            done |= ids[:, 0] == END
            if done.all():
                break
        for row, tokens in zip(rows, torch.cat(written, 1).tolist()):
            answers[row] = tokenizer.decode(tokens[: tokens.index(END)] if END in tokens else tokens)
    return answers


def score(model, tokenizer: Tokenizer, rows: dict) -> tuple[dict[str, float], list[str]]:
    """The share of right answers of each set, and the questions that were missed."""
    known, unknown = rows["known"], rows["unknown"]
    answers = answer(model, tokenizer, [k["question"] for k in known] + unknown)
    right: dict[str, list[bool]] = {"unknown": ["do not know" in a for a in answers[len(known) :]]}
    missed = [f"unknown: {q} -> {a[:80]}" for q, a in zip(unknown, answers[len(known) :]) if "do not know" not in a]
    for k, text in zip(known, answers):
        is_right = all(any(s.lower() in text.lower() for s in fact) for fact in k["facts"])
        right.setdefault(k["set"], []).append(is_right)
        if not is_right:
            missed.append(f"{k['id']}: {k['question']} -> {text[:80]}")
    return {name: 100 * sum(r) / len(r) for name, r in right.items()}, missed


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--from-export", type=Path, required=True)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="a run of its own: the stage may be averaged again")
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(args.from_export / "tokenizer.json"))
    rows = json.loads(args.eval.read_text())
    checkpoint = torch.load(args.run / "last.pt", weights_only=True)
    new, model = checkpoint["model"], build_model().eval()
    load_export(model, args.from_export)
    old = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    best = None
    for share in SHARES:
        mixed = {name: (1 - share) * old[name] + share * new[name] for name in old}
        model.load_state_dict(mixed)
        shares, missed = score(model, tokenizer, rows)
        print(f"{share:.1f} of the new weights:", ", ".join(f"{name} {value:.1f} %" for name, value in shares.items()), flush=True)
        wrong = len(missed)
        if best is None or wrong < best[0]:
            best = (wrong, share, mixed, missed)
    _, share, mixed, missed = best
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save({**checkpoint, "model": mixed}, args.out / "last.pt")
    print(f"{share:.1f} it is; missed:", *missed, sep="\n  ")


if __name__ == "__main__":
    main()
