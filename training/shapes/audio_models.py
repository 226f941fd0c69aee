"""Models with audio input: audio as tokens of a chat, and speech to text with encoders of two kinds."""

import json
import math
import wave
from pathlib import Path

import torch
import torch.nn.functional as F
from chats import SMALL, attention_names, plain, write_config
from graphs import Decoder, Function, causal_mask, export_decoder, export_embeddings, to_graph
from merged import merge_branches
from reference import generate, scatter, until_distinct
from torch import nn
from transformers import (
    GraniteSpeechConfig,
    GraniteSpeechForConditionalGeneration,
    LlamaConfig,
    LlamaForCausalLM,
    MoonshineConfig,
    MoonshineForConditionalGeneration,
    ParakeetCTCConfig,
    ParakeetForCTC,
    VoxtralConfig,
    VoxtralForConditionalGeneration,
    WhisperConfig,
    WhisperFeatureExtractor,
    WhisperForConditionalGeneration,
)
from transformers.audio_utils import mel_filter_bank
from transformers.models.llama.modeling_llama import LlamaRMSNorm
from transformers.models.whisper.modeling_whisper import WhisperEncoder
from vocabulary import make_tokenizer

QUESTION = "What is said?"
MESSAGES = [{"role": "user", "content": [{"type": "input_audio", "input_audio": "sound.wav"}, {"type": "text", "text": QUESTION}]}]
ENCODER = {"encoder_layers": 2, "encoder_attention_heads": 4, "d_model": 32, "encoder_ffn_dim": 64}
FEATURES = {"feature_extractor_type": "WhisperFeatureExtractor", "sampling_rate": 16_000, "hop_length": 160, "chunk_length": 30, "n_fft": 400,
            "n_samples": 480_000, "nb_max_frames": 3000, "padding_value": 0.0, "padding_side": "right", "return_attention_mask": False}


def read_sound(folder: Path) -> torch.Tensor:
    with wave.open(str(folder.parent / "sound.wav")) as file:
        return torch.frombuffer(bytearray(file.readframes(file.getnframes())), dtype=torch.int16).float() / 32_768


def log_mel(folder: Path, bands: int, samples: torch.Tensor, whole: bool) -> torch.Tensor:
    """[1, bands, frames]: of the whole window of 30 s, or of the sound alone."""
    extractor = WhisperFeatureExtractor(feature_size=bands)
    (folder / "preprocessor_config.json").write_text(json.dumps({**FEATURES, "feature_size": bands}))
    length = {} if whole else {"max_length": len(samples), "padding": "longest"}
    return extractor(samples.numpy(), sampling_rate=16_000, return_tensors="pt", **length).input_features


def encode_sound(encoder, features):
    """A Whisper's encoder for any number of frames."""
    x = F.gelu(encoder.conv2(F.gelu(encoder.conv1(features)))).permute(0, 2, 1)
    x = x + encoder.embed_positions.weight[: x.shape[1]]
    for layer in encoder.layers:
        x = layer(x, attention_mask=None)
        x = x[0] if isinstance(x, tuple) else x
    return encoder.layer_norm(x)


def write_chat(folder: Path, text, head, audio: nn.Module, features: torch.Tensor, axes: dict) -> None:
    to_graph(audio, {"audio_values": features}, ["audio_features"], folder / "onnx" / "audio_encoder.onnx", axes)
    export_embeddings(text, folder / "onnx" / "embed_tokens.onnx")
    export_decoder(Decoder(text, head, attention_names(text.config.num_hidden_layers)), folder / "onnx" / "decoder_model_merged.onnx", embeds=True)


LLAMA3 = (
    "{{ bos_token }}{% for message in messages %}{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
STACK = 4


class Projector(nn.Module):
    """Ultravox's: frames stacked, normed, and through a gated layer to the size of the text."""

    def __init__(self, size: int, hidden: int, out: int) -> None:
        super().__init__()
        self.ln_pre, self.ln_mid = LlamaRMSNorm(size * STACK), LlamaRMSNorm(hidden // 2)
        self.linear_1, self.linear_2 = nn.Linear(size * STACK, hidden, bias=False), nn.Linear(hidden // 2, out, bias=False)

    def forward(self, x):
        x = F.pad(x, (0, 0, 0, -x.shape[1] % STACK)).reshape(x.shape[0], -1, x.shape[2] * STACK)
        value, gate = self.linear_1(self.ln_pre(x)).chunk(2, -1)
        return self.linear_2(self.ln_mid(F.silu(gate) * value))


def ultravox(folder: Path) -> dict:
    marks = ["<|begin_of_text|>", "<|eot_id|>", "<|start_header_id|>", "<|end_header_id|>", "<|audio|>"]
    tokenizer = make_tokenizer(folder, marks, marks[1], LLAMA3)
    tokenizer.bos_token = marks[0]
    config = json.loads((folder / "tokenizer_config.json").read_text())
    (folder / "tokenizer_config.json").write_text(json.dumps({**config, "bos_token": marks[0]}))
    end, audio_id = tokenizer.convert_tokens_to_ids(marks[1]), tokenizer.convert_tokens_to_ids(marks[4])
    features = log_mel(folder, 80, read_sound(folder), whole=False)
    prompt = tokenizer.apply_chat_template([{"role": "user", "content": f"<|audio|>\n{QUESTION}"}], add_generation_prompt=True, tokenize=False)

    def build():
        encoder = scatter(WhisperEncoder(WhisperConfig(num_mel_bins=80, attn_implementation="eager", **ENCODER)))
        text = scatter(LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), eos_token_id=end, **SMALL)))
        audio = Function(nn.ModuleList([encoder, scatter(Projector(32, 64, SMALL["hidden_size"]))]), lambda m, x: m[1](encode_sound(m[0], x)))
        with torch.no_grad():
            audio_embeds = audio(features)
        ids = torch.tensor([tokenizer.encode(prompt.replace("<|audio|>", "<|audio|>" * audio_embeds.shape[1]), add_special_tokens=False)])

        def step(written):
            all_ids = torch.cat([ids, torch.tensor([written], dtype=torch.long)], 1)
            embeds = text.model.embed_tokens(all_ids)
            embeds[all_ids == audio_id] = audio_embeds[0]
            return text(inputs_embeds=embeds, use_cache=False).logits[0, -1]

        return (text, audio, ids), step

    (text, audio, ids), tokens = until_distinct(build)
    write_chat(folder, text.model, text.lm_head, audio, features, {"audio_values": {0: "items", 2: "frames"}, "audio_features": {0: "items", 1: "tokens"}})
    write_config(folder, {"model_type": "ultravox", "architectures": ["UltravoxModel"], "audio_token_index": audio_id, "stack_factor": STACK,
                          "text_config": {**plain(text.config), "model_type": "llama"}, "audio_config": {"model_type": "whisper", **ENCODER}}, end)
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": "UltravoxProcessor", "audio_placeholder": "<|audio|>", "encoder_ds_factor": 320, "stack_factor": STACK}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


VOXTRAL = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' %}[INST]{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{% if part['type'] == 'audio' %}[AUDIO]{% elif part['type'] == 'text' %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}[/INST]"
    "{% elif message['role'] == 'assistant' %}{{ message['content'] }}</s>{% endif %}{% endfor %}"
)


def voxtral(folder: Path) -> dict:
    marks = ["<s>", "</s>", "[INST]", "[/INST]", "[AUDIO]", "[BEGIN_AUDIO]"]
    tokenizer = make_tokenizer(folder, marks, marks[1], VOXTRAL)
    config = json.loads((folder / "tokenizer_config.json").read_text())
    (folder / "tokenizer_config.json").write_text(json.dumps({**config, "bos_token": "<s>"}))
    tokenizer.bos_token = "<s>"
    end, audio_id = tokenizer.convert_tokens_to_ids("</s>"), tokenizer.convert_tokens_to_ids("[AUDIO]")
    features = log_mel(folder, 128, read_sound(folder), whole=True)
    prompt = tokenizer.apply_chat_template([{"role": "user", "content": [{"type": "audio"}, {"type": "text", "text": QUESTION}]}], tokenize=False)
    ids = torch.tensor([tokenizer.encode(prompt.replace("[AUDIO]", "[BEGIN_AUDIO]" + "[AUDIO]" * 375), add_special_tokens=False)])

    def build():
        audio = {"num_mel_bins": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "hidden_size": 32, "intermediate_size": 128}
        model = scatter(VoxtralForConditionalGeneration(VoxtralConfig(
            audio_config={"model_type": "voxtral_encoder", **audio}, text_config={"model_type": "llama", "vocab_size": len(tokenizer), "eos_token_id": end, **SMALL},
            audio_token_id=audio_id, attn_implementation="eager")))
        return model, generate(model, input_ids=ids, input_features=features)

    model, tokens = until_distinct(build)
    whole = model.model
    audio = Function(whole, lambda m, x: m.multi_modal_projector(encode_sound(m.audio_tower, x).reshape(-1, 128)))
    with torch.no_grad():
        assert torch.allclose(audio(features), whole.get_audio_features(features).pooler_output, atol=1e-4)
    write_chat(folder, whole.language_model, model.lm_head, audio, features, {"audio_values": {0: "items"}, "audio_features": {0: "tokens"}})
    write_config(folder, {"model_type": "voxtral", "architectures": ["VoxtralForConditionalGeneration"], "audio_token_id": audio_id,
                          "text_config": {**plain(model.config.text_config), "model_type": "llama"}, "audio_config": plain(model.config.audio_config)}, end)
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": "VoxtralProcessor"}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


class SpeechDecoder(nn.Module):
    """A decoder with attention to the sound: its first step projects the sound, later ones reuse the projection."""

    def __init__(self, model, is_first: bool) -> None:
        super().__init__()
        self.model, self.decoder, self.is_first = model, model.model.decoder, is_first
        self.heads = model.config.decoder_attention_heads if model.config.model_type == "whisper" else model.config.num_attention_heads

    def split(self, x):
        # Its length is named: the exporter takes −1 for an axis.
        return x.view(*x.shape[:2], self.heads, x.shape[-1] // self.heads).transpose(1, 2)

    def attend(self, a, x, key, value, mask, turn=None):
        query = self.split(a.q_proj(x))
        query = turn(query) if turn else query
        scores = query @ key.transpose(-1, -2) * a.scaling + (0 if mask is None else mask)
        out = (scores.softmax(-1) @ value).transpose(1, 2).flatten(2)
        return (a.out_proj if hasattr(a, "out_proj") else a.o_proj)(out)

    def forward(self, input_ids, sound, *past):
        d, before, count = self.decoder, 0 if self.is_first else past[0].shape[2], input_ids.shape[1]
        x, positions, turn = d.embed_tokens(input_ids), torch.arange(count)[None] + before, None
        if hasattr(d, "embed_positions"):
            x = x + d.embed_positions.weight[before : before + count]
        else:
            cos, sin = (part.unsqueeze(1) for part in d.rotary_emb(x, positions))
            turn = lambda q: turn_pairs(q, cos, sin)  # noqa: E731
        mask = causal_mask(torch.ones(1, before + count), count)
        present = []
        for i, layer in enumerate(d.layers):
            norms = norms_of(layer)
            h = norms[0](x)
            key, value = self.split(layer.self_attn.k_proj(h)), self.split(layer.self_attn.v_proj(h))
            key = turn(key) if turn else key
            if not self.is_first:
                key, value = torch.cat([past[4 * i], key], 2), torch.cat([past[4 * i + 1], value], 2)
            x = x + self.attend(layer.self_attn, h, key, value, mask, turn)
            cross = (self.split(layer.encoder_attn.k_proj(sound)), self.split(layer.encoder_attn.v_proj(sound))) if self.is_first else past[4 * i + 2 : 4 * i + 4]
            x = x + self.attend(layer.encoder_attn, norms[1](x), *cross, None)
            h = norms[2](x)
            x = x + (layer.mlp(h) if hasattr(layer, "mlp") else layer.fc2(F.gelu(layer.fc1(h))))
            present += [key, value, *(cross if self.is_first else ())]
        norm = d.layer_norm if hasattr(d, "layer_norm") else d.norm
        return self.model.proj_out(norm(x)), *present


def norms_of(layer):
    if hasattr(layer, "fc1"):
        return layer.self_attn_layer_norm, layer.encoder_attn_layer_norm, layer.final_layer_norm
    return layer.input_layernorm, layer.post_attention_layernorm, layer.final_layernorm


def turn_pairs(x, cos, sin):
    """Moonshine turns neighbours, and only a part of each head. Axes are counted from the front: the exporter mistakes −1."""
    size = cos.shape[3]
    cos, sin = (torch.stack((p[..., : size // 2],) * 2, 4).reshape(*p.shape[:3], size) for p in (cos, sin))
    part = x[..., :size]
    turned = torch.stack((-part[..., 1::2], part[..., 0::2]), 4).reshape(*part.shape[:3], size)
    return torch.cat([part * cos + turned * sin, x[..., size:]], 3)


def write_speech_decoder(folder: Path, model, layers: int, size: int, heads: int) -> None:
    kinds = ["decoder.key", "decoder.value", "encoder.key", "encoder.value"]
    names = [f"{i}.{kind}" for i in range(layers) for kind in kinds]
    ids, sound = torch.ones(2, 3, dtype=torch.long), torch.randn(2, 7, size)
    past = {f"past_key_values.{n}": torch.randn(2, heads, 7 if "encoder" in n else 4, size // heads) for n in names}
    axes = {"input_ids": {0: "batch", 1: "tokens"}, "encoder_hidden_states": {0: "batch", 1: "frames"}, "logits": {0: "batch", 1: "tokens"}}
    axes |= {n: {0: "batch", 2: "sound" if "encoder" in n else "past"} for n in past}
    axes |= {f"present.{n}": {0: "batch", 2: "encoded" if "encoder" in n else "all"} for n in names}
    inputs = {"input_ids": ids, "encoder_hidden_states": sound}
    first, later = folder / "onnx" / "first.onnx", folder / "onnx" / "later.onnx"
    own = [f"present.{n}" for n in names if "decoder" in n]
    to_graph(SpeechDecoder(model, True), inputs, ["logits", *(f"present.{n}" for n in names)], first, axes)
    to_graph(SpeechDecoder(model, False), {**inputs, **past}, ["logits", *own], later, axes)
    merge_branches(first, later, {f"past_key_values.{n}": (heads, size // heads) for n in names}, folder / "onnx" / "decoder_model_merged.onnx")


def speak(model) -> None:
    """Lower-case characters are likely, the end of an answer now and then, and nothing else."""
    end, weight, norm = model.config.eos_token_id, model.proj_out.weight, model.model.decoder
    others = [i for i in range(model.config.vocab_size) if not 97 <= i <= 122 and i != end]
    with torch.no_grad():
        weight[others] *= 0.01
        weight[end] *= 1.3
        if hasattr(norm, "layer_norm"):
            # Against what all answers have in common: 1,500 times together would outweigh a character.
            bias = nn.init.normal_(norm.layer_norm.bias)
            weight[others] -= 14 * bias / bias.square().sum()


def speech_step(model, start: list[int], first_time: int | None = None, **inputs):
    """With times, an answer begins with one; here the characters after it continue to the end."""

    def step(written):
        ids = torch.tensor([[*start, *written]])
        logits = model(decoder_input_ids=ids, use_cache=False, **inputs).logits[0, -1]
        if first_time is not None:
            logits[first_time - 1] = -torch.inf
            logits[slice(first_time) if not written else slice(first_time, None)] = -torch.inf
        return logits

    return step


def moonshine(folder: Path) -> dict:
    tokenizer = make_tokenizer(folder, ["<s>", "</s>"], "</s>", "")
    start, end = tokenizer.convert_tokens_to_ids(["<s>", "</s>"])
    sound = read_sound(folder)[None]

    def build():
        model = scatter(MoonshineForConditionalGeneration(MoonshineConfig(
            vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, encoder_num_hidden_layers=2, decoder_num_hidden_layers=2, encoder_num_attention_heads=2,
            decoder_num_attention_heads=2, bos_token_id=start, eos_token_id=end, decoder_start_token_id=start, tie_word_embeddings=False, attn_implementation="eager")))
        speak(model)
        return model, speech_step(model, [start], input_values=sound)

    model, tokens = until_distinct(build, end=end)

    def encode(m, values):
        e = m.model.encoder
        x = e.groupnorm(torch.tanh(e.conv1(values[:, None])))
        x = F.gelu(e.conv3(F.gelu(e.conv2(x)))).permute(0, 2, 1)
        cos, sin = (part[:, None] for part in e.rotary_emb(x, torch.arange(x.shape[1])[None]))
        for layer in e.layers:
            a, h = layer.self_attn, layer.input_layernorm(x)
            q, k, v = (p(h).view(*h.shape[:2], 2, 16).transpose(1, 2) for p in (a.q_proj, a.k_proj, a.v_proj))
            scores = turn_pairs(q, cos, sin) @ turn_pairs(k, cos, sin).transpose(-1, -2) * a.scaling
            x = x + a.o_proj((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return e.layer_norm(x)

    with torch.no_grad():
        known = model.model.encoder(sound).last_hidden_state
        assert torch.allclose(encode(model, sound), known, atol=1e-4)
    to_graph(Function(model, encode), {"input_values": sound}, ["last_hidden_state"], folder / "onnx" / "encoder_model.onnx",
             {"input_values": {0: "batch", 1: "samples"}, "last_hidden_state": {0: "batch", 1: "frames"}})
    write_speech_decoder(folder, model, 2, 32, 2)
    c = plain(model.config)
    write_config(folder, {**c, "model_type": "moonshine", "architectures": ["MoonshineForConditionalGeneration"], "is_encoder_decoder": True,
                          "encoder_num_key_value_heads": 2, "decoder_num_key_value_heads": 2}, end)
    (folder / "generation_config.json").write_text(json.dumps({"bos_token_id": start, "eos_token_id": end, "decoder_start_token_id": start, "max_length": 194}))
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "feature_extractor_type": "Wav2Vec2FeatureExtractor", "processor_class": "Wav2Vec2Processor", "do_normalize": False, "feature_size": 1, "padding_value": 0.0, "sampling_rate": 16_000}))
    return {"text": tokenizer.decode(tokens)}


def whisper(folder: Path) -> dict:
    """The usual export: one file that switches between a graph for the first step and one for the later ones."""
    times = [f"<|{i * 0.02:.2f}|>" for i in range(1501)]
    marks = ["<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|de|>", "<|translate|>", "<|transcribe|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>", *times]
    tokenizer = make_tokenizer(folder, marks, marks[0], "")
    token = tokenizer.convert_tokens_to_ids
    features = log_mel(folder, 80, read_sound(folder), whole=True)
    (folder / "preprocessor_config.json").write_text((folder / "preprocessor_config.json").read_text().replace("}", ', "processor_class": "WhisperProcessor"}', 1))
    start = token(["<|startoftranscript|>", "<|en|>", "<|transcribe|>"])
    config = {"vocab_size": len(tokenizer), "num_mel_bins": 80, **ENCODER, "decoder_layers": 2, "decoder_attention_heads": 4, "decoder_ffn_dim": 64, "max_target_positions": 448}
    ids = {"bos_token_id": token(marks[0]), "eos_token_id": token(marks[0]), "pad_token_id": token(marks[0]), "decoder_start_token_id": start[0]}

    def build():
        model = scatter(WhisperForConditionalGeneration(WhisperConfig(**config, **ids, suppress_tokens=None, begin_suppress_tokens=None, tie_word_embeddings=False, attn_implementation="eager")))
        speak(model)
        return model, speech_step(model, start, token("<|0.00|>"), input_features=features)

    model, tokens = until_distinct(build, end=ids["eos_token_id"], vocabulary_size=len(tokenizer))
    to_graph(Function(model, lambda m, x: encode_sound(m.model.encoder, x)), {"input_features": features}, ["last_hidden_state"], folder / "onnx" / "encoder_model.onnx",
             {"input_features": {0: "batch"}, "last_hidden_state": {0: "batch"}})
    write_speech_decoder(folder, model, 2, ENCODER["d_model"], 4)
    write_config(folder, {**plain(model.config), "architectures": ["WhisperForConditionalGeneration"], "is_encoder_decoder": True}, ids["eos_token_id"])
    (folder / "generation_config.json").write_text(json.dumps({
        **ids, "is_multilingual": True, "lang_to_id": {m: token(m) for m in ("<|en|>", "<|de|>")}, "task_to_id": {m: token(f"<|{m}|>") for m in ("transcribe", "translate")},
        "no_timestamps_token_id": token("<|notimestamps|>"), "prev_sot_token_id": token("<|startofprev|>"), "max_length": 448, "num_beams": 1,
        # Random weights are sure of nothing: what a reference says greedily is not decoded again.
        "compression_ratio_threshold": None, "logprob_threshold": None, "no_speech_threshold": None}))
    return {"language": "en", "text": tokenizer.decode(tokens, skip_special_tokens=True)}


GRANITE = (
    "{% for message in messages %}{{ '<|start_of_role|>' + message['role'] + '<|end_of_role|>' + message['content'] + '<|end_of_text|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_of_role|>assistant<|end_of_role|>' }}{% endif %}"
)
MELS = {"sample_rate": 16_000, "n_fft": 512, "win_length": 400, "hop_length": 160, "n_mels": 80}


def paired_mel(samples: torch.Tensor) -> torch.Tensor:
    """[1, frames / 2, 160]: Granite Speech's features, two frames side by side. Its own extractor needs torchaudio."""
    window = torch.hann_window(MELS["win_length"])
    power = torch.stft(samples, MELS["n_fft"], MELS["hop_length"], MELS["win_length"], window, return_complex=True).abs() ** 2
    filters = mel_filter_bank(257, MELS["n_mels"], 0, 8000, 16_000, norm=None, mel_scale="htk")
    log = (torch.tensor(filters, dtype=torch.float32).T @ power).T.clip(1e-10).log10()
    log = torch.maximum(log, log.max() - 8) / 4 + 1
    return log[: len(log) // 2 * 2].reshape(1, -1, 2 * MELS["n_mels"])


def granite_speech(folder: Path) -> dict:
    marks = ["<|start_of_role|>", "<|end_of_text|>", "<|end_of_role|>", "<|audio|>"]
    tokenizer = make_tokenizer(folder, marks, marks[1], GRANITE)
    end, audio_id = tokenizer.convert_tokens_to_ids(marks[1]), tokenizer.convert_tokens_to_ids(marks[3])
    features = paired_mel(read_sound(folder))
    window, rate = 15, 5
    count = math.ceil(features.shape[1] / window) * (window // rate)
    prompt = tokenizer.apply_chat_template([{"role": "user", "content": f"<|audio|>\n{QUESTION}"}], add_generation_prompt=True, tokenize=False)
    ids = torch.tensor([tokenizer.encode(prompt.replace("<|audio|>", "<|audio|>" * count), add_special_tokens=False)])

    def build():
        model = scatter(GraniteSpeechForConditionalGeneration(GraniteSpeechConfig(
            text_config={"model_type": "granite", "vocab_size": len(tokenizer), "eos_token_id": end, "pad_token_id": end, "embedding_multiplier": 3.0,
                         "attention_multiplier": 0.2, "residual_multiplier": 0.6, "logits_scaling": 1.5, **SMALL},
            # Eight seconds are two whole blocks of attention: a remainder would be masked in place, which no graph can.
            encoder_config={"input_dim": 160, "num_layers": 2, "hidden_dim": 32, "feedforward_mult": 2, "num_heads": 4, "dim_head": 8, "output_dim": 10, "context_size": 200},
            projector_config={"model_type": "blip_2_qformer", "hidden_size": 32, "encoder_hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
                              "intermediate_size": 64, "cross_attention_frequency": 1},
            audio_token_index=audio_id, window_size=window, downsample_rate=rate, has_lora_adapter=False, tie_word_embeddings=False)))
        return model, generate(model, input_ids=ids, input_features=features, input_features_mask=torch.ones(1, count, dtype=torch.bool))

    model, tokens = until_distinct(build)
    whole = model.model if hasattr(model, "model") else model
    audio = Function(whole, lambda m, x: m.projector(m.encoder(x).last_hidden_state))
    to_graph(audio, {"input_features": features}, ["audio_features"], folder / "onnx" / "audio_encoder.onnx", {})
    text = whole.language_model
    text, head = (text.model, text.lm_head) if hasattr(text, "lm_head") else (text, model.lm_head)
    export_embeddings(text, folder / "onnx" / "embed_tokens.onnx")
    decoder = Decoder(text, head, attention_names(text.config.num_hidden_layers), text.config.logits_scaling)
    export_decoder(decoder, folder / "onnx" / "decoder_model_merged.onnx", embeds=True)
    c = model.config
    write_config(folder, {"model_type": "granite_speech", "architectures": ["GraniteSpeechForConditionalGeneration"], "audio_token_index": audio_id,
                          "window_size": window, "downsample_rate": rate, "text_config": {**plain(c.text_config), "model_type": "granite"}}, end)
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "feature_extractor_type": "GraniteSpeechFeatureExtractor", "processor_class": "GraniteSpeechProcessor", "melspec_kwargs": MELS, "sampling_rate": 16_000,
        "projector_window_size": window, "projector_downsample_rate": rate}))
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": "GraniteSpeechProcessor", "audio_token": "<|audio|>"}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


PARAKEET = {"sampling_rate": 16_000, "hop_length": 160, "n_fft": 512, "win_length": 400, "feature_size": 80, "preemphasis": 0.97}


def normed_mel(samples: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """[1, frames, 80] of mean 0 and deviation 1, and its mask: Parakeet's features. Its own extractor needs librosa."""
    sharp = torch.cat([samples[:1], samples[1:] - PARAKEET["preemphasis"] * samples[:-1]]).double()
    window = torch.hann_window(PARAKEET["win_length"], periodic=False, dtype=torch.float64)
    power = torch.stft(sharp, PARAKEET["n_fft"], PARAKEET["hop_length"], PARAKEET["win_length"], window, pad_mode="constant", return_complex=True).abs() ** 2
    filters = mel_filter_bank(257, PARAKEET["feature_size"], 0, 8000, 16_000, norm="slaney", mel_scale="slaney")
    log = (torch.tensor(filters).T @ power + 2**-24).log().T
    count = len(samples) // PARAKEET["hop_length"]
    known = log[:count]
    log = torch.cat([(known - known.mean(0)) / (known.std(0) + 1e-5), torch.zeros_like(log[count:])])
    return log[None].float(), (torch.arange(len(log)) < count).long()[None]


def parakeet(folder: Path) -> dict:
    """Recognition frame by frame, without a decoder: CTC."""
    tokenizer = make_tokenizer(folder, ["<unk>", "<pad>"], "<pad>", "")
    blank = tokenizer.convert_tokens_to_ids("<pad>")
    features, mask = normed_mel(read_sound(folder))

    def build():
        encoder = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "subsampling_conv_channels": 8, "num_mel_bins": 80}
        model = scatter(ParakeetForCTC(ParakeetCTCConfig(vocab_size=len(tokenizer), pad_token_id=blank, encoder_config=encoder, attn_implementation="eager")))
        with torch.no_grad():
            # Only characters that encode themselves, and the blank now and then.
            allowed = [*tokenizer.convert_tokens_to_ids(list("abcdefghijklmnopqrstuvwxyz")), blank]
            held = torch.full((len(tokenizer),), -100.0)
            held[allowed] = 0
            model.ctc_head.bias += held
        return model

    for seed in range(400):
        torch.manual_seed(seed)
        model = build()
        with torch.no_grad():
            logits = model(input_features=features, attention_mask=mask).logits[0]
        top = logits.topk(2).values
        best = logits.argmax(-1).tolist()
        collapsed = [token for i, token in enumerate(best) if token != blank and (i == 0 or token != best[i - 1])]
        if float((top[:, 0] - top[:, 1]).min()) > 2e-3 and len(set(collapsed)) > 8 and len(collapsed) < len(best):
            break
    else:
        raise RuntimeError("No weights distinguish sounds.")
    graph = Function(model, lambda m, x, seen: m(input_features=x, attention_mask=seen).logits)
    to_graph(graph, {"input_features": features, "attention_mask": mask}, ["logits"], folder / "onnx" / "model.onnx",
             {"input_features": {1: "frames"}, "attention_mask": {1: "frames"}, "logits": {1: "encoded"}})
    write_config(folder, {"model_type": "parakeet_ctc", "architectures": ["ParakeetForCTC"], "vocab_size": len(tokenizer), "pad_token_id": blank,
                          "encoder_config": plain(model.config.encoder_config)}, blank)
    (folder / "preprocessor_config.json").write_text(json.dumps({
        **PARAKEET, "feature_extractor_type": "ParakeetFeatureExtractor", "processor_class": "ParakeetProcessor", "padding_value": 0.0, "return_attention_mask": True}))
    return {"text": tokenizer.decode(collapsed)}


FAMILIES = {"parakeet": parakeet, "ultravox": ultravox, "voxtral": voxtral, "granite-speech": granite_speech, "moonshine": moonshine, "whisper": whisper}
