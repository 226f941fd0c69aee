"""A model that speaks: the inputs and outputs of Kokoro's graphs on the hub, around a tone instead of a network."""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: Numbers of a style; lengths of text that a file of a voice describes.
STYLE, LENGTHS = 256, 8
#: Frames of each phoneme at speed 1, and the samples of a frame of 25 ms.
FRAMES, SAMPLES = 6, 600
#: What the first number of each voice's styles is: the tone's pitch as radians a sample.
VOICES = {"af_heart": 0.05, "am_puck": 0.02, "bm_george": 0.01}


def kokoro(folder: Path) -> dict:
    """Each phoneme is a tone of 150 ms, whose pitch is the voice's; the pad at both ends is silent."""
    constants = {"frames": np.array(FRAMES, np.float32), "zero": np.array(0, np.float32), "one": np.array(1, np.float32), "many": np.array(50, np.float32),
                 "samples": np.array(SAMPLES, np.float32), "first": np.array([0, 0], np.int64), "second": np.array([1, 1], np.int64), "axes": np.array([0, 1], np.int64),
                 "level": np.array(0.3, np.float32), "flat": np.array([-1], np.int64), "edge": np.array(FRAMES * SAMPLES, np.float32)}
    steps = [
        ("Cast", ["input_ids"], "floats", {"to": TensorProto.FLOAT}),
        ("Mul", ["floats", "zero"], "zeros", {}),
        ("Add", ["zeros", "frames"], "plain", {}),
        ("Div", ["plain", "speed"], "slow", {}),
        # As in the real graphs, which have no output for it.
        ("Round", ["slow"], "rounded", {}),
        ("Clip", ["rounded", "one", "many"], "durations", {}),
        ("ReduceSum", ["durations"], "length", {"keepdims": 0}),
        ("Mul", ["length", "samples"], "count", {}),
        ("Range", ["zero", "count", "one"], "at", {}),
        ("Slice", ["style", "first", "second", "axes"], "corner", {}),
        ("Reshape", ["corner", "flat"], "pitch", {}),
        ("Mul", ["at", "pitch"], "angles", {}),
        ("Sin", ["angles"], "wave", {}),
        ("Mul", ["wave", "level"], "loud", {}),
        # 150 ms at both ends.
        ("Sub", ["count", "edge"], "until", {}),
        ("Greater", ["at", "edge"], "is_begun", {}),
        ("Less", ["at", "until"], "is_open", {}),
        ("And", ["is_begun", "is_open"], "is_said", {}),
        ("Where", ["is_said", "loud", "zero"], "waveform", {}),
    ]
    inputs = [("input_ids", TensorProto.INT64, [1, "n"]), ("style", TensorProto.FLOAT, [1, STYLE]), ("speed", TensorProto.FLOAT, [1])]
    graph = helper.make_graph(
        [helper.make_node(kind, used, [made], **attributes) for kind, used, made, attributes in steps],
        "kokoro",
        [helper.make_tensor_value_info(*one) for one in inputs],
        [helper.make_tensor_value_info("waveform", TensorProto.FLOAT, ["samples"])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    (folder / "onnx").mkdir(parents=True)
    (folder / "voices").mkdir()
    onnx.save(model, folder / "onnx" / "model_quantized.onnx")
    (folder / "config.json").write_text(json.dumps({"model_type": "style_text_to_speech_2"}))
    for name, pitch in VOICES.items():
        styles = np.zeros((LENGTHS, 1, STYLE), np.float32)
        styles[:, 0, 0] = pitch
        styles.tofile(folder / "voices" / f"{name}.bin")
    return {"voices": VOICES}


FAMILIES = {"kokoro": kokoro}
