"""Decoders of text: with normed queries, with scaled branches, and a hybrid of attention and convolution."""

import json
from pathlib import Path

from graphs import Decoder, FusedDecoder, export_decoder
from reference import generate, scatter, until_distinct
from transformers import (
    GraniteConfig,
    GraniteForCausalLM,
    GraniteMoeHybridConfig,
    GraniteMoeHybridForCausalLM,
    Lfm2Config,
    Lfm2ForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
)
from vocabulary import make_tokenizer

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
GRANITE = (
    "{% for message in messages %}{{ '<|start_of_role|>' + message['role'] + '<|end_of_role|>' + message['content'] + '<|end_of_text|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_of_role|>assistant<|end_of_role|>' }}{% endif %}"
)
# Tools in the system prompt, as LFM2 has them; earlier calls are text of the assistant's messages.
LFM2 = (
    "{%- set ns = namespace(system='') -%}"
    "{%- if messages[0]['role'] == 'system' -%}{%- set ns.system = messages[0]['content'] -%}{%- set messages = messages[1:] -%}{%- endif -%}"
    "{%- if tools -%}{%- set ns.system = ns.system + ('\n' if ns.system else '') + 'List of tools: <|tool_list_start|>[' -%}"
    "{%- for tool in tools -%}{%- set ns.system = ns.system + (tool | tojson) + ('' if loop.last else ', ') -%}{%- endfor -%}"
    "{%- set ns.system = ns.system + ']<|tool_list_end|>' -%}{%- endif -%}"
    "{%- if ns.system -%}{{- '<|im_start|>system\n' + ns.system + '<|im_end|>\n' -}}{%- endif -%}"
    "{%- for message in messages -%}{{- '<|im_start|>' + message['role'] + '\n' -}}"
    "{%- if message['role'] == 'tool' -%}{{- '<|tool_response_start|>' + message['content'] + '<|tool_response_end|>' -}}{%- else -%}{{- message['content'] -}}{%- endif -%}"
    "{{- '<|im_end|>\n' -}}{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\n' -}}{%- endif -%}"
)
LFM2_MARKS = ["<|im_start|>", "<|im_end|>", *(f"<|tool_{part}_{edge}|>" for part in ("list", "call", "response") for edge in ("start", "end"))]
MESSAGES = [{"role": "system", "content": "Be short."}, {"role": "user", "content": "What is 2 + 3, and why? Größe?"}]


def attention_names(layers: int) -> list[str]:
    return [f"{i}.{kind}" for i in range(layers) for kind in ("key", "value")]


def write_config(folder: Path, config: dict, end: int) -> None:
    (folder / "config.json").write_text(json.dumps(config, default=str))
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": end}))


def plain(config) -> dict:
    return {k: v for k, v in config.to_dict().items() if v is not None and not k.startswith("_") and k not in ("dtype", "transformers_version", "time_step_limit")}


def text_model(folder: Path, marks: list[str], template: str, make, names, layout=Decoder) -> dict:
    tokenizer = make_tokenizer(folder, marks, marks[1], template)
    end = tokenizer.convert_tokens_to_ids(marks[1])
    ids = tokenizer.apply_chat_template(MESSAGES, add_generation_prompt=True, return_tensors="pt", return_dict=True)["input_ids"]

    def build():
        model = scatter(make(len(tokenizer), end))
        return model, generate(model, input_ids=ids)

    model, tokens = until_distinct(build)
    c = model.config
    decoder = layout(model.model, model.lm_head, names(c), getattr(c, "logits_scaling", 1.0))
    export_decoder(decoder, folder / "onnx" / "model.onnx", embeds=False)
    write_config(folder, plain(c), end)
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


SMALL = {"hidden_size": 48, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 1024, "tie_word_embeddings": False, "attn_implementation": "eager"}


def qwen3(folder: Path, layout=Decoder) -> dict:
    make = lambda size, end: Qwen3ForCausalLM(Qwen3Config(vocab_size=size, eos_token_id=end, head_dim=16, **SMALL))  # noqa: E731
    return text_model(folder, ["<|im_start|>", "<|im_end|>"], CHATML, make, lambda c: attention_names(c.num_hidden_layers), layout)


def qwen3_fused(folder: Path) -> dict:
    return qwen3(folder, FusedDecoder)


def granite(folder: Path) -> dict:
    make = lambda size, end: GraniteForCausalLM(GraniteConfig(  # noqa: E731
        vocab_size=size, eos_token_id=end, pad_token_id=end, embedding_multiplier=3.0, attention_multiplier=0.2, residual_multiplier=0.6, logits_scaling=1.5, **SMALL))
    return text_model(folder, ["<|start_of_role|>", "<|end_of_text|>", "<|end_of_role|>"], GRANITE, make, lambda c: attention_names(c.num_hidden_layers))


def granite4(folder: Path) -> dict:
    """Granite 4 without Mamba layers, as its smallest are: attention and one shared feed-forward part."""
    make = lambda size, end: GraniteMoeHybridForCausalLM(GraniteMoeHybridConfig(  # noqa: E731
        vocab_size=size, eos_token_id=end, pad_token_id=end, layer_types=["attention"] * 2, num_local_experts=0, shared_intermediate_size=96,
        position_embedding_type="rope", mamba_n_heads=4, embedding_multiplier=3.0, attention_multiplier=0.2, residual_multiplier=0.6, logits_scaling=1.5, **SMALL))
    return text_model(folder, ["<|start_of_role|>", "<|end_of_text|>", "<|end_of_role|>"], GRANITE, make, lambda c: attention_names(c.num_hidden_layers))


def lfm2(folder: Path) -> dict:
    layers = ["conv", "conv", "full_attention", "conv", "full_attention"]
    make = lambda size, end: Lfm2ForCausalLM(Lfm2Config(  # noqa: E731
        vocab_size=size, eos_token_id=end, layer_types=layers, block_auto_adjust_ff_dim=False, **{**SMALL, "num_hidden_layers": len(layers), "tie_word_embeddings": True}))

    def names(c) -> list[str]:
        return [n for i, kind in enumerate(c.layer_types) for n in ([f"conv.{i}"] if kind == "conv" else [f"{i}.key", f"{i}.value"])]

    return text_model(folder, LFM2_MARKS, LFM2, make, names)


FAMILIES = {"qwen3": qwen3, "qwen3-fused": qwen3_fused, "granite": granite, "granite4": granite4, "lfm2": lfm2}
