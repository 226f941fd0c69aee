"""Averages the weights of two trained models: often better than either, as here (see ../README.md).

    python average.py --first FOLDER --second /tmp/digits/run --share 0.7 --out /tmp/digits/averaged

`--first`: a finished model's folder; `--second`: a run of train.py, of which `--share` is taken.
@see https://arxiv.org/abs/2203.05482
"""

import argparse
from pathlib import Path

import torch
from load_export import load_export
from tokens import build_tokenizer
from train import build_model


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=Path, required=True)
    parser.add_argument("--second", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.7)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    model = build_model(build_tokenizer())
    load_export(model, args.first)
    first = model.state_dict()
    second = torch.load(args.second / "last.pt", weights_only=True)["model"]
    mixed = {name: first[name] * (1 - args.share) + value * args.share for name, value in second.items()}
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save({"model": mixed}, args.out / "last.pt")


if __name__ == "__main__":
    main()
