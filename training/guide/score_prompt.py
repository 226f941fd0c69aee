"""Log-probabilities of a text's tokens, straight from the graph: the reference of e2e/completions.e2e.ts.

python training/guide/score_prompt.py > e2e/data/guide-logprobs.json
"""

import json
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

FOLDER = Path(__file__).parents[2] / "public/models/alcove-guide"
TEXT = "To transcribe a file, open Transcribe and drop it there. Zürich costs 5 €."


def main() -> None:
    config = json.loads((FOLDER / "config.json").read_text())
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    ids = tokenizer.encode(TEXT, add_special_tokens=False).ids
    session = onnxruntime.InferenceSession(str(FOLDER / "onnx/model_quantized.onnx"))
    heads = config.get("num_key_value_heads") or config["num_attention_heads"]
    size = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    feeds = {
        "input_ids": np.array([ids], dtype=np.int64),
        "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
        "position_ids": np.arange(len(ids), dtype=np.int64)[None],
        "num_logits_to_keep": np.array(len(ids), dtype=np.int64),
    }
    names = [value.name for value in session.get_inputs()]
    for name in names:
        if name.startswith("past"):
            feeds[name] = np.zeros((1, heads, 0, size), dtype=np.float32)
    logits = session.run(["logits"], {name: feeds[name] for name in names})[0][0].astype(np.float64)
    logits -= logits.max(axis=1, keepdims=True)
    logprobs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    chosen = [round(float(logprobs[i, token]), 6) for i, token in enumerate(ids[1:])]
    greedy = [int(row.argmax()) for row in logprobs]
    print(json.dumps({"text": TEXT, "ids": ids, "logprobs": chosen, "greedy": greedy}))


main()
