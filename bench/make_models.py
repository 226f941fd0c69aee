"""Makes models of true shapes with random weights for the benchmarks: speed needs no training.

    python bench/make_models.py --out /tmp/alcove-bench

MiniLM: six layers of 384, as all-MiniLM-L6-v2, dynamically quantised to 8 bits as the hub's files
are, with the tokenizer of alcove-embed. Chat: twelve layers of 768 (78 million weights), quantised
alike, its attention one node as in the hub's files, with the tokenizer of alcove-guide; and the same
weights as GGUF in Q8_0, for llama.cpp. Needs training/requirements.txt and gguf==0.19.0.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

import gguf
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertConfig, BertModel, LlamaConfig, LlamaForCausalLM

sys.path.append(str(Path(__file__).parent.parent / "training" / "common"))
from fused_attention import OPSETS, FusedAttention, row_lengths, turns  # noqa: E402

CONTEXT = 4096


class Encoder(torch.nn.Module):
    def __init__(self, model: BertModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


class Decoder(torch.nn.Module):
    def __init__(self, model: LlamaForCausalLM) -> None:
        super().__init__()
        self.model, self.head, self.config = model.model, model.lm_head, model.config
        self.size = model.config.hidden_size // model.config.num_attention_heads
        cos, sin = turns(CONTEXT, self.size, 10_000.0)
        self.register_buffer("cos", cos)
        self.register_buffer("sin", sin)

    def forward(self, input_ids, attention_mask, position_ids, *past):
        c = self.config
        x = self.model.embed_tokens(input_ids)
        seqlens, total = row_lengths(attention_mask)
        present = []
        for i, layer in enumerate(self.model.layers):
            a, h = layer.self_attn, layer.input_layernorm(x)
            out, *kept = FusedAttention.apply(
                a.q_proj(h), a.k_proj(h), a.v_proj(h), past[2 * i], past[2 * i + 1], seqlens, total, self.cos, self.sin,
                c.num_attention_heads, c.num_key_value_heads)
            present += kept
            x = x + a.o_proj(out)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return self.head(self.model.norm(x)), *present


def interleaved(weight: torch.Tensor, heads: int) -> torch.Tensor:
    """llama.cpp rotates neighbours, the library halves."""
    return weight.view(heads, 2, -1, weight.shape[1]).transpose(1, 2).reshape(weight.shape)


def write_gguf(model: LlamaForCausalLM, tokenizer: dict, path: Path) -> None:
    c = model.config
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(c.hidden_size)
    writer.add_block_count(c.num_hidden_layers)
    writer.add_feed_forward_length(c.intermediate_size)
    writer.add_head_count(c.num_attention_heads)
    writer.add_head_count_kv(c.num_key_value_heads)
    writer.add_layer_norm_rms_eps(c.rms_norm_eps)
    writer.add_rope_dimension_count(c.hidden_size // c.num_attention_heads)
    writer.add_vocab_size(c.vocab_size)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    marks = {t["content"] for t in tokenizer["added_tokens"]}
    tokens = sorted(tokenizer["model"]["vocab"], key=tokenizer["model"]["vocab"].get)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.CONTROL if t in marks else gguf.TokenType.NORMAL for t in tokens])
    writer.add_token_merges([" ".join(m) for m in tokenizer["model"]["merges"]])
    writer.add_eos_token_id(c.eos_token_id)
    q8 = gguf.GGMLQuantizationType.Q8_0

    def add(name: str, weight: torch.Tensor) -> None:
        data = weight.detach().float().numpy()
        if data.ndim == 1:
            writer.add_tensor(name, data)
        else:
            writer.add_tensor(name, gguf.quants.quantize(data, q8), raw_dtype=q8)

    add("token_embd.weight", model.model.embed_tokens.weight)
    add("output_norm.weight", model.model.norm.weight)
    add("output.weight", model.lm_head.weight)
    for i, layer in enumerate(model.model.layers):
        a, m = layer.self_attn, layer.mlp
        add(f"blk.{i}.attn_norm.weight", layer.input_layernorm.weight)
        add(f"blk.{i}.attn_q.weight", interleaved(a.q_proj.weight, c.num_attention_heads))
        add(f"blk.{i}.attn_k.weight", interleaved(a.k_proj.weight, c.num_key_value_heads))
        add(f"blk.{i}.attn_v.weight", a.v_proj.weight)
        add(f"blk.{i}.attn_output.weight", a.o_proj.weight)
        add(f"blk.{i}.ffn_norm.weight", layer.post_attention_layernorm.weight)
        add(f"blk.{i}.ffn_gate.weight", m.gate_proj.weight)
        add(f"blk.{i}.ffn_up.weight", m.up_proj.weight)
        add(f"blk.{i}.ffn_down.weight", m.down_proj.weight)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def make_chat(out: Path) -> None:
    folder = out / "models" / "bench-chat"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    guide = Path(__file__).parent.parent / "public" / "models" / "alcove-guide"
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(guide / name, folder / name)
    vocabulary = json.loads((guide / "config.json").read_text())["vocab_size"]
    config = LlamaConfig(
        vocab_size=vocabulary, hidden_size=768, intermediate_size=2048, num_hidden_layers=12, num_attention_heads=12,
        num_key_value_heads=4, max_position_embeddings=CONTEXT, eos_token_id=vocabulary - 1, bos_token_id=0, pad_token_id=0,
        tie_word_embeddings=False, attn_implementation="eager",
    )
    model = LlamaForCausalLM(config).eval()
    write_gguf(model, json.loads((guide / "tokenizer.json").read_text()), folder / "model-q8_0.gguf")
    decoder = Decoder(model).eval()
    ids = torch.randint(3, 300, (2, 12))
    caches = [f"{i}.{kind}" for i in range(config.num_hidden_layers) for kind in ("key", "value")]
    empty = tuple(torch.zeros(2, config.num_key_value_heads, 0, decoder.size) for _ in caches)
    positions = torch.arange(12)[None].expand(2, -1)
    inputs = ["input_ids", "attention_mask", "position_ids", *(f"past_key_values.{c}" for c in caches)]
    outputs = ["logits", *(f"present.{c}" for c in caches)]
    axes = {n: {0: "batch_size", 1: "tokens"} for n in ("input_ids", "position_ids", "logits")} | {"attention_mask": {0: "batch_size", 1: "all"}}
    axes |= {n: {0: "batch_size", 2: "past"} for n in inputs[3:]} | {n: {0: "batch_size", 2: "all"} for n in outputs[1:]}
    plain = folder / "onnx" / "model.onnx"
    torch.onnx.export(decoder, (ids, torch.ones_like(ids), positions, *empty), str(plain), dynamo=False, opset_version=17, input_names=inputs, output_names=outputs, dynamic_axes=axes, custom_opsets=OPSETS)
    quantize_dynamic(plain, folder / "onnx" / "model_quantized.onnx", weight_type=QuantType.QInt8)
    plain.unlink()
    (folder / "config.json").write_text(json.dumps({**config.to_dict(), "model_type": "llama", "architectures": ["LlamaForCausalLM"]}, default=str))
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": vocabulary - 1}))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    torch.manual_seed(7)
    folder = args.out / "models" / "bench-minilm"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer = Path(__file__).parent.parent / "public" / "models" / "alcove-embed"
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tokenizer / name, folder / name)
    vocabulary = len(json.loads((tokenizer / "tokenizer.json").read_text())["model"]["vocab"])
    config = BertConfig(vocab_size=vocabulary, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, attn_implementation="eager")
    model = Encoder(BertModel(config, add_pooling_layer=False).eval())
    ids = torch.ones(2, 7, dtype=torch.long)
    axes = {name: {0: "batch_size", 1: "tokens"} for name in ("input_ids", "attention_mask", "token_type_ids", "last_hidden_state")}
    plain = folder / "onnx" / "model.onnx"
    torch.onnx.export(model, (ids, ids, ids), str(plain), dynamo=False, opset_version=17, input_names=list(axes)[:3], output_names=["last_hidden_state"], dynamic_axes=axes)
    quantize_dynamic(plain, folder / "onnx" / "model_quantized.onnx", weight_type=QuantType.QInt8)
    plain.unlink()
    (folder / "config.json").write_text(json.dumps({**config.to_dict(), "model_type": "bert", "architectures": ["BertModel"]}, default=str))
    make_chat(args.out)
    print({p.name: p.stat().st_size for p in folder.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
