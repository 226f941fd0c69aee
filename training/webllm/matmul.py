"""The product of vectors and a weight, one thread a number: on a software GPU a workgroup costs more than its sums."""

from __future__ import annotations

from tvm import tirx
from tvm.script import tirx as T

WORKGROUP = 64


def times_weight(rows: int, columns: int) -> tirx.PrimFunc:
    """(tokens, columns) times (rows, columns) turned over: (tokens, rows). `rows` is a multiple of the workgroup."""
    if rows % WORKGROUP != 0:
        raise ValueError(f"{rows} is no multiple of {WORKGROUP}")

    @T.prim_func(private=True, s_tir=True)
    def kernel(var_x: T.handle, var_weight: T.handle, var_out: T.handle):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True})
        tokens = T.int64()
        x = T.match_buffer(var_x, (tokens, T.int64(columns)), "float32")
        weight = T.match_buffer(var_weight, (T.int64(rows), T.int64(columns)), "float32")
        out = T.match_buffer(var_out, (tokens, T.int64(rows)), "float32")
        total = T.sblock_alloc_buffer((1,), "float32", scope="local")
        for token in T.thread_binding(tokens, thread="blockIdx.y"):
            for block in T.thread_binding(T.int64(rows // WORKGROUP), thread="blockIdx.x"):
                for thread in T.thread_binding(T.int64(WORKGROUP), thread="threadIdx.x"):
                    with T.sblock("product"):
                        t = T.axis.spatial(tokens, token)
                        r = T.axis.spatial(T.int64(rows), block * T.int64(WORKGROUP) + thread)
                        T.reads(x[t, 0:columns], weight[r, 0:columns])
                        T.writes(out[t, r])
                        total[0] = T.float32(0)
                        for k in T.serial(T.int64(columns)):
                            total[0] += x[t, k] * weight[r, k]
                        out[t, r] = total[0]

    return kernel
