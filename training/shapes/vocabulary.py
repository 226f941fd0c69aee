"""A tokenizer of single bytes and the marks of a family: small, and every text can be written with it."""

import json
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast


def byte_characters() -> list[str]:
    """The character of each byte in byte-level tokenizers."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [b for b in range(256) if b not in plain]
    characters = {b: chr(b) for b in plain} | {b: chr(256 + i) for i, b in enumerate(rest)}
    return [characters[b] for b in range(256)]


def make_tokenizer(folder: Path, marks: list[str], end: str, template: str) -> PreTrainedTokenizerFast:
    tokenizer = Tokenizer(models.BPE(vocab={character: i for i, character in enumerate(byte_characters())}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(mark, special=True, normalized=False) for mark in marks])
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": end, "model_max_length": 2048, "clean_up_tokenization_spaces": False}
    if template:
        config["chat_template"] = template
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, chat_template=template or None, eos_token=end)
