"""Writes alcove-guide in the layout that transformers.js loads.

    python export.py --run /tmp/guide --out ../../public/models/alcove-guide
"""

import argparse
import json
import sys
from pathlib import Path

import onnx
import torch
from chat import TEMPLATE, TOKENS
from tokenizers import Tokenizer
from torch import nn
from train import CONTEXT, build_model
from transformers import LlamaForCausalLM

sys.path.append(str(Path(__file__).parent.parent / "common"))
from weights_int8 import store_weights_as_int8  # noqa: E402


class Decoder(nn.Module):
    """The model with its cache as inputs and outputs, all tensors [batch, heads, tokens, size]."""

    def __init__(self, model: LlamaForCausalLM, context: int = CONTEXT) -> None:
        super().__init__()
        self.model, self.head, self.config = model.model, model.lm_head, model.config
        self.size = model.config.hidden_size // model.config.num_attention_heads
        steps = torch.arange(0, self.size, 2) / self.size
        angles = torch.arange(context)[:, None] / model.config.rope_parameters["rope_theta"] ** steps[None]
        self.register_buffer("cos", torch.cat([angles.cos(), angles.cos()], 1))
        self.register_buffer("sin", torch.cat([angles.sin(), angles.sin()], 1))

    def split(self, x, heads):
        return x.view(x.shape[0], -1, heads, self.size).transpose(1, 2)

    def rotate(self, x, cos, sin):
        half = self.size // 2
        return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin

    def forward(self, input_ids, attention_mask, position_ids, *past):
        c = self.config
        x = self.model.embed_tokens(input_ids)
        cos, sin = self.cos[position_ids].unsqueeze(1), self.sin[position_ids].unsqueeze(1)
        count, everything = input_ids.shape[1], attention_mask.shape[1]
        rows = torch.arange(count, device=x.device)[:, None] + (everything - count)
        causal = torch.arange(everything, device=x.device)[None] <= rows
        seen = causal[None, None] & (attention_mask[:, None, None] > 0)
        mask = torch.where(seen, 0.0, -1e9)
        present = []
        for i, layer in enumerate(self.model.layers):
            a, h = layer.self_attn, layer.input_layernorm(x)
            query = self.rotate(self.split(a.q_proj(h), c.num_attention_heads), cos, sin)
            key = torch.cat([past[2 * i], self.rotate(self.split(a.k_proj(h), c.num_key_value_heads), cos, sin)], 2)
            value = torch.cat([past[2 * i + 1], self.split(a.v_proj(h), c.num_key_value_heads)], 2)
            present += [key, value]
            groups = c.num_attention_heads // c.num_key_value_heads
            key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
            scores = query @ key.transpose(-1, -2) / self.size**0.5 + mask
            x = x + a.o_proj((scores.softmax(-1) @ value).transpose(1, 2).flatten(2))
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.head(self.model.norm(x)), *present


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    model = build_model()
    model.load_state_dict(torch.load(args.run / "last.pt", weights_only=True)["model"])
    c = model.config
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    decoder = Decoder(model).eval()
    ids = torch.randint(3, 300, (2, 12))
    caches = [f"{i}.{kind}" for i in range(c.num_hidden_layers) for kind in ("key", "value")]
    empty = tuple(torch.zeros(2, c.num_key_value_heads, 0, decoder.size) for _ in caches)
    ones = torch.ones_like(ids)
    positions = torch.arange(12)[None].expand(2, -1)
    with torch.no_grad():
        whole = decoder(ids, ones, positions, *empty)
        assert torch.allclose(whole[0], model.eval()(ids).logits, atol=1e-3)
        part = decoder(ids[:, :7], ones[:, :7], positions[:, :7], *empty)
        rest = decoder(ids[:, 7:], ones, positions[:, 7:], *part[1:])
        assert torch.allclose(rest[0], whole[0][:, 7:], atol=1e-3)
    past = tuple(torch.zeros(2, c.num_key_value_heads, 5, decoder.size) for _ in caches)
    axes = {"input_ids": {0: "batch", 1: "tokens"}, "attention_mask": {0: "batch", 1: "all"}, "position_ids": {0: "batch", 1: "tokens"}, "logits": {0: "batch", 1: "tokens"}}
    for n in caches:
        axes[f"past_key_values.{n}"] = {0: "batch", 2: "past"}
        axes[f"present.{n}"] = {0: "batch", 2: "all"}
    path = args.out / "onnx" / "model_quantized.onnx"
    torch.onnx.export(decoder, (ids, torch.ones(2, 17, dtype=torch.long), positions + 5, *past), str(path), dynamo=False, opset_version=17,
                      input_names=["input_ids", "attention_mask", "position_ids", *(f"past_key_values.{n}" for n in caches)],
                      output_names=["logits", *(f"present.{n}" for n in caches)], dynamic_axes=axes)
    onnx.save(store_weights_as_int8(onnx.load(path), exact=("cos", "sin")), path)

    tokenizer = Tokenizer.from_file(str(args.run / "tokenizer.json"))
    tokenizer.save(str(args.out / "tokenizer.json"), pretty=False)
    write = lambda name, data: (args.out / name).write_text(json.dumps(data))  # noqa: E731
    ids = {"bos_token_id": TOKENS["<|endoftext|>"], "eos_token_id": TOKENS["<|im_end|>"], "pad_token_id": TOKENS["<|endoftext|>"]}
    write("config.json", {
        **ids, "model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": c.hidden_size, "intermediate_size": c.intermediate_size,
        "num_hidden_layers": c.num_hidden_layers, "num_attention_heads": c.num_attention_heads, "num_key_value_heads": c.num_key_value_heads,
        "head_dim": decoder.size, "vocab_size": c.vocab_size, "max_position_embeddings": CONTEXT, "rope_theta": 10000.0, "rms_norm_eps": c.rms_norm_eps,
        "hidden_act": "silu", "tie_word_embeddings": True})
    write("generation_config.json", {**ids, "max_length": CONTEXT, "do_sample": False})
    write("tokenizer_config.json", {
        "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<|endoftext|>", "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>",
        "unk_token": "<|endoftext|>", "model_max_length": CONTEXT, "clean_up_tokenization_spaces": False, "chat_template": TEMPLATE})
    print({p.name: p.stat().st_size for p in args.out.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
