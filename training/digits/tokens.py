"""Whisper's token layout on a small vocabulary: text, then special tokens, then timestamps.

The order matters to the decoding rules of Whisper: every text token is below <|endoftext|>, and
the first timestamp follows <|notimestamps|>.
"""

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from words import WORDS

SPECIALS = ["<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|translate|>", "<|transcribe|>",
            "<|startoflm|>", "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>"]
TIMESTAMPS = [f"<|{i * 0.02:.2f}|>" for i in range(1501)]


def build_tokenizer() -> Tokenizer:
    """Byte-level BPE in which each known word, with its leading space, is one token."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=2000, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False)
    tokenizer.train_from_iterator([f" {w}" for w in WORDS for _ in range(50)], trainer)
    tokenizer.add_special_tokens([AddedToken(t, special=True, normalized=False) for t in SPECIALS])
    tokenizer.add_tokens([AddedToken(t, special=False, normalized=False) for t in TIMESTAMPS])
    for word in WORDS:
        assert len(tokenizer.encode(f" {word}").ids) == 1, word
    return tokenizer
