"""Weights that distinguish tokens, and the tokens that follow a prompt."""

import math
from collections.abc import Callable

import torch
from torch import nn

TOKENS = 64
#: Least distance of the likeliest token from the next, in logits: no rounding turns them round.
MIN_GAP = 2e-3


def scatter(model: nn.Module) -> nn.Module:
    """Weights as large as a trained model's: a fresh model's make every token equally likely."""
    for module in model.modules():
        if isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=1.0)
        elif isinstance(module, (nn.Linear, nn.Conv1d, nn.Conv2d, nn.Conv3d)):
            nn.init.normal_(module.weight, std=1.2 / math.sqrt(module.weight[0].numel()))
            if module.bias is not None:
                nn.init.normal_(module.bias, std=0.1)
    return model.eval()


def follow(step: Callable[[list[int]], torch.Tensor], vocabulary_size: int = 256, end: int | None = None) -> list[int] | None:
    """The likeliest tokens, one after the other, up to `end`; None for an answer that proves little."""
    written: list[int] = []
    with torch.no_grad():
        while len(written) < TOKENS:
            top = step(written).topk(2)
            token = int(top.indices[0])
            if token == end and len(written) > TOKENS // 4:
                return written
            if token == end:
                return None
            if token >= vocabulary_size or float(top.values[0] - top.values[1]) < MIN_GAP:
                return None
            written.append(token)
    return written if end is None and len(set(written)) >= TOKENS // 4 else None


def until_distinct(build: Callable[[], tuple], tries: int = 400, **kwargs):
    """Builds models until one has an answer worth comparing: (the model, its tokens)."""
    for seed in range(tries):
        torch.manual_seed(seed)
        built, step = build()
        tokens = follow(step, **kwargs)
        if tokens:
            return built, tokens
    raise RuntimeError("No weights distinguish tokens.")


def generate(model: nn.Module, **inputs) -> Callable[[list[int]], torch.Tensor]:
    """Logits after a prompt and the generated tokens, computed from scratch: no cache that could be wrong."""
    ids = inputs.pop("input_ids")

    def step(written: list[int]) -> torch.Tensor:
        all_ids = torch.cat([ids, torch.tensor([written], dtype=torch.long)], 1)
        return model(input_ids=all_ids, attention_mask=torch.ones_like(all_ids), use_cache=False, **inputs).logits[0, -1]

    return step
