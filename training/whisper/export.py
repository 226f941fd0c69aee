"""CTranslate2's Whisper as a PyTorch model, and that as ONNX graphs."""

import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxslim
import torch
from ct2 import read_ct2
from optimum.exporters.onnx import main_export
from optimum.exporters.onnx.model_configs import WhisperOnnxConfig
from transformers import GenerationConfig, WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration, WhisperTokenizerFast


def to_state(ct2: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """The reference's names. Queries, keys and values are in one matrix there; keys have no bias in Whisper."""
    state = {}

    def put(name: str, value: np.ndarray) -> None:
        state[name] = torch.from_numpy(value.astype(np.float32))

    def linear(name: str, source: str, parts: tuple[str, ...] = ("",)) -> None:
        weights, biases = (np.split(ct2[f"{source}/{kind}"], len(parts)) for kind in ("weight", "bias"))
        for part, weight, bias in zip(parts, weights, biases):
            put(f"{name}{part}.weight", weight)
            if part == "k_proj":
                assert not bias.any()
            else:
                put(f"{name}{part}.bias", bias)

    def norm(name: str, source: str) -> None:
        put(f"{name}.weight", ct2[f"{source}/gamma"])
        put(f"{name}.bias", ct2[f"{source}/beta"])

    for side in ("encoder", "decoder"):
        put(f"model.{side}.embed_positions.weight", ct2[f"{side}/position_encodings/encodings"])
        norm(f"model.{side}.layer_norm", f"{side}/layer_norm")
        for i in range(sum(name.startswith(f"{side}/layer_") and name.endswith("/ffn/linear_0/weight") for name in ct2)):
            mine, its = f"model.{side}.layers.{i}", f"{side}/layer_{i}"
            norm(f"{mine}.self_attn_layer_norm", f"{its}/self_attention/layer_norm")
            linear(f"{mine}.self_attn.", f"{its}/self_attention/linear_0", ("q_proj", "k_proj", "v_proj"))
            linear(f"{mine}.self_attn.out_proj", f"{its}/self_attention/linear_1")
            if side == "decoder":
                norm(f"{mine}.encoder_attn_layer_norm", f"{its}/attention/layer_norm")
                linear(f"{mine}.encoder_attn.q_proj", f"{its}/attention/linear_0")
                linear(f"{mine}.encoder_attn.", f"{its}/attention/linear_1", ("k_proj", "v_proj"))
                linear(f"{mine}.encoder_attn.out_proj", f"{its}/attention/linear_2")
            norm(f"{mine}.final_layer_norm", f"{its}/ffn/layer_norm")
            linear(f"{mine}.fc1", f"{its}/ffn/linear_0")
            linear(f"{mine}.fc2", f"{its}/ffn/linear_1")
    for conv in ("conv1", "conv2"):
        linear(f"model.encoder.{conv}", f"encoder/{conv}")
    put("model.decoder.embed_tokens.weight", ct2["decoder/embeddings/weight"])
    state["proj_out.weight"] = state["model.decoder.embed_tokens.weight"]
    return state


def write_reference(source: Path, out: Path) -> None:
    """The model as transformers saves it, with what a Whisper's generation needs to know."""
    tokenizer = WhisperTokenizerFast(tokenizer_file=str(source / "tokenizer.json"), model_max_length=1024)
    token = tokenizer.convert_tokens_to_ids
    generation = json.loads((source / "config.json").read_text())
    state = to_state(read_ct2(source / "model.bin"))
    vocabulary, size = state["proj_out.weight"].shape
    layers = {s: sum(k.startswith(f"model.{s}.layers.") and k.endswith("fc1.bias") for k in state) for s in ("encoder", "decoder")}
    end, start = token("<|endoftext|>"), token("<|startoftranscript|>")
    ids = {"bos_token_id": end, "eos_token_id": end, "pad_token_id": end, "decoder_start_token_id": start}
    config = WhisperConfig(
        vocab_size=vocabulary, d_model=size, encoder_layers=layers["encoder"], decoder_layers=layers["decoder"], num_mel_bins=80,
        encoder_attention_heads=size // 64, decoder_attention_heads=size // 64, encoder_ffn_dim=4 * size, decoder_ffn_dim=4 * size,
        max_source_positions=1500, max_target_positions=448, architectures=["WhisperForConditionalGeneration"], **ids)
    model = WhisperForConditionalGeneration(config)
    model.load_state_dict(state, strict=True)
    multilingual = vocabulary >= 51865
    first, last = token("<|en|>"), token("<|translate|>")
    languages = {t: i for t, i in tokenizer.get_vocab().items() if first <= i < last and i not in (token("<|transcribe|>"), last)}
    tasks = {"lang_to_id": languages, "task_to_id": {t: token(f"<|{t}|>") for t in ("transcribe", "translate")}} if multilingual else {}
    generation = GenerationConfig(
        **ids, is_multilingual=multilingual, alignment_heads=generation["alignment_heads"], suppress_tokens=generation["suppress_ids"],
        begin_suppress_tokens=generation["suppress_ids_begin"], no_timestamps_token_id=token("<|notimestamps|>"),
        prev_sot_token_id=token("<|startofprev|>"), max_initial_timestamp_index=50, max_length=448, return_timestamps=False, **tasks)
    model.generation_config = generation
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    WhisperFeatureExtractor(processor_class="WhisperProcessor").save_pretrained(out)


class WithAttentions(WhisperOnnxConfig):
    """As the hub's `_timestamped` files: the decoder returns its attention weights."""

    @property
    def outputs(self):
        found = super().outputs
        if self._behavior.value == "decoder":
            for i in range(self._config.decoder_layers):
                found[f"cross_attentions.{i}"] = {0: "batch_size", 2: "decoder_sequence_length", 3: "encoder_sequence_length / 2"}
        return found


def export(reference: Path, out: Path) -> None:
    """encoder_model.onnx and decoder_model_merged.onnx in floats."""
    out.mkdir(parents=True, exist_ok=True)
    one = WithAttentions(WhisperConfig.from_pretrained(reference), task="automatic-speech-recognition", use_past=True)
    configs = {
        "encoder_model": one.with_behavior("encoder"),
        "decoder_model": one.with_behavior("decoder", use_past=True, use_past_in_inputs=False),
        "decoder_with_past_model": one.with_behavior("decoder", use_past=True, use_past_in_inputs=True),
    }
    with tempfile.TemporaryDirectory() as folder:
        main_export(
            str(reference), folder, task="automatic-speech-recognition-with-past", do_validation=False,
            model_kwargs={"output_attentions": True}, custom_onnx_configs=configs)
        for name in ("encoder_model", "decoder_model_merged"):
            onnx.save(onnxslim.slim(str(Path(folder) / f"{name}.onnx")), out / f"{name}.onnx")
