"""The guide's tokenizer and how a conversation is laid out in tokens (ChatML)."""

from pathlib import Path

from data import UNKNOWN, Conversations, load_intents
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
TOKENS = {t: i for i, t in enumerate(SPECIALS)}
# GPT-4's split with single digits: numbers stay readable and contractions whole.
SPLIT = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"

TEMPLATE = """{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' }}{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}{% if part['type'] == 'text' %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}{{ '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"""


def train_tokenizer(path: Path, vocabulary: int) -> Tokenizer:
    """Byte-level BPE over a few thousand drawn conversations. Writes and returns it."""
    draws = Conversations(load_intents(), 3)
    texts = []
    for _ in range(6000):
        _, turns = draws.draw()
        texts += [text for turn in turns for text in turn]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(SPLIT), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=[AddedToken(t, special=True, normalized=False) for t in SPECIALS],
                                  initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False)
    tokenizer.train_from_iterator([*texts, UNKNOWN], trainer)
    assert all(tokenizer.token_to_id(t) == i for t, i in TOKENS.items())
    tokenizer.save(str(path))
    return tokenizer


def encode_conversation(tokenizer: Tokenizer, system: str | None, turns: list[tuple[str, str]]) -> tuple[list[int], list[bool]]:
    """Token ids, and for each whether the model learns to write it (the assistant's words and <|im_end|>)."""
    ids, learned = [], []

    def add(text: str, learn: bool) -> None:
        more = tokenizer.encode(text).ids
        ids.extend(more)
        learned.extend([learn] * len(more))

    if system:
        add(f"<|im_start|>system\n{system}<|im_end|>\n", False)
    for user, assistant in turns:
        add(f"<|im_start|>user\n{user}<|im_end|>\n<|im_start|>assistant\n", False)
        add(f"{assistant}<|im_end|>", True)
        add("\n", False)
    return ids, learned
