"""Writes alcove-embed in the layout that transformers.js loads.

    python export.py --student /tmp/embed/student.pt --teacher DIR --out ../../public/models/alcove-embed
"""

import argparse
import json
import sys
from pathlib import Path

import onnx
import torch
from model import Student
from torch import nn

sys.path.append(str(Path(__file__).parent.parent / "common"))
from weights_int8 import store_weights_as_int8  # noqa: E402


class Exported(nn.Module):
    """The vector of a text, also repeated at every token: then the usual mean over tokens gives it back."""

    def __init__(self, student: Student) -> None:
        super().__init__()
        self.student = student

    def forward(self, input_ids, attention_mask):
        sentence = self.student(input_ids, attention_mask)
        sentence = sentence / sentence.norm(dim=1, keepdim=True).clamp(min=1e-6)
        ones = attention_mask.unsqueeze(-1).to(sentence.dtype) * 0 + 1
        return sentence.unsqueeze(1) * ones, sentence


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--student", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    state = torch.load(args.student, weights_only=True)
    tokens = state["tokens"]
    student = Student(len(tokens), state["state"]["table.weight"].shape[1])
    student.load_state_dict(state["state"])
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    ids = torch.tensor([[2, 9, 3], [2, 11, 3]])
    path = args.out / "onnx" / "model_quantized.onnx"
    axes = {0: "batch", 1: "tokens"}
    torch.onnx.export(
        Exported(student).eval(), (ids, torch.ones_like(ids)), str(path), dynamo=False, opset_version=17,
        input_names=["input_ids", "attention_mask"], output_names=["last_hidden_state", "sentence_embedding"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "last_hidden_state": axes, "sentence_embedding": {0: "batch"}},
    )
    onnx.save(store_weights_as_int8(onnx.load(path)), path)

    source = json.loads((args.teacher / "tokenizer.json").read_text())
    number = {t: i for i, t in enumerate(tokens)}
    source["model"]["vocab"] = number
    source["truncation"] = source["padding"] = None
    source["added_tokens"] = [{**t, "id": number[t["content"]]} for t in source["added_tokens"] if t["content"] in number]
    for token in source["post_processor"]["special_tokens"].values():
        token["ids"] = [number[t] for t in token["tokens"]]
    write = lambda name, data: (args.out / name).write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")))  # noqa: E731
    write("tokenizer.json", source)
    write("tokenizer_config.json", {
        "tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 512, "cls_token": "[CLS]", "sep_token": "[SEP]",
        "pad_token": "[PAD]", "unk_token": "[UNK]", "mask_token": "[MASK]"})
    write("config.json", {
        "model_type": "bert", "architectures": ["BertModel"], "hidden_size": 256, "vocab_size": len(tokens), "max_position_embeddings": 512,
        "num_hidden_layers": 0, "num_attention_heads": 1, "pad_token_id": 0})
    print({p.name: p.stat().st_size for p in args.out.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
