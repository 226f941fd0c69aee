"""What WebLLM does to logits on the GPU before it draws a token, and the draw itself.

Shapes: logits and probabilities are (sequences, vocabulary); a list of tokens names for each its sequence.
"""

from __future__ import annotations

from tvm import tirx
from tvm.script import tirx as T

WORKGROUP = 64


def _inplace(function: tirx.PrimFunc, name: str) -> tirx.PrimFunc:
    """A kernel that is called from outside by name and schedules itself."""
    return function.with_attr("global_symbol", name).with_attr("tirx.is_scheduled", True)


def apply_bitmask_inplace(vocab_size: int) -> tirx.PrimFunc:
    """Tokens whose bit is not set can not be drawn. Bits: int32 words, lowest bit first."""
    words = (vocab_size + 31) // 32

    @T.prim_func(s_tir=True)
    def kernel(var_logits: T.handle, var_seq_ids: T.handle, var_bitmask: T.handle):
        T.func_attr({"tirx.noalias": True})
        batch, sequences = T.int32(), T.int32()
        logits = T.match_buffer(var_logits, (batch, vocab_size), "float32")
        seq_ids = T.match_buffer(var_seq_ids, (sequences,), "int32")
        bitmask = T.match_buffer(var_bitmask, (batch, words), "int32")
        for block in T.thread_binding((sequences * vocab_size + WORKGROUP - 1) // WORKGROUP, thread="blockIdx.x"):
            for thread in T.thread_binding(WORKGROUP, thread="threadIdx.x"):
                with T.sblock("mask"):
                    s = T.axis.spatial(sequences, (block * WORKGROUP + thread) // vocab_size)
                    v = T.axis.spatial(vocab_size, (block * WORKGROUP + thread) % vocab_size)
                    T.where(block * WORKGROUP + thread < sequences * vocab_size)
                    logits[seq_ids[s], v] = T.if_then_else(
                        (bitmask[seq_ids[s], v // 32] >> (v % 32)) & 1 == 1,
                        logits[seq_ids[s], v],
                        T.min_value("float32"),
                    )

    return _inplace(kernel, "apply_bitmask_inplace")


def apply_logit_bias_inplace(vocab_size: int) -> tirx.PrimFunc:
    """Each listed token's logit plus its bias."""

    @T.prim_func(s_tir=True)
    def kernel(var_logits: T.handle, var_pos2seq_id: T.handle, var_token_ids: T.handle, var_bias: T.handle):
        T.func_attr({"tirx.noalias": True})
        batch, tokens = T.int32(), T.int32()
        logits = T.match_buffer(var_logits, (batch, vocab_size), "float32")
        pos2seq_id = T.match_buffer(var_pos2seq_id, (tokens,), "int32")
        token_ids = T.match_buffer(var_token_ids, (tokens,), "int32")
        bias = T.match_buffer(var_bias, (tokens,), "float32")
        for block in T.thread_binding((tokens + WORKGROUP - 1) // WORKGROUP, thread="blockIdx.x"):
            for thread in T.thread_binding(WORKGROUP, thread="threadIdx.x"):
                with T.sblock("bias"):
                    p = T.axis.spatial(tokens, block * WORKGROUP + thread)
                    T.where(block * WORKGROUP + thread < tokens)
                    logits[pos2seq_id[p], token_ids[p]] += bias[p]

    return _inplace(kernel, "apply_logit_bias_inplace")


def apply_penalty_inplace(vocab_size: int) -> tirx.PrimFunc:
    """Penalties (presence, frequency, repetition) for the tokens that were written, with how often each was."""

    @T.prim_func(s_tir=True)
    def kernel(
        var_logits: T.handle,
        var_seq_ids: T.handle,
        var_pos2seq_id: T.handle,
        var_token_ids: T.handle,
        var_token_cnt: T.handle,
        var_penalties: T.handle,
    ):
        T.func_attr({"tirx.noalias": True})
        batch, sequences, tokens = T.int32(), T.int32(), T.int32()
        logits = T.match_buffer(var_logits, (batch, vocab_size), "float32")
        seq_ids = T.match_buffer(var_seq_ids, (sequences,), "int32")
        pos2seq_id = T.match_buffer(var_pos2seq_id, (tokens,), "int32")
        token_ids = T.match_buffer(var_token_ids, (tokens,), "int32")
        token_cnt = T.match_buffer(var_token_cnt, (tokens,), "int32")
        penalties = T.match_buffer(var_penalties, (sequences, 3), "float32")
        for block in T.thread_binding((tokens + WORKGROUP - 1) // WORKGROUP, thread="blockIdx.x"):
            for thread in T.thread_binding(WORKGROUP, thread="threadIdx.x"):
                with T.sblock("penalty"):
                    p = T.axis.spatial(tokens, block * WORKGROUP + thread)
                    T.where(block * WORKGROUP + thread < tokens)
                    logits[seq_ids[pos2seq_id[p]], token_ids[p]] -= (
                        penalties[pos2seq_id[p], 0] + T.cast(token_cnt[p], "float32") * penalties[pos2seq_id[p], 1]
                    )
                    logits[seq_ids[pos2seq_id[p]], token_ids[p]] = T.if_then_else(
                        logits[seq_ids[pos2seq_id[p]], token_ids[p]] < 0,
                        logits[seq_ids[pos2seq_id[p]], token_ids[p]] * penalties[pos2seq_id[p], 2],
                        logits[seq_ids[pos2seq_id[p]], token_ids[p]] / penalties[pos2seq_id[p], 2],
                    )

    return _inplace(kernel, "apply_penalty_inplace")


def sort_probabilities(vocab_size: int) -> tirx.PrimFunc:
    """Probabilities, greatest first, and where each came from; equal ones retain their order, so that a seed repeats.

    A bitonic network in the memory of one workgroup: for vocabularies of up to 4,096 words (32 KiB).
    """
    steps = (vocab_size - 1).bit_length()
    width = 1 << steps
    if width > 4096:
        raise ValueError(f"{vocab_size} words do not fit the memory of one workgroup")

    @T.prim_func(private=True, s_tir=True)
    def kernel(var_probs: T.handle, var_sorted: T.handle, var_order: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        batch = T.int64()
        probs = T.match_buffer(var_probs, (batch, T.int64(vocab_size)), "float32")
        ordered = T.match_buffer(var_sorted, (batch, T.int64(vocab_size)), "float32")
        order = T.match_buffer(var_order, (batch, T.int64(vocab_size)), "int32")
        value = T.sblock_alloc_buffer((width,), "float32", scope="shared")
        place = T.sblock_alloc_buffer((width,), "int32", scope="shared")
        held = T.sblock_alloc_buffer((2,), "float32", scope="local")
        came = T.sblock_alloc_buffer((2,), "int32", scope="local")
        for block in T.thread_binding(batch, thread="blockIdx.x"):
            for thread in T.thread_binding(WORKGROUP, thread="threadIdx.x"):
                with T.sblock("sort"):
                    b = T.axis.spatial(batch, block)
                    t = T.axis.spatial(WORKGROUP, thread)
                    T.reads(probs[b, 0:vocab_size])
                    T.writes(ordered[b, 0:vocab_size], order[b, 0:vocab_size])
                    for p in T.serial(width // WORKGROUP):
                        i = T.meta_var(p * WORKGROUP + t)
                        value[i] = T.if_then_else(
                            i < vocab_size, probs[b, T.cast(T.min(i, vocab_size - 1), "int64")], T.float32(-1)
                        )
                        place[i] = i
                    for step in T.serial(steps):
                        for part in T.serial(step + 1):
                            for p in T.serial(width // 2 // WORKGROUP):
                                stride = T.meta_var(1 << (step - part))
                                pair = T.meta_var(p * WORKGROUP + t)
                                low = T.meta_var(pair * 2 - pair % stride)
                                high = T.meta_var(low + stride)
                                falls = T.meta_var((low >> (step + 1)) % 2 == 0)
                                held[0] = value[low]
                                held[1] = value[high]
                                came[0] = place[low]
                                came[1] = place[high]
                                if (
                                    tirx.any(held[0] < held[1], tirx.all(held[0] == held[1], came[0] > came[1]))
                                ) == falls:
                                    value[low] = held[1]
                                    place[low] = came[1]
                                    value[high] = held[0]
                                    place[high] = came[0]
                    for p in T.serial(vocab_size // WORKGROUP):
                        i = T.meta_var(p * WORKGROUP + t)
                        ordered[b, T.cast(i, "int64")] = value[i]
                        order[b, T.cast(i, "int64")] = place[i]

    return kernel


def draw_of_top_p(vocab_size: int) -> tirx.PrimFunc:
    """For each sample the token at which the sum of sorted probabilities passes its number in 0..1, among those that
    together make `top_p`."""

    @T.prim_func(private=True, s_tir=True)
    def kernel(
        var_probs: T.handle,
        var_order: T.handle,
        var_uniform: T.handle,
        var_rows: T.handle,
        var_top_p: T.handle,
        var_tokens: T.handle,
    ):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        batch, samples = T.int64(), T.int64()
        probs = T.match_buffer(var_probs, (batch, T.int64(vocab_size)), "float32")
        order = T.match_buffer(var_order, (batch, T.int64(vocab_size)), "int32")
        uniform = T.match_buffer(var_uniform, (samples,), "float32")
        rows = T.match_buffer(var_rows, (samples,), "int32")
        top_p = T.match_buffer(var_top_p, (batch,), "float32")
        tokens = T.match_buffer(var_tokens, (samples,), "int32")
        mass = T.sblock_alloc_buffer((1,), "float32", scope="local")
        passed = T.sblock_alloc_buffer((1,), "float32", scope="local")
        found = T.sblock_alloc_buffer((1,), "int32", scope="local")
        for block in T.thread_binding(samples, thread="blockIdx.x"):
            for thread in T.thread_binding(T.int64(1), thread="threadIdx.x"):
                with T.sblock("draw"):
                    s = T.axis.spatial(samples, block + thread)
                    T.reads(uniform[s], rows[s], top_p[0:batch], probs[0:batch, 0:vocab_size], order[0:batch, 0:vocab_size])
                    T.writes(tokens[s])
                    mass[0] = T.float32(0)
                    for i in T.serial(T.int64(vocab_size)):
                        if mass[0] < top_p[T.cast(rows[s], "int64")]:
                            mass[0] += probs[T.cast(rows[s], "int64"), i]
                    passed[0] = T.float32(0)
                    found[0] = 0
                    for i in T.serial(T.int64(vocab_size)):
                        if passed[0] <= uniform[s] * mass[0]:
                            passed[0] += probs[T.cast(rows[s], "int64"), i]
                            found[0] = T.cast(i, "int32")
                    tokens[s] = order[T.cast(rows[s], "int64"), T.cast(found[0], "int64")]

    return kernel
