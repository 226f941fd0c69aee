"""Encoders whose vector is the mean of all tokens, the first one, or the last one."""

import json
from pathlib import Path

import torch
from chats import SMALL, plain
from graphs import Function, causal_mask, to_graph
from reference import scatter
from transformers import BertConfig, BertModel, Qwen3Config, Qwen3Model
from vocabulary import make_tokenizer

TEXTS = ["A cat sat.", "Une très longue phrase, avec des mots.", "?", "The river bends twice before the town."]


def encode(tokenizer, texts: list[str]) -> list[torch.Tensor]:
    return [torch.tensor([tokenizer.encode(text, add_special_tokens=False)]) for text in texts]


def write(folder: Path, model, pooling: str) -> None:
    (folder / "config.json").write_text(json.dumps({**plain(model.config), "architectures": [type(model).__name__]}, default=str))
    modes = {f"pooling_mode_{kind}": kind == pooling for kind in ("mean_tokens", "cls_token", "lasttoken")}
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"word_embedding_dimension": model.config.hidden_size, **modes}))


def reference(states: list[torch.Tensor], pick) -> dict:
    vectors = [pick(s[0]) for s in states]
    return {"texts": TEXTS, "vectors": [(v / v.norm()).tolist() for v in vectors]}


def bert(folder: Path, pooling: str, pick) -> dict:
    tokenizer = make_tokenizer(folder, ["[PAD]", "[CLS]", "[SEP]"], "[SEP]", "")
    model = scatter(BertModel(BertConfig(
        vocab_size=len(tokenizer), hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=96, attn_implementation="eager"), add_pooling_layer=False))
    run = Function(model, lambda m, ids, mask, types: m(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state)
    ids = torch.ones(2, 5, dtype=torch.long)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {n: {0: "batch", 1: "tokens"} for n in (*names, "last_hidden_state")}
    to_graph(run, dict(zip(names, (ids, ids, ids * 0))), ["last_hidden_state"], folder / "onnx" / "model.onnx", axes)
    write(folder, model, pooling)
    with torch.no_grad():
        states = [model(input_ids=i).last_hidden_state for i in encode(tokenizer, TEXTS)]
    return reference(states, pick)


def qwen3_embedding(folder: Path) -> dict:
    tokenizer = make_tokenizer(folder, ["<|endoftext|>", "<|im_end|>"], "<|im_end|>", "")
    model = scatter(Qwen3Model(Qwen3Config(vocab_size=len(tokenizer), head_dim=16, **SMALL)))

    def run(m, ids, mask, positions):
        x = m.embed_tokens(ids)
        turns = m.rotary_emb(x, positions)
        for layer in m.layers:
            x = layer(x, attention_mask=causal_mask(mask, ids.shape[1]), position_embeddings=turns)
        return m.norm(x)

    ids = torch.ones(2, 5, dtype=torch.long)
    names = ["input_ids", "attention_mask", "position_ids"]
    axes = {n: {0: "batch", 1: "tokens"} for n in (*names, "last_hidden_state")}
    positions = torch.arange(5)[None].expand(2, -1)
    to_graph(Function(model, run), dict(zip(names, (ids, ids, positions))), ["last_hidden_state"], folder / "onnx" / "model.onnx", axes)
    write(folder, model, "lasttoken")
    with torch.no_grad():
        states = [model(input_ids=i).last_hidden_state for i in encode(tokenizer, TEXTS)]
    return reference(states, lambda s: s[-1])


FAMILIES = {
    "bert-mean": lambda folder: bert(folder, "mean_tokens", lambda s: s.mean(0)),
    "bert-cls": lambda folder: bert(folder, "cls_token", lambda s: s[0]),
    "qwen3-embedding": qwen3_embedding,
}
