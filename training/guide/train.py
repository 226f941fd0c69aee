"""Trains alcove-guide, a small Llama, on conversations drawn by data.py.

    python train.py --out /tmp/guide --steps 5000

One core, about two hours. Resumes from the last checkpoint in --out.
"""

import argparse
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from chat import TOKENS, encode_conversation, train_tokenizer
from data import Conversations, load_intents
from tokenizers import Tokenizer
from torch.utils.data import DataLoader, IterableDataset
from transformers import LlamaConfig, LlamaForCausalLM

VOCABULARY, CONTEXT = 3072, 1024


def build_model() -> LlamaForCausalLM:
    return LlamaForCausalLM(LlamaConfig(
        vocab_size=VOCABULARY, hidden_size=256, intermediate_size=704, num_hidden_layers=4, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=CONTEXT, tie_word_embeddings=True, rope_theta=10000.0, rms_norm_eps=1e-5,
        bos_token_id=TOKENS["<|endoftext|>"], eos_token_id=TOKENS["<|im_end|>"], pad_token_id=TOKENS["<|endoftext|>"],
    ))


class Batches(IterableDataset):
    def __init__(self, tokenizer, steps: int, start: int, size: int) -> None:
        self.tokenizer, self.steps, self.start, self.size = tokenizer, steps, start, size

    def __iter__(self):
        torch.set_num_threads(1)
        draws = Conversations(load_intents(), 0)
        for group in range(self.start // 4, math.ceil(self.steps / 4)):
            draws.rng.seed(1000 + group)
            # Four batches are drawn together and cut by length: little of a batch is padding.
            rows = sorted((encode_conversation(self.tokenizer, *draws.draw()) for _ in range(4 * self.size)), key=lambda row: len(row[0]))
            parts = [rows[i * self.size : (i + 1) * self.size] for i in range(4)]
            draws.rng.shuffle(parts)
            for offset, part in enumerate(parts):
                width = min(600, max(len(ids) for ids, _ in part))
                inputs = torch.zeros(self.size, width, dtype=torch.long)
                targets = torch.full((self.size, width), -100)
                for i, (ids, learned) in enumerate(part):
                    row = torch.tensor(ids[:width])
                    inputs[i, : len(row)] = row
                    targets[i, : len(row)] = torch.where(torch.tensor(learned[:width]), row, -100)
                yield group * 4 + offset, inputs, targets


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=48)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    torch.set_num_threads(1)
    vocabulary = args.out / "tokenizer.json"
    tokenizer = Tokenizer.from_file(str(vocabulary)) if vocabulary.exists() else train_tokenizer(vocabulary, VOCABULARY)
    model = build_model()
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    decayed = [p for p in model.parameters() if p.ndim >= 2]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1}, {"params": [p for p in model.parameters() if p.ndim < 2], "weight_decay": 0.0}], lr=1e-3, betas=(0.9, 0.98))
    checkpoint, start = args.out / "last.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"]), optimizer.load_state_dict(state["optimizer"])
        start = state["step"]
    began, total = time.time(), 0.0
    for step, inputs, targets in DataLoader(Batches(tokenizer, args.steps, start, args.batch), batch_size=None, num_workers=1, prefetch_factor=4):
        rate = 1.5e-3 * min(1, (step + 1) / 100) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * step / args.steps)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        # Only the places where an answer is learned reach the vocabulary: they are a third of all.
        with torch.autocast("cpu", torch.bfloat16):
            hidden = model.model(input_ids=inputs[:, :-1]).last_hidden_state
            chosen = targets[:, 1:] >= 0
            logits = model.lm_head(hidden[chosen])
        loss = F.cross_entropy(logits.float(), targets[:, 1:][chosen])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        if (step + 1) % 25 == 0:
            print(f"{step + 1} loss {total / 25:.4f} {(time.time() - began) / max(1, step + 1 - start):.2f} s/step", flush=True)
            total = 0.0
        if (step + 1) % 250 == 0 or step + 1 == args.steps:
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1}, checkpoint)


if __name__ == "__main__":
    main()
