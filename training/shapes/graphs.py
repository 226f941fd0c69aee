"""Graphs in the layouts that transformers.js loads, made of the library's own layers."""

import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(str(Path(__file__).parent.parent / "common"))
from fused_attention import OPSETS, FusedAttention, row_lengths, turns  # noqa: E402


class Past:
    """Keys and values as a graph gets and gives them, in the words of the library's caches."""

    def __init__(self, tensors: dict[str, torch.Tensor]) -> None:
        self.tensors = tensors

    def update(self, key, value, layer, *_, **__):
        for kind, fresh in (("key", key), ("value", value)):
            name = f"{layer}.{kind}"
            self.tensors[name] = torch.cat([self.tensors[name], fresh], 2)
        return self.tensors[f"{layer}.key"], self.tensors[f"{layer}.value"]


def causal_mask(attention_mask, count):
    everything = attention_mask.shape[1]
    rows = torch.arange(count)[:, None] + (everything - count)
    causal = torch.arange(everything)[None] <= rows
    seen = causal[None, None] & (attention_mask[:, None, None] > 0)
    return torch.where(seen, 0.0, -1e9)


class Decoder(nn.Module):
    """Attention node by node. `names`: of the caches, `0.key` and so on; `conv.0` of convolutions, which have a few states."""

    def __init__(self, text: nn.Module, head: nn.Module, names: list[str], divide: float = 1.0) -> None:
        super().__init__()
        self.text, self.head, self.names, self.divide = text, head, names, divide
        self.scale = getattr(text.config, "embedding_multiplier", 1.0)

    def embed(self, tokens):
        return self.text.embed_tokens(tokens) * self.scale

    def convolve(self, layer, x, state):
        """LFM2's short convolution: the last states of a channel go along."""
        gate, out, inner = layer.conv.in_proj(layer.operator_norm(x)).transpose(-1, -2).chunk(3, -2)
        both = torch.cat([state[..., 1:], gate * inner], -1)
        weight = layer.conv.conv.weight
        y = F.conv1d(both, weight, layer.conv.conv.bias, groups=weight.shape[0])
        x = x + layer.conv.out_proj((out * y).transpose(-1, -2))
        return x + layer.feed_forward(layer.ffn_norm(x)), both[..., -state.shape[-1] :]

    def forward(self, tokens, attention_mask, position_ids, *past):
        x = self.embed(tokens) if tokens.dtype == torch.long else tokens * self.scale
        tensors = dict(zip(self.names, past))
        cache = Past(tensors)
        mask = causal_mask(attention_mask, x.shape[1])
        turns = self.text.rotary_emb(x, position_ids=position_ids) if hasattr(self.text, "rotary_emb") else self.text.pos_emb(x, position_ids)
        for i, layer in enumerate(self.text.layers):
            if f"conv.{i}" in tensors:
                x, tensors[f"conv.{i}"] = self.convolve(layer, x, tensors[f"conv.{i}"])
            else:
                x = layer(x, attention_mask=mask, position_embeddings=turns, past_key_values=cache)
        norm = self.text.norm if hasattr(self.text, "norm") else self.text.embedding_norm
        return self.head(norm(x)) / self.divide, *(tensors[n] for n in self.names)


class FusedDecoder(Decoder):
    """A Qwen3 with its attention as one node."""

    def __init__(self, text: nn.Module, head: nn.Module, names: list[str], divide: float = 1.0) -> None:
        super().__init__(text, head, names, divide)
        c = text.config
        cos, sin = turns(c.max_position_embeddings, c.head_dim, c.rope_parameters["rope_theta"])
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)

    def forward(self, tokens, attention_mask, position_ids, *past):
        c = self.text.config
        x = self.embed(tokens)
        seqlens, total = row_lengths(attention_mask)
        present = []
        for i, layer in enumerate(self.text.layers):
            a, h = layer.self_attn, layer.input_layernorm(x)
            by_head = lambda y: y.unflatten(2, (-1, c.head_dim))  # noqa: E731
            query, key = a.q_norm(by_head(a.q_proj(h))).flatten(2), a.k_norm(by_head(a.k_proj(h))).flatten(2)
            out, *caches = FusedAttention.apply(
                query, key, a.v_proj(h), past[2 * i], past[2 * i + 1], seqlens, total, self.cos, self.sin,
                c.num_attention_heads, c.num_key_value_heads)
            present += caches
            x = x + a.o_proj(out)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.head(self.text.norm(x)), *present


def to_graph(module: nn.Module, inputs: dict, outputs: list[str], path: Path, axes: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with torch.no_grad():
        torch.onnx.export(
            module.eval(), tuple(inputs.values()), str(path), dynamo=False, opset_version=17,
            input_names=list(inputs), output_names=outputs, dynamic_axes=axes, custom_opsets=OPSETS,
        )


def past_name(name: str, side: str) -> str:
    """`past_key_values.0.key` and `past_conv.0` as inputs, `present.0.key` and `present_conv.0` as outputs."""
    if name.startswith("conv."):
        return f"{'past' if side == 'in' else 'present'}_{name}"
    return f"{'past_key_values' if side == 'in' else 'present'}.{name}"


def export_decoder(decoder: Decoder, path: Path, embeds: bool, mrope: bool = False) -> None:
    c = decoder.text.config
    size = getattr(c, "head_dim", None) or c.hidden_size // c.num_attention_heads
    tokens = torch.randn(2, 3, c.hidden_size) if embeds else torch.randint(3, 200, (2, 3))
    first = "inputs_embeds" if embeds else "input_ids"
    positions = torch.arange(5, 8)[None].expand(2, -1)
    inputs = {
        first: tokens,
        "attention_mask": torch.ones(2, 8, dtype=torch.long),
        "position_ids": positions[None].expand(3, -1, -1) if mrope else positions,
    }
    axes = {first: {0: "batch", 1: "tokens"}, "attention_mask": {0: "batch", 1: "all"}, "logits": {0: "batch", 1: "tokens"}}
    axes["position_ids"] = {1: "batch", 2: "tokens"} if mrope else {0: "batch", 1: "tokens"}
    for name in decoder.names:
        is_conv = name.startswith("conv.")
        inputs[past_name(name, "in")] = torch.zeros(2, c.hidden_size, c.conv_L_cache) if is_conv else torch.randn(2, c.num_key_value_heads, 5, size)
        axes[past_name(name, "in")] = {0: "batch"} if is_conv else {0: "batch", 2: "past"}
        axes[past_name(name, "out")] = {0: "batch"} if is_conv else {0: "batch", 2: "all"}
    to_graph(decoder, inputs, ["logits", *(past_name(n, "out") for n in decoder.names)], path, axes)


class Function(nn.Module):
    """A function of a model as a module of its own."""

    def __init__(self, model: nn.Module, function) -> None:
        super().__init__()
        self.model, self.function = model, function

    def forward(self, *inputs):
        return self.function(self.model, *inputs)


def export_embeddings(text: nn.Module, path: Path) -> None:
    module = Function(text, lambda model, ids: model.embed_tokens(ids))
    axes = {"input_ids": {0: "batch", 1: "tokens"}, "inputs_embeds": {0: "batch", 1: "tokens"}}
    to_graph(module, {"input_ids": torch.ones(1, 4, dtype=torch.long)}, ["inputs_embeds"], path, axes)
