"""Compares kinds of weights of one model: how often the likeliest next token is that of 32-bit floats, perplexity
of a fixed text, and small tasks answered right. Native onnxruntime, one thread; prompts are read in steps of 128
tokens, as the app reads them. Needs numpy, onnxruntime and tokenizers.

    python quality.py [--no-tasks] FOLDER [KIND…]      FOLDER/<kind>/onnx/*.onnx, as build_chat.py writes them; fp32 is the reference
"""

import json
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

STEP = 128
TEXT_TOKENS = 512
MAX_ANSWER = 8

CAPITALS = """France Paris|Germany Berlin|Italy Rome|Spain Madrid|Japan Tokyo|China Beijing|Russia Moscow|Egypt Cairo|Norway Oslo|Sweden
Stockholm|Finland Helsinki|Poland Warsaw|Greece Athens|Portugal Lisbon|Austria Vienna|Ireland Dublin|Canada Ottawa|Cuba Havana|Peru Lima|Chile
Santiago|Kenya Nairobi|Iran Tehran|Iraq Baghdad|Thailand Bangkok|Hungary Budapest"""
OPPOSITES = """hot cold|big small|up down|fast slow|old young|rich poor|light dark|early late|open closed|happy sad|strong weak|hard
soft|wet dry|full empty|near far|left right|day night|true false|high low|first last|begin end|black white|loud quiet|clean dirty|win lose"""


def pairs(text: str) -> list[list[str]]:
    return [pair.split() for pair in text.split("|")]


def tasks() -> list[tuple[str, str]]:
    """A hundred questions with the word that a right answer has."""
    random = np.random.default_rng(0)
    asked = [(f"What is the capital of {c}? Answer with one word.", a) for c, a in pairs(CAPITALS)]
    asked += [(f'What is the opposite of "{w}"? Answer with one word.', a) for w, a in pairs(OPPOSITES)]
    for low, high, sign in ((2, 60, "+"), (2, 13, "*")):
        for a, b in random.integers(low, high, (25, 2)):
            right = a + b if sign == "+" else a * b
            asked.append((f"What is {a} {sign} {b}? Answer with the number alone.", str(right)))
    return asked


class Model:
    def __init__(self, folder: Path):
        (graph,) = (folder / "onnx").glob("*.onnx")
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = ort.InferenceSession(str(graph), options)
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.past = [i for i in self.session.get_inputs() if i.name.startswith("past")]
        self.given = {i.name for i in self.session.get_inputs()}
        self.bytes = sum(f.stat().st_size for f in (folder / "onnx").iterdir())

    def read(self, ids: list[int], cache: dict | None, before: int):
        """Logits after each token, and the cache."""
        if cache is None:
            cache = {i.name: np.zeros((1, i.shape[1], 0, i.shape[3]), np.float32) for i in self.past}
        feeds = {
            "input_ids": np.array([ids], np.int64),
            "attention_mask": np.ones((1, before + len(ids)), np.int64),
            "position_ids": np.arange(before, before + len(ids), dtype=np.int64)[None],
            # Graphs as the app opens them compute logits only for the requested number of last tokens.
            "num_logits_to_keep": np.array(len(ids), np.int64),
            **cache,
        }
        names = ["logits", *(i.name.replace("past_key_values", "present") for i in self.past)]
        out = self.session.run(names, {k: v for k, v in feeds.items() if k in self.given})
        return out[0][0], dict(zip((i.name for i in self.past), out[1:]))

    def steps(self, ids: list[int]):
        cache = None
        for at in range(0, len(ids), STEP):
            logits, cache = self.read(ids[at : at + STEP], cache, at)
            yield at, logits, cache

    def answer(self, question: str) -> str:
        system = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."
        turns = (("system", system), ("user", question))
        prompt = "".join(f"<|im_start|>{role}\n{text}<|im_end|>\n" for role, text in turns)
        ids = self.tokenizer.encode(prompt + "<|im_start|>assistant\n", add_special_tokens=False).ids
        *_, (_, logits, cache) = self.steps(ids)
        written, length = [], len(ids)
        while len(written) < MAX_ANSWER:
            token = int(logits[-1].argmax())
            if token in (151643, 151645):
                break
            written.append(token)
            logits, cache = self.read([token], cache, length)
            length += 1
        return self.tokenizer.decode(written)


def fixed_text() -> str:
    """The documents of documents.mjs."""
    source = (Path(__file__).parent / "document-questions.mjs").read_text()
    return "\n\n".join(re.findall(r"`([^`]{400,})`", source))


def measure(folder: Path, reference: list[int] | None, with_tasks: bool):
    model = Model(folder)
    ids = model.tokenizer.encode(fixed_text(), add_special_tokens=False).ids[:TEXT_TOKENS]
    best, lost = [], 0.0
    for at, logits, _ in model.steps(ids):
        for i, row in enumerate(logits[: len(ids) - 1 - at]):
            best.append(int(row.argmax()))
            row = row.astype(np.float64)
            lost += np.log(np.exp(row - row.max()).sum()) + row.max() - row[ids[at + i + 1]]
    same = np.mean([a == b for a, b in zip(best, reference or best)])
    figures = {"bytes": model.bytes, "agreement": round(float(same), 4), "perplexity": round(float(np.exp(lost / len(best))), 3)}
    if with_tasks:
        answers = ((model.answer(question), word) for question, word in tasks())
        figures["right"] = sum(re.search(rf"\b{word}\b", answer, re.I) is not None for answer, word in answers)
    return figures, best


def main():
    folder, *kinds = (given for given in sys.argv[1:] if given != "--no-tasks")
    with_tasks = "--no-tasks" not in sys.argv
    reference = None
    for kind in ["fp32", *(kind for kind in kinds if kind != "fp32")]:
        figures, best = measure(Path(folder) / kind, reference, with_tasks)
        reference = reference or best
        print(kind, len(best), json.dumps(figures), flush=True)


main()
