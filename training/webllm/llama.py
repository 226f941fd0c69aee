"""A Llama decoder for WebLLM, written against TVM's own layers: the functions that `@mlc-ai/web-llm` looks up by name."""

from __future__ import annotations

from dataclasses import dataclass

import tvm
from tvm import relax, te, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import Tensor, op
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache, RopeMode, TIRPagedKVCache


from matmul import times_weight
from sampling import draw_of_top_p, sort_probabilities


@dataclass
class LlamaConfig:
    """The fields of a `config.json` that the decoder reads."""

    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    vocab_size: int
    rms_norm_eps: float
    rope_theta: float


def project(x: Tensor, weight: Tensor) -> Tensor:
    """(1, tokens, in) times (out, in) turned over."""
    batch, tokens, width = x.shape
    rows, columns = weight.shape
    out = Tensor.placeholder([tokens, rows], "float32")
    flat = op.reshape(x, (batch * tokens, width))
    return op.reshape(op.tensor_ir_op(times_weight(rows, columns), "times_weight", [flat, weight], out), (batch, tokens, rows))


class Linear(nn.Module):
    def __init__(self, width: int, out: int):
        self.weight = nn.Parameter((out, width))

    def forward(self, x: Tensor) -> Tensor:
        return project(x, self.weight)


class Attention(nn.Module):
    def __init__(self, config: LlamaConfig):
        self.heads, self.kv_heads, self.head_dim = config.num_attention_heads, config.num_key_value_heads, config.head_dim
        self.qkv_proj = Linear(config.hidden_size, (self.heads + 2 * self.kv_heads) * self.head_dim)
        self.o_proj = Linear(self.heads * self.head_dim, config.hidden_size)

    def forward(self, x: Tensor, cache: PagedKVCache, layer: int):
        batch, length, _ = x.shape
        qkv = op.reshape(self.qkv_proj(x), (batch, length, self.heads + 2 * self.kv_heads, self.head_dim))
        read = cache.attention_with_fused_qkv(layer, qkv, self.heads, sm_scale=self.head_dim**-0.5)
        return self.o_proj(op.reshape(read, (batch, length, self.heads * self.head_dim)))


class FeedForward(nn.Module):
    def __init__(self, config: LlamaConfig):
        self.gate_up_proj = Linear(config.hidden_size, 2 * config.intermediate_size)
        self.down_proj = Linear(config.intermediate_size, config.hidden_size)

    def forward(self, x: Tensor):
        gate, up = op.split(self.gate_up_proj(x), 2, axis=-1)
        return self.down_proj(op.silu(gate) * up)


class Layer(nn.Module):
    def __init__(self, config: LlamaConfig):
        self.input_layernorm = nn.RMSNorm(config.hidden_size, -1, config.rms_norm_eps, bias=False)
        self.self_attn = Attention(config)
        self.post_attention_layernorm = nn.RMSNorm(config.hidden_size, -1, config.rms_norm_eps, bias=False)
        self.mlp = FeedForward(config)

    def forward(self, x: Tensor, cache: PagedKVCache, layer: int):
        x = x + self.self_attn(self.input_layernorm(x), cache, layer)
        return x + self.mlp(self.post_attention_layernorm(x))


def _last_token(x: te.Tensor):
    """Of (batch, tokens, width) the last token: only that one is asked what follows."""
    batch, length, width = x.shape
    return te.compute((batch, 1, width), lambda i, _, k: x[i, length - 1, k], name="last_token")


class Llama(nn.Module):
    """Word vectors tied to the output, rotary positions stored in the cache."""

    def __init__(self, config: LlamaConfig):
        self.config = config
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList([Layer(config) for _ in range(config.num_hidden_layers)])
        self.norm = nn.RMSNorm(config.hidden_size, -1, config.rms_norm_eps, bias=False)

    def embed(self, input_ids: Tensor):
        return self.embed_tokens(input_ids)

    def _hidden(self, x: Tensor, cache: PagedKVCache):
        for i, layer in enumerate(self.layers):
            x = layer(x, cache, i)
        return x

    def _logits(self, x: Tensor):
        return project(self.norm(x), self.embed_tokens.weight)

    def prefill(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        x = op.tensor_expr_op(_last_token, "last_token", [self._hidden(input_embed, paged_kv_cache)])
        return self._logits(x), paged_kv_cache

    def decode(self, input_embed: Tensor, paged_kv_cache: PagedKVCache):
        return self._logits(self._hidden(input_embed, paged_kv_cache)), paged_kv_cache

    def softmax_with_temperature(self, logits: Tensor, temperature: Tensor):
        return op.softmax(logits / op.reshape(temperature, (temperature.shape[0], 1, 1)), axis=-1)

    def argsort_probs(self, probs: Tensor):
        shape = [probs.shape[0], self.config.vocab_size]
        outputs = [Tensor.placeholder(shape, "float32"), Tensor.placeholder(shape, "int32")]
        return op.tensor_ir_op(sort_probabilities(self.config.vocab_size), "sort_probabilities", [probs], outputs)

    def sample_with_top_p(self, probs: Tensor, order: Tensor, uniform: Tensor, rows: Tensor, top_p: Tensor):
        tokens = Tensor.placeholder([uniform.shape[0]], "int32")
        draw = draw_of_top_p(self.config.vocab_size)
        return op.tensor_ir_op(draw, "draw_of_top_p", [probs, order, uniform, rows, top_p], tokens)

    def create_tir_paged_kv_cache(
        self,
        max_batch_size: tirx.Var,
        max_total_seq_len: tirx.Var,
        prefill_chunk_size: tirx.Var,
        page_size: tirx.Var,
        support_sliding_window: tirx.Var,
    ):
        c = self.config
        return TIRPagedKVCache(
            attn_kind="mha",
            max_batch_size=max_batch_size,
            max_total_seq_len=max_total_seq_len,
            prefill_chunk_size=prefill_chunk_size,
            page_size=page_size,
            support_sliding_window=support_sliding_window,
            layer_partition=relax.ShapeExpr([0, c.num_hidden_layers]),
            num_hidden_layers=c.num_hidden_layers,
            num_attention_heads=c.num_attention_heads,
            num_key_value_heads=c.num_key_value_heads,
            qk_head_dim=c.head_dim,
            v_head_dim=c.head_dim,
            mla_original_qk_head_dim=0,
            mla_original_v_head_dim=0,
            rope_mode=RopeMode.NORMAL,
            rope_scale=1,
            rope_theta=int(c.rope_theta),
            rope_scaling={},
            rope_ext_factors=relax.prim_value(0),
            rotary_dim=c.head_dim,
            enable_disaggregation=False,
            dtype="float32",
            target=tvm.target.Target.current(),
        )

    def specification(self):
        c = self.config
        cached = {"param_mode": "packed", "effect_mode": "none"}
        plain = {"param_mode": "none", "effect_mode": "none"}
        cache = nn.spec.Object(object_type=PagedKVCache)
        return {
            "embed": {"input_ids": nn.spec.Tensor(["tokens"], "int32"), "$": cached},
            "prefill": {
                "input_embed": nn.spec.Tensor([1, "tokens", c.hidden_size], "float32"),
                "paged_kv_cache": cache,
                "$": cached,
            },
            "decode": {
                "input_embed": nn.spec.Tensor([1, 1, c.hidden_size], "float32"),
                "paged_kv_cache": cache,
                "$": cached,
            },
            "softmax_with_temperature": {
                "logits": nn.spec.Tensor(["batch", 1, c.vocab_size], "float32"),
                "temperature": nn.spec.Tensor(["batch"], "float32"),
                "$": plain,
            },
            "argsort_probs": {"probs": nn.spec.Tensor(["batch", c.vocab_size], "float32"), "$": plain},
            "sample_with_top_p": {
                "probs": nn.spec.Tensor(["batch", c.vocab_size], "float32"),
                "order": nn.spec.Tensor(["batch", c.vocab_size], "int32"),
                "uniform": nn.spec.Tensor(["samples"], "float32"),
                "rows": nn.spec.Tensor(["samples"], "int32"),
                "top_p": nn.spec.Tensor(["batch"], "float32"),
                "$": plain,
            },
            "create_tir_paged_kv_cache": {
                "max_batch_size": int,
                "max_total_seq_len": int,
                "prefill_chunk_size": int,
                "page_size": int,
                "support_sliding_window": int,
                "$": plain,
            },
        }
