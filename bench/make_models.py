"""Makes models of true shapes with random weights for the benchmarks: speed needs no training.

    python bench/make_models.py --out /tmp/alcove-bench

MiniLM: six layers of 384, as all-MiniLM-L6-v2, dynamically quantised to 8 bits as the hub's files
are, with the tokenizer of alcove-embed. Needs training/requirements.txt.
"""

import argparse
import json
import shutil
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertConfig, BertModel


class Encoder(torch.nn.Module):
    def __init__(self, model: BertModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


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
    print({p.name: p.stat().st_size for p in folder.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
