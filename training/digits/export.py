"""Writes alcove-digits in the layout that transformers.js loads.

    python export.py --run /tmp/digits/run --out ../../e2e/models/alcove-digits
"""

import argparse
import json
import sys
from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from tokens import build_tokenizer
from torch import nn
from train import build_model, encode
from transformers import WhisperForConditionalGeneration

sys.path.append(str(Path(__file__).parent.parent / "common"))
from weights_int8 import store_weights_as_int8  # noqa: E402


class Encoder(nn.Module):
    def __init__(self, model: WhisperForConditionalGeneration) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_features):
        return encode(self.model, input_features)


class Decoder(nn.Module):
    """The decoder with its caches as inputs and outputs.

    The cross-attention keys and values are computed once: rows of the encoder's states that are in
    the cache already are sliced away, so later steps project nothing. The usual export switches
    between two whole graphs instead.
    """

    def __init__(self, model: WhisperForConditionalGeneration) -> None:
        super().__init__()
        self.decoder, self.proj_out = model.model.decoder, model.proj_out
        self.heads = model.config.decoder_attention_heads

    def split(self, x):
        return x.view(x.shape[0], -1, self.heads, x.shape[-1] // self.heads).transpose(1, 2)

    def attend(self, attention, x, key, value, mask):
        query = self.split(attention.q_proj(x))
        scores = query @ key.transpose(-1, -2) * attention.scaling
        if mask is not None:
            scores = scores + mask
        out = (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)
        return attention.out_proj(out)

    def forward(self, input_ids, encoder_hidden_states, *past):
        before, count = past[0].shape[2], input_ids.shape[1]
        x = self.decoder.embed_tokens(input_ids)
        x = x + self.decoder.embed_positions.weight[before : before + count]
        at = torch.arange(count, device=x.device)[:, None] + before
        mask = torch.where(torch.arange(before + count, device=x.device)[None] <= at, 0.0, -1e9)
        fresh = encoder_hidden_states[:, past[2].shape[2] :]
        present = []
        for i, layer in enumerate(self.decoder.layers):
            key, value, cross_key, cross_value = past[4 * i : 4 * i + 4]
            h = layer.self_attn_layer_norm(x)
            key = torch.cat([key, self.split(layer.self_attn.k_proj(h))], 2)
            value = torch.cat([value, self.split(layer.self_attn.v_proj(h))], 2)
            x = x + self.attend(layer.self_attn, h, key, value, mask)
            cross_key = torch.cat([cross_key, self.split(layer.encoder_attn.k_proj(fresh))], 2)
            cross_value = torch.cat([cross_value, self.split(layer.encoder_attn.v_proj(fresh))], 2)
            x = x + self.attend(layer.encoder_attn, layer.encoder_attn_layer_norm(x), cross_key, cross_value, None)
            x = x + layer.fc2(F.gelu(layer.fc1(layer.final_layer_norm(x))))
            present += [key, value, cross_key, cross_value]
        return self.proj_out(self.decoder.layer_norm(x)), *present


def export(module: nn.Module, inputs: tuple, names: list[str], outputs: list[str], axes: dict, path: Path) -> None:
    torch.onnx.export(module.eval(), inputs, str(path), dynamo=False, opset_version=17, input_names=names, output_names=outputs, dynamic_axes=axes)
    onnx.save(store_weights_as_int8(onnx.load(path)), path)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    tokenizer = build_tokenizer()
    model = build_model(tokenizer)
    model.load_state_dict(torch.load(args.run / "last.pt", weights_only=True)["model"])
    model.eval()
    (args.out / "onnx").mkdir(parents=True, exist_ok=True)
    c = model.config
    export(Encoder(model), (torch.zeros(2, 80, 3000),), ["input_features"], ["last_hidden_state"],
           {"input_features": {0: "batch"}, "last_hidden_state": {0: "batch"}}, args.out / "onnx" / "encoder_model_quantized.onnx")
    size = c.d_model // c.decoder_attention_heads
    kinds = ["decoder.key", "decoder.value", "encoder.key", "encoder.value"]
    caches = [f"{i}.{kind}" for i in range(c.decoder_layers) for kind in kinds]
    past = tuple(torch.zeros(2, c.decoder_attention_heads, 3 if "decoder" in n.split(".")[1] else 5, size) for n in caches)
    axes = {"input_ids": {0: "batch", 1: "tokens"}, "encoder_hidden_states": {0: "batch", 1: "frames"}, "logits": {0: "batch", 1: "tokens"}}
    for n in caches:
        axes[f"past_key_values.{n}"] = {0: "batch", 2: f"past_{n.split('.')[1]}"}
        axes[f"present.{n}"] = {0: "batch", 2: f"all_{n.split('.')[1]}"}
    export(Decoder(model), (torch.zeros(2, 4, dtype=torch.long), torch.zeros(2, 9, c.d_model), *past),
           ["input_ids", "encoder_hidden_states", *(f"past_key_values.{n}" for n in caches)], ["logits", *(f"present.{n}" for n in caches)],
           axes, args.out / "onnx" / "decoder_model_merged_quantized.onnx")

    tokenizer.save(str(args.out / "tokenizer.json"), pretty=False)
    token = tokenizer.token_to_id
    write = lambda name, data: (args.out / name).write_text(json.dumps(data))  # noqa: E731
    config = {k: v for k, v in c.to_dict().items() if v is not None and not k.startswith("_") and k not in ("dtype", "transformers_version")}
    write("config.json", {**config, "architectures": ["WhisperForConditionalGeneration"], "model_type": "whisper", "is_encoder_decoder": True})
    ids = {"bos_token_id": token("<|endoftext|>"), "eos_token_id": token("<|endoftext|>"), "pad_token_id": token("<|endoftext|>")}
    write("generation_config.json", {
        **ids, "decoder_start_token_id": token("<|startoftranscript|>"), "is_multilingual": True, "lang_to_id": {"<|en|>": token("<|en|>")},
        "task_to_id": {"transcribe": token("<|transcribe|>"), "translate": token("<|translate|>")}, "no_timestamps_token_id": token("<|notimestamps|>"),
        "prev_sot_token_id": token("<|startofprev|>"), "max_length": 448, "max_initial_timestamp_index": 1500, "return_timestamps": False,
        # Digits repeat themselves, and nothing but digits was learnt: the reference's limits do not apply.
        "compression_ratio_threshold": None, "logprob_threshold": None, "no_speech_threshold": None})
    write("preprocessor_config.json", {
        "feature_extractor_type": "WhisperFeatureExtractor", "processor_class": "WhisperProcessor", "feature_size": 80, "sampling_rate": 16000,
        "hop_length": 160, "chunk_length": 30, "n_fft": 400, "n_samples": 480000, "nb_max_frames": 3000, "padding_value": 0.0, "padding_side": "right",
        "return_attention_mask": False})
    special = "<|endoftext|>"
    write("tokenizer_config.json", {"tokenizer_class": "WhisperTokenizer", "processor_class": "WhisperProcessor", "bos_token": special, "eos_token": special,
                                    "unk_token": special, "pad_token": special, "model_max_length": 448, "add_prefix_space": False})
    print({p.name: p.stat().st_size for p in args.out.rglob("*") if p.is_file()})


if __name__ == "__main__":
    main()
