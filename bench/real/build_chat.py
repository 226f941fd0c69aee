"""Writes a Qwen2 in a GGUF file as the ONNX graphs that model hubs publish. Needs numpy, onnx and gguf; no torch.

    python build_chat.py FILE.gguf OUT [KIND…]

OUT/<kind>/onnx gets one graph with its weights next to it (`*.onnx_data`), one repository per kind:
  q8      one scale per weight and per step, MatMulInteger (onnxruntime's quantize_dynamic)
  q4, q8w weights in blocks of 32, 4 or 8 bits (MatMulNBits), float32 arithmetic
  q4f16   4-bit blocks, float16 arithmetic and caches
  fp16, fp32
Inputs are named as transformers.js expects them. Attention is GroupQueryAttention, as onnxruntime-genai's builder writes it.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
from gguf import GGUFReader
from gguf.quants import dequantize
from onnx import TensorProto as T
from onnx import helper as h

STEM = {"q8": "model_quantized", "q4": "model_q4", "q8w": "model_q4", "q4f16": "model_q4f16", "fp16": "model_fp16", "fp32": "model"}
# Weights smaller than this stay inside the graph.
INSIDE = 1024


class Source:
    """Tensors and settings of a GGUF file."""

    def __init__(self, path: Path):
        reader = GGUFReader(path)
        self.fields = reader.fields
        self.tensors = {t.name: t for t in reader.tensors}
        self.layers, self.width = self.setting("block_count"), self.setting("embedding_length")
        self.heads, self.kv = self.setting("attention.head_count"), self.setting("attention.head_count_kv")
        self.size = self.width // self.heads

    def setting(self, key: str):
        return self.fields[f"qwen2.{key}"].contents()

    def weight(self, key: str) -> np.ndarray:
        tensor = self.tensors[key]
        return dequantize(tensor.data, tensor.tensor_type).astype(np.float32)


class Graph:
    def __init__(self, source: Source, kind: str, data: Path):
        self.source, self.kind = source, kind
        self.half = kind in ("fp16", "q4f16")
        self.number = np.float16 if self.half else np.float32
        self.type = T.FLOAT16 if self.half else T.FLOAT
        self.nodes, self.weights, self.count = [], [], 0
        self.data, self.at, self.location = open(data, "wb"), 0, data.name

    def const(self, key: str, array: np.ndarray) -> str:
        kind = h.np_dtype_to_tensor_dtype(array.dtype)
        if array.nbytes < INSIDE:
            self.weights.append(h.make_tensor(key, kind, array.shape, array.tobytes(), raw=True))
            return key
        tensor = onnx.TensorProto(name=key, data_type=kind, dims=array.shape, data_location=onnx.TensorProto.EXTERNAL)
        # Aligned, so that the file can be mapped.
        self.data.write(b"\0" * (-self.at % 64))
        self.at += -self.at % 64
        for name, value in (("location", self.location), ("offset", str(self.at)), ("length", str(array.nbytes))):
            tensor.external_data.add(key=name, value=value)
        self.data.write(array.tobytes())
        self.at += array.nbytes
        self.weights.append(tensor)
        return key

    def op(self, kind: str, inputs: list[str], outs: int | list[str] = 1, domain: str = "", **attributes):
        self.count += 1
        names = [f"{kind}_{self.count}_{i}" for i in range(outs)] if isinstance(outs, int) else outs
        self.nodes.append(h.make_node(kind, inputs, names, name=f"{kind}_{self.count}", domain=domain, **attributes))
        return names[0] if len(names) == 1 else names

    def norm(self, x: str, key: str) -> str:
        scale = self.const(key, self.source.weight(key).astype(self.number))
        epsilon = self.source.setting("attention.layer_norm_rms_epsilon")
        return self.op("SimplifiedLayerNormalization", [x, scale], axis=-1, epsilon=epsilon, stash_type=1)

    def quantised(self, x: str) -> list[str] | None:
        return self.op("DynamicQuantizeLinear", [x], 3) if self.kind == "q8" else None

    def matmul(self, x: str, q: list[str] | None, key: str, w: np.ndarray) -> str:
        """`w`: [out, in]."""
        if self.kind in ("fp32", "fp16"):
            return self.op("MatMul", [x, self.const(key, np.ascontiguousarray(w.T.astype(self.number)))])
        if self.kind == "q8":
            scale = np.float32(np.abs(w).max() / 127)
            values = np.clip(np.round(w.T / scale), -127, 127).astype(np.int8)
            whole = self.op("MatMulInteger", [q[0], self.const(f"{key}_q8", values), q[2], self.const(f"{key}_zero", np.array(0, np.int8))])
            both = self.op("Mul", [q[1], self.const(f"{key}_scale", np.array(scale))])
            return self.op("Mul", [self.op("Cast", [whole], to=T.FLOAT), both])
        bits = 8 if self.kind == "q8w" else 4
        n, k = w.shape
        zero = 1 << (bits - 1)
        blocks = w.reshape(n, k // 32, 32)
        at = np.abs(blocks).argmax(-1)[..., None]
        # The number farthest from zero gets the code that has no counterpart on the other side.
        scale = np.take_along_axis(blocks, at, -1) / -zero
        with np.errstate(divide="ignore", invalid="ignore"):
            codes = np.where(scale == 0, zero, np.clip(np.round(blocks / scale) + zero, 0, 2 * zero - 1)).astype(np.uint8)
        packed = codes if bits == 8 else codes[..., 0::2] | (codes[..., 1::2] << 4)
        inputs = [x, self.const(f"{key}_q{bits}", packed), self.const(f"{key}_scales", scale[..., 0].astype(self.number))]
        # Level 4 (int8 products) is onnxruntime's fastest for 4 bits on processors.
        return self.op("MatMulNBits", inputs, domain="com.microsoft", K=k, N=n, bits=bits, block_size=32, accuracy_level=4)

    def linear(self, x: str, q: list[str] | None, key: str) -> str:
        y = self.matmul(x, q, f"{key}.weight", self.source.weight(f"{key}.weight"))
        if f"{key}.bias" not in self.source.tensors:
            return y
        return self.op("Add", [y, self.const(f"{key}.bias", self.source.weight(f"{key}.bias").astype(self.number))])


def build(source: Source, kind: str, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "onnx").mkdir(parents=True)
    file = folder / "onnx" / f"{STEM[kind]}.onnx"
    g = Graph(source, kind, file.with_name(f"{file.name}_data"))
    s, context = source, source.setting("context_length")
    table = s.weight("token_embd.weight")
    if g.half or kind == "fp32":
        x = g.op("Gather", [g.const("table", table.astype(g.number)), "input_ids"])
    else:
        scale = np.float32(np.abs(table).max() / 127)
        g.const("table", np.clip(np.round(table / scale), -127, 127).astype(np.int8))
        rows = g.op("Gather", ["table", "input_ids"])
        x = g.op("DequantizeLinear", [rows, g.const("table_scale", np.array(scale)), g.const("table_zero", np.array(0, np.int8))])
    one = g.const("one", np.array([1], np.int64))
    lengths = g.op("Cast", [g.op("Sub", [g.op("ReduceSum", ["attention_mask", one], keepdims=0), one])], to=T.INT32)
    total = g.op("Cast", [g.op("Gather", [g.op("Shape", ["attention_mask"]), g.const("second", np.array(1, np.int64))])], to=T.INT32)
    angles = np.outer(np.arange(context), 1 / s.setting("rope.freq_base") ** (np.arange(0, s.size, 2) / s.size))
    cos, sin = g.const("cos", np.cos(angles).astype(g.number)), g.const("sin", np.sin(angles).astype(g.number))
    inputs = [h.make_tensor_value_info(n, T.INT64, ["batch_size", d]) for n, d in (("input_ids", "tokens"), ("attention_mask", "all"))]
    outputs = [h.make_tensor_value_info("logits", T.FLOAT, ["batch_size", "tokens", table.shape[0]])]
    del table
    for i in range(s.layers):
        b = f"blk.{i}."
        past, present = ([f"{name}.{i}.{k}" for k in ("key", "value")] for name in ("past_key_values", "present"))
        y = g.norm(x, f"{b}attn_norm.weight")
        q = g.quantised(y)
        qkv = [g.linear(y, q, f"{b}attn_{p}") for p in "qkv"]
        out = g.op(
            "GroupQueryAttention", [*qkv, *past, lengths, total, cos, sin], [f"attention_{i}", *present], "com.microsoft",
            num_heads=s.heads, kv_num_heads=s.kv, scale=s.size**-0.5, do_rotary=1, rotary_interleaved=0, local_window_size=-1)[0]
        x = g.op("Add", [x, g.linear(out, g.quantised(out), f"{b}attn_output")])
        y = g.norm(x, f"{b}ffn_norm.weight")
        q = g.quantised(y)
        gate, up = g.linear(y, q, f"{b}ffn_gate"), g.linear(y, q, f"{b}ffn_up")
        y = g.op("Mul", [g.op("Mul", [gate, g.op("Sigmoid", [gate])]), up])
        x = g.op("Add", [x, g.linear(y, g.quantised(y), f"{b}ffn_down")])
        inputs += [h.make_tensor_value_info(n, g.type, ["batch_size", s.kv, "past", s.size]) for n in past]
        outputs += [h.make_tensor_value_info(n, g.type, ["batch_size", s.kv, "all", s.size]) for n in present]
    y = g.norm(x, "output_norm.weight")
    head = s.weight("output.weight" if "output.weight" in s.tensors else "token_embd.weight")
    logits = g.matmul(y, g.quantised(y), "head", head)
    g.nodes.append(h.make_node("Cast", [logits], ["logits"], to=T.FLOAT))
    g.data.close()
    graph = h.make_graph(g.nodes, "qwen2", inputs, outputs, g.weights)
    opsets = [h.make_opsetid("", 17), h.make_opsetid("com.microsoft", 1)]
    onnx.save(h.make_model(graph, opset_imports=opsets, ir_version=8), file)
    write_small_files(source, kind, file, folder)
    print(kind, sum(f.stat().st_size for f in (folder / "onnx").iterdir()), flush=True)


def write_small_files(s: Source, kind: str, file: Path, folder: Path) -> None:
    words = s.fields["tokenizer.ggml.tokens"].contents()
    kinds = s.fields["tokenizer.ggml.token_type"].contents()
    added = [
        {"id": i, "content": w, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": kinds[i] == 3}
        for i, w in enumerate(words) if kinds[i] in (3, 4)]
    # Rows beyond the vocabulary only fill the table up.
    vocabulary = {w: i for i, w in enumerate(words) if kinds[i] == 1}
    pattern = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    bytes_of = {"add_prefix_space": False, "trim_offsets": False, "use_regex": False, "type": "ByteLevel"}
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "", "end_of_word_suffix": "", "fuse_unk": False,
        "byte_fallback": False, "ignore_merges": False, "vocab": vocabulary, "merges": s.fields["tokenizer.ggml.merges"].contents()}
    write(folder / "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, bytes_of]}, "post_processor": bytes_of, "decoder": bytes_of, "model": model})
    end = s.fields["tokenizer.ggml.eos_token_id"].contents()
    write(folder / "tokenizer_config.json", {
        "tokenizer_class": "Qwen2Tokenizer", "add_bos_token": False, "add_prefix_space": False, "bos_token": None, "unk_token": None,
        "eos_token": words[end], "pad_token": words[s.fields["tokenizer.ggml.padding_token_id"].contents()],
        "model_max_length": s.setting("context_length"), "clean_up_tokenization_spaces": False,
        "chat_template": s.fields["tokenizer.chat_template"].contents()})
    write(folder / "generation_config.json", {"eos_token_id": [end, words.index("<|endoftext|>")], "pad_token_id": words.index("<|endoftext|>")})
    cache = {"kv_cache_dtype": {"fp16": "float16", "q4f16": "float16"}}
    write(folder / "config.json", {
        "architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2", "hidden_size": s.width, "num_hidden_layers": s.layers,
        "num_attention_heads": s.heads, "num_key_value_heads": s.kv, "intermediate_size": s.setting("feed_forward_length"),
        "vocab_size": len(words), "max_position_embeddings": s.setting("context_length"), "eos_token_id": end,
        "rope_theta": s.setting("rope.freq_base"), "rms_norm_eps": s.setting("attention.layer_norm_rms_epsilon"),
        "transformers.js_config": {"use_external_data_format": {file.name: 1}, **cache}})


def write(path: Path, value: dict) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False))


if __name__ == "__main__":
    source = Source(Path(sys.argv[1]))
    for kind in sys.argv[3:] or list(STEM):
        build(source, kind, Path(sys.argv[2]) / kind)
