"""Attention as one node, as today's decoders on the hub are published: onnxruntime's GroupQueryAttention.

It rotates queries and keys, appends them to the cache and attends; keys and values of a row are at the
start of its cache, and `seqlens` says how many. Only for export: the numbers come from onnxruntime.
"""

import torch

OPSETS = {"com.microsoft": 1}


class FusedAttention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, past_key, past_value, seqlens, total, cos, sin, heads, kv_heads):
        rows, count, _ = query.shape
        present = past_key.new_zeros(rows, kv_heads, past_key.shape[2] + count, past_key.shape[3])
        return query * 1.0, present, present * 1.0

    @staticmethod
    def symbolic(g, query, key, value, past_key, past_value, seqlens, total, cos, sin, heads, kv_heads):
        return g.op(
            "com.microsoft::GroupQueryAttention", query, key, value, past_key, past_value, seqlens, total, cos, sin,
            num_heads_i=heads, kv_num_heads_i=kv_heads, do_rotary_i=1, outputs=3,
        )


def row_lengths(attention_mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Index of each row's last token [rows], and the length of the longest, as the node wants them."""
    total = torch._shape_as_tensor(attention_mask)[1].to(torch.int32)
    return (attention_mask.sum(1) - 1).to(torch.int32), total


def turns(context: int, size: int, theta: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosines and sines of every place: [context, size / 2]."""
    steps = torch.arange(0, size, 2) / size
    angles = torch.arange(context)[:, None] / theta ** steps[None]
    return angles.cos(), angles.sin()
