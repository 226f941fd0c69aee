"""Writes what the graph gives for one text, for the test of `/v1/completions`; computed with onnxruntime alone.

    python write_logprobs.py --model ../../public/models/alcove-guide --out ../../e2e/data/guide-logprobs.json
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    text = json.loads(args.out.read_text())["text"]
    ids = Tokenizer.from_file(str(args.model / "tokenizer.json")).encode(text).ids
    session = onnxruntime.InferenceSession(str(args.model / "onnx" / "model_quantized.onnx"))
    config = json.loads((args.model / "config.json").read_text())
    heads, size = config["num_key_value_heads"], config["head_dim"]
    feeds = {i.name: np.zeros((1, heads, 0, size), np.float32) for i in session.get_inputs() if i.name.startswith("past")}
    feeds |= {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), np.int64), "position_ids": np.arange(len(ids))[None]}
    logits = session.run(["logits"], feeds)[0][0].astype(np.float64)
    logits -= logits.max(-1, keepdims=True)
    figures = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    logprobs = [round(float(figures[i, token]), 6) for i, token in enumerate(ids[1:])]
    greedy = [int(token) for token in figures.argmax(-1)]
    args.out.write_text(json.dumps({"text": text, "ids": ids, "logprobs": logprobs, "greedy": greedy}))


if __name__ == "__main__":
    main()
