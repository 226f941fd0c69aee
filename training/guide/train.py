"""Trains alcove-guide, a small Llama, on conversations drawn by data.py.

    python train.py --out /tmp/guide --steps 5000
    python train.py --out /tmp/guide --steps 5000 --from-export ../../public/models/alcove-guide --first-step 4200

One core, about two hours; the second form, for changed answers, twenty minutes. Resumes from the last checkpoint in --out.
"""

import argparse
import math
import shutil
import time
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from chat import TOKENS, encode_conversation, train_tokenizer
from data import Conversations, load_intents
from onnx import numpy_helper
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


def load_export(model: LlamaForCausalLM, folder: Path) -> None:
    """Takes over the weights that export.py wrote. Raises where a tensor is missing or has another shape."""
    stored = {i.name: numpy_helper.to_array(i) for i in onnx.load(folder / "onnx" / "model_quantized.onnx").graph.initializer}
    # Products have no names of their own; they come in the order of the graph: q, k, v, o, gate, up, down of each layer.
    products = [stored[n].astype(np.float32) * stored[n.replace("_int8", "_scale")] for n in stored if n.startswith("onnx::MatMul") and n.endswith("_int8")]
    names = [f"self_attn.{n}_proj" for n in "qkvo"] + [f"mlp.{n}_proj" for n in ("gate", "up", "down")]
    state = model.state_dict()
    matrices = [f"model.layers.{i}.{name}.weight" for i in range(model.config.num_hidden_layers) for name in names]
    found = dict(zip(matrices, (torch.from_numpy(p.T.copy()) for p in products)))
    words = "model.embed_tokens.weight"
    found[words] = found["lm_head.weight"] = torch.from_numpy(stored[f"{words}_int8"].astype(np.float32) * stored[f"{words}_scale"])
    found |= {n: torch.from_numpy(stored[n].copy()) for n in state if n.endswith("norm.weight")}
    model.load_state_dict(found)


class Batches(IterableDataset):
    def __init__(self, tokenizer, steps: int, start: int, size: int, changed: list[str]) -> None:
        self.tokenizer, self.steps, self.start, self.size, self.changed = tokenizer, steps, start, size, changed

    def __iter__(self):
        torch.set_num_threads(1)
        draws = Conversations(load_intents(), 0, self.changed)
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
    parser.add_argument("--from-export", type=Path, help="the folder of a finished model whose weights and tokenizer are taken over")
    parser.add_argument("--changed", nargs="*", default=[], help="intents whose answers are new: half of the questions are about them")
    parser.add_argument("--float32", action="store_true", help="where the processor has no products of bf16")
    parser.add_argument("--first-step", type=int, default=0, help="the step to begin at, with --from-export")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    torch.set_num_threads(1)
    vocabulary = args.out / "tokenizer.json"
    if args.from_export and not vocabulary.exists():
        shutil.copy(args.from_export / "tokenizer.json", vocabulary)
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
    elif args.from_export:
        load_export(model, args.from_export)
        start = args.first_step
    began, total = time.time(), 0.0
    for step, inputs, targets in DataLoader(Batches(tokenizer, args.steps, start, args.batch, args.changed), batch_size=None, num_workers=1, prefetch_factor=4):
        rate = 1.5e-3 * min(1, (step + 1) / 100) * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * step / args.steps)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        # Only the places where an answer is learned reach the vocabulary: they are a third of all.
        with torch.autocast("cpu", torch.bfloat16, enabled=not args.float32):
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
