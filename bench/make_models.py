"""Makes models of true shapes with random weights for the benchmarks: speed needs no training.

    python bench/make_models.py --out /tmp/alcove-bench

MiniLM: six layers of 384, as all-MiniLM-L6-v2, dynamically quantised to 8 bits as the hub's files
are, with the tokenizer of alcove-embed. Chat: twelve layers of 768 (78 million weights), quantised
alike, with the tokenizer of alcove-guide. Needs training/requirements.txt.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertConfig, BertModel, LlamaConfig, LlamaForCausalLM

sys.path.append(str(Path(__file__).parent.parent / "training" / "guide"))
from export import Decoder  # noqa: E402


class Encoder(torch.nn.Module):
    def __init__(self, model: BertModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


def make_chat(out: Path) -> None:
    folder = out / "models" / "bench-chat"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    guide = Path(__file__).parent.parent / "public" / "models" / "alcove-guide"
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(guide / name, folder / name)
    vocabulary = json.loads((guide / "config.json").read_text())["vocab_size"]
    config = LlamaConfig(
        vocab_size=vocabulary, hidden_size=768, intermediate_size=2048, num_hidden_layers=12, num_attention_heads=12,
        num_key_value_heads=4, max_position_embeddings=4096, eos_token_id=vocabulary - 1, bos_token_id=0, pad_token_id=0,
        tie_word_embeddings=False, attn_implementation="eager",
    )
    decoder = Decoder(LlamaForCausalLM(config).eval(), 4096).eval()
    ids = torch.randint(3, 300, (2, 12))
    caches = [f"{i}.{kind}" for i in range(config.num_hidden_layers) for kind in ("key", "value")]
    empty = tuple(torch.zeros(2, config.num_key_value_heads, 0, decoder.size) for _ in caches)
    positions = torch.arange(12)[None].expand(2, -1)
    inputs = ["input_ids", "attention_mask", "position_ids", *(f"past_key_values.{c}" for c in caches)]
    outputs = ["logits", *(f"present.{c}" for c in caches)]
    axes = {n: {0: "batch", 1: "tokens"} for n in ("input_ids", "position_ids", "logits")} | {"attention_mask": {0: "batch", 1: "all"}}
    axes |= {n: {0: "batch", 2: "past"} for n in inputs[3:]} | {n: {0: "batch", 2: "all"} for n in outputs[1:]}
    plain = folder / "onnx" / "model.onnx"
    torch.onnx.export(decoder, (ids, torch.ones_like(ids), positions, *empty), str(plain), dynamo=False, opset_version=17, input_names=inputs, output_names=outputs, dynamic_axes=axes)
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
    axes = {name: {0: "batch", 1: "tokens"} for name in ("input_ids", "attention_mask", "token_type_ids", "last_hidden_state")}
    plain = folder / "onnx" / "model.onnx"
    torch.onnx.export(model, (ids, ids, ids), str(plain), dynamo=False, opset_version=17, input_names=list(axes)[:3], output_names=["last_hidden_state"], dynamic_axes=axes)
    quantize_dynamic(plain, folder / "onnx" / "model_quantized.onnx", weight_type=QuantType.QInt8)
    plain.unlink()
    (folder / "config.json").write_text(json.dumps({**config.to_dict(), "model_type": "bert", "architectures": ["BertModel"]}, default=str))
    make_chat(args.out)
    print({p.name: p.stat().st_size for p in folder.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
