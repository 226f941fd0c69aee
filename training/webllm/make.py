"""Compiles the guide model for WebLLM, so that it is run with a real model where no other can be had.

    python make.py --model ../../public/models/alcove-guide --out ../../e2e/mlc --work /tmp/webllm

writes `<out>/<name>-q0f32-MLC/`: configuration, tokenizer, weights and the compiled library.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import tvm
from tvm import relax

from library import compile_runtime, link
from llama import Llama, LlamaConfig
from sampling import apply_bitmask_inplace, apply_logit_bias_inplace, apply_penalty_inplace
from weights import read_export, write_shards

PREFILL_CHUNK = 256
HOST = {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"}


# Kernels for windows that slide and for trees of drafts, which this model has not: each is a second and a half of a software
# GPU time whenever it is loaded. The cache gets one of the same signature in their place and never calls it.
NOT_CALLED = {
    "batch_prefill_paged_kv_sliding_window": "batch_prefill_paged_kv",
    "batch_decode_paged_kv_sliding_window": "batch_decode_paged_kv",
    "tree_attn_paged_kv": "batch_prefill_paged_kv",
    "batch_tree_attn": "batch_prefill_ragged_kv",
}


@relax.expr_functor.mutator
class _LeaveOut(relax.PyExprMutator):
    def visit_global_var_(self, var: tvm.ir.GlobalVar):
        name = NOT_CALLED.get(var.name_hint)
        return self.builder_.get().get_global_var(name) if name else var


def _leave_out(module: tvm.IRModule) -> tvm.IRModule:
    name = "create_tir_paged_kv_cache"
    mutator = _LeaveOut(module)
    mutator.builder_.update_func(module.get_global_var(name), mutator.visit_expr(module[name]))
    module = mutator.builder_.get()
    for left in NOT_CALLED:
        del module[left]
    return module


def _metadata(parameters: list, context: int) -> str:
    return json.dumps(
        {
            "model_type": "llama",
            "quantization": "q0f32",
            "context_window_size": context,
            "sliding_window_size": -1,
            "attention_sink_size": -1,
            "prefill_chunk_size": PREFILL_CHUNK,
            "tensor_parallel_shards": 1,
            "kv_state_kind": "kv_cache",
            "params": [{"name": name, "shape": [int(n) for n in p.shape], "dtype": p.dtype} for name, p in parameters],
        }
    )


def compile_library(config: LlamaConfig, context: int, work: Path, out: Path) -> list[tuple[str, list[int]]]:
    """Writes the library; returns the names and shapes of the weights it asks for, in order."""
    target = tvm.target.Target({"kind": "webgpu"}, host=HOST)
    model = Llama(config)
    with target:
        module, parameters = model.export_tvm(spec=model.specification())
    for kernel in (apply_bitmask_inplace, apply_logit_bias_inplace, apply_penalty_inplace):
        module[kernel.__name__] = kernel(config.vocab_size)
    builder = relax.BlockBuilder(_leave_out(module))
    with builder.function("_metadata", params=[]):
        builder.emit_func_output(tvm.ir.StringImm(_metadata(parameters, context)))
    executable = relax.build(builder.get(), target)
    runtime = compile_runtime(work)
    compiled = work / "model.tar"

    def join(_path: str, objects: list[str], options=None) -> None:
        link(out, [*objects, *runtime])

    join.object_format = "o"
    executable.export_library(str(compiled), fcompile=join)
    return [(name, [int(n) for n in p.shape]) for name, p in parameters]


def write_config(source: Path, out: Path, config: LlamaConfig, raw: dict) -> None:
    """`mlc-chat-config.json` and the tokenizer: chat turns as the model's own template writes them."""
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(source / name, out / name)
    context = raw["max_position_embeddings"]
    chat = {
        "name": "chatml",
        "system_template": "{system_message}",
        "system_message": "",
        "system_prefix_token_ids": None,
        "add_role_after_system_message": True,
        "roles": {"user": "<|im_start|>user", "assistant": "<|im_start|>assistant"},
        "role_templates": {"user": "{user_message}", "assistant": "{assistant_message}", "tool": "{tool_message}"},
        "messages": [],
        "seps": ["<|im_end|>\n"],
        "role_content_sep": "\n",
        "role_empty_sep": "\n",
        "stop_str": [],
        "stop_token_ids": [raw["eos_token_id"]],
        "function_string": "",
        "use_function_calling": False,
    }
    model = {
        "version": "0.1.0",
        "model_type": "llama",
        "quantization": "q0f32",
        "model_config": raw,
        "vocab_size": config.vocab_size,
        "context_window_size": context,
        "sliding_window_size": -1,
        "prefill_chunk_size": PREFILL_CHUNK,
        "attention_sink_size": -1,
        "tensor_parallel_shards": 1,
        "pad_token_id": raw["pad_token_id"],
        "bos_token_id": raw["bos_token_id"],
        "eos_token_id": raw["eos_token_id"],
        "temperature": 1.0,
        "top_p": 1.0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "repetition_penalty": 1.0,
        "tokenizer_files": ["tokenizer.json", "tokenizer_config.json"],
        "tokenizer_info": {
            "token_postproc_method": "byte_level",
            "prepend_space_in_encode": False,
            "strip_space_in_decode": False,
        },
        "conv_template": chat,
    }
    (out / "mlc-chat-config.json").write_text(json.dumps(model, indent=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    raw = json.loads((options.model / "config.json").read_text())
    config = LlamaConfig(**{field: raw[field] for field in LlamaConfig.__dataclass_fields__})
    name = f"{options.model.name}-q0f32"
    folder = options.out / f"{name}-MLC"
    folder.mkdir(parents=True, exist_ok=True)
    options.work.mkdir(parents=True, exist_ok=True)
    library = folder / f"{name}-webgpu.wasm"
    parameters = compile_library(config, raw["max_position_embeddings"], options.work, library)
    write_shards(folder, parameters, read_export(options.model / "onnx/model_quantized.onnx", config))
    write_config(options.model, folder, config, raw)
    print(f"{folder}: {sum(file.stat().st_size for file in folder.iterdir()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
