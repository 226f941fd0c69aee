"""Reads the weights of an exported model back, so that training can resume from the committed files."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

# Linear layers lose their names in the export; they stand in the graph in the order of computation.
ENCODER = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.out_proj", "fc1", "fc2"]
DECODER = [f"{kind}.{part}_proj" for kind in ("self_attn", "encoder_attn") for part in ("k", "v", "q", "out")] + ["fc1", "fc2"]


@torch.no_grad()
def load_export(model: nn.Module, folder: Path) -> None:
    """Sets every parameter of `model` from `folder`/onnx. Raises ValueError when one is not found or has another shape."""
    found = read(folder / "onnx" / "encoder_model_quantized.onnx", "model.encoder", ENCODER)
    found |= read(folder / "onnx" / "decoder_model_merged_quantized.onnx", "model.decoder", DECODER)
    for name, parameter in model.named_parameters():
        value = found.get(name)
        if value is None or value.shape != tuple(parameter.shape):
            raise ValueError(f"{name}: {'not in the exported files' if value is None else value.shape}")
        parameter.copy_(torch.from_numpy(np.ascontiguousarray(value)))


def read(path: Path, part: str, linear: list[str]) -> dict[str, np.ndarray]:
    graph = onnx.load(path).graph
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for name in [n for n in values if n.endswith("_int8")]:
        base = name.removesuffix("_int8")
        values[base] = values[name].astype(np.float32) * values[f"{base}_scale"]
    found = {f"{part}.{n.split(part.removeprefix('model.') + '.')[-1]}": v for n, v in values.items() if not n.startswith("onnx::")}
    products = [values[n.input[1]].T for n in graph.node if n.op_type == "MatMul" and n.input[1] in values]
    for i, weight in enumerate(products):
        layer, which = divmod(i, len(linear))
        found[f"{part}.layers.{layer}.{linear[which]}.weight"] = weight
    return found
