"""Weights of an exported decoder as WebLLM reads them: shards of bytes and `tensor-cache.json`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from llama import LlamaConfig

SHARD_BYTES = 4 << 20


def read_export(path: Path, config: LlamaConfig) -> dict[str, np.ndarray]:
    """The weights of `weights_int8.py`'s export in 32 bits, under the names that `Llama` gives them, (out, in)."""
    stored = {i.name: numpy_helper.to_array(i) for i in onnx.load(path).graph.initializer}
    matrices = [
        (stored[name].astype(np.float32) * stored[name.replace("_int8", "_scale")]).T
        for name in stored
        if name.startswith("onnx::MatMul") and name.endswith("_int8")
    ]
    # In the order in which the graph uses them: q, k, v, o, gate, up, down of each layer, and the word vectors again.
    if len(matrices) != 7 * config.num_hidden_layers + 1:
        raise ValueError(f"{path} has {len(matrices)} matrices")
    weights = {
        "embed_tokens.weight": stored["model.embed_tokens.weight_int8"].astype(np.float32)
        * stored["model.embed_tokens.weight_scale"],
        "norm.weight": stored["model.norm.weight"],
    }
    for i in range(config.num_hidden_layers):
        q, k, v, o, gate, up, down = matrices[7 * i : 7 * i + 7]
        layer = f"layers.{i}"
        weights[f"{layer}.self_attn.qkv_proj.weight"] = np.concatenate([q, k, v])
        weights[f"{layer}.self_attn.o_proj.weight"] = o
        weights[f"{layer}.mlp.gate_up_proj.weight"] = np.concatenate([gate, up])
        weights[f"{layer}.mlp.down_proj.weight"] = down
        for norm in ("input_layernorm", "post_attention_layernorm"):
            weights[f"{layer}.{norm}.weight"] = stored[f"model.{layer}.{norm}.weight"]
    return weights


def _to_bf16(values: np.ndarray) -> bytes:
    """The upper halves of 32-bit numbers, rounded to the nearest."""
    bits = np.ascontiguousarray(values, dtype="<f4").view("<u4").astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2").tobytes()


def write_shards(folder: Path, parameters: list[tuple[str, list[int]]], weights: dict[str, np.ndarray]) -> None:
    """Writes what the library asks for; raises where a name or a shape is another."""
    shards, records, data = [], [], b""

    def close() -> None:
        nonlocal records, data
        name = f"params_shard_{len(shards)}.bin"
        (folder / name).write_bytes(data)
        digest = hashlib.md5(data).hexdigest()
        shards.append({"dataPath": name, "format": "raw-shard", "nbytes": len(data), "records": records, "md5sum": digest})
        records, data = [], b""

    for name, shape in parameters:
        values = weights.pop(name)
        if list(values.shape) != shape:
            raise ValueError(f"{name} is {values.shape}, not {shape}")
        raw = _to_bf16(values)
        if data and len(data) + len(raw) > SHARD_BYTES:
            close()
        record = {"name": name, "shape": shape, "dtype": "float32", "format": "f32-to-bf16"}
        records.append({**record, "nbytes": len(raw), "byteOffset": len(data)})
        data += raw
    close()
    if weights:
        raise ValueError(f"not asked for: {sorted(weights)}")
    total = sum(s["nbytes"] for s in shards)
    metadata = {"ParamSize": len(parameters), "ParamBytes": total, "BitsPerParam": 16.0}
    (folder / "tensor-cache.json").write_text(json.dumps({"metadata": metadata, "records": shards}, indent=1))
