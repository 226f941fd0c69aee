"""Trains the upper layers of the cross-encoder to say whether a text answers a question, and not only whether it is about it.

Of `questions/*.jsonl` (one document a line: its file, its title, its sentences, and questions with the sentence that answers or, where
none does, the one that is nearest), the last documents of each file are held back and scored before and after, with the last ones of each
file of `held-back`, of which nothing is trained. The lower layers stay as they are, and are run once. Needs about 20 minutes on two cores.
"""

import json
import random
import re
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import nn

HERE = Path(__file__).parent
LAYERS, CUT, WIDTH, HEADS, INNER = 12, 6, 384, 12, 1536
EPOCHS, RATE, BATCH, HELD_BACK, MAX_TOKENS = 2, 1e-4, 32, 2, 160
# The names of a layer's products here and in the graph.
PRODUCTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "i": "intermediate.dense",
    "u": "output.dense",
}
NORMS = {"n1": "attention.output.LayerNorm", "n2": "output.LayerNorm"}


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.i, self.u = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        q, k, v = (p(x).view(rows, length, HEADS, -1).transpose(1, 2) for p in (self.q, self.k, self.v))
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(x.shape)
        x = self.n1(x + self.drop(self.o(seen)))
        return self.n2(x + self.drop(self.u(F.gelu(self.i(x)))))


class CrossEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places, self.kinds = (nn.Embedding(n, WIDTH) for n in (30522, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.pool, self.out, self.drop = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 1), nn.Dropout(0.1)

    def lower(self, ids, kinds, mask):
        x = self.norm(self.words(ids) + self.places.weight[: ids.shape[1]] + self.kinds(kinds))
        for layer in self.layers[:CUT]:
            x = layer(x, mask[:, None, None, :].bool())
        return x

    def upper(self, x, mask):
        for layer in self.layers[CUT:]:
            x = layer(x, mask[:, None, None, :].bool())
        return self.out(self.drop(torch.tanh(self.pool(x[:, 0]))))[:, 0]


class Graph:
    """The graph of onnxruntime with weights of 8 bits, one scale a product."""

    def __init__(self, path: Path):
        self.proto = onnx.load(path)
        self.stored = {i.name: i for i in self.proto.graph.initializer}
        products = (n for n in self.proto.graph.node if n.op_type == "MatMulInteger" and n.input[1] in self.stored)
        named = ((n.name.split("/MatMul")[0].strip("/").replace("/", "."), n.input[1]) for n in products)
        self.weights = {name: weight.removesuffix("_quantized") for name, weight in named}

    def read(self, name: str) -> np.ndarray:
        return np.array(numpy_helper.to_array(self.stored[name]))

    def floats(self, weight: str) -> np.ndarray:
        zero = self.read(f"{weight}_zero_point").astype(np.float32)
        return (self.read(f"{weight}_quantized").astype(np.float32) - zero) * self.read(f"{weight}_scale")

    def write(self, name: str, values: np.ndarray) -> None:
        old = self.read(name)
        self.stored[name].CopyFrom(numpy_helper.from_array(values.astype(old.dtype).reshape(old.shape), name))

    def round(self, weight: str, values: np.ndarray) -> None:
        scale = np.abs(values).max() / 127
        self.write(f"{weight}_quantized", np.round(values / scale))
        self.write(f"{weight}_scale", scale)

    def parts(self):
        """(parameter of the model, name in the graph, whether it is rounded) of what is trained, then of the rest."""
        for i in [*range(CUT, LAYERS), *range(CUT)]:
            for own, theirs in PRODUCTS.items():
                name = f"bert.encoder.layer.{i}.{theirs}"
                yield f"layers.{i}.{own}.weight", self.weights[name], True
                yield f"layers.{i}.{own}.bias", f"{name}.bias", False
            for own, theirs in NORMS.items():
                for part in ("weight", "bias"):
                    yield f"layers.{i}.{own}.{part}", f"bert.encoder.layer.{i}.{theirs}.{part}", False
        for own, theirs in (("pool", "bert.pooler.dense"), ("out", "classifier")):
            yield f"{own}.weight", f"{theirs}.weight", True
            yield f"{own}.bias", f"{theirs}.bias", False
        for own, theirs in (("words", "word"), ("places", "position"), ("kinds", "token_type")):
            yield f"{own}.weight", f"bert.embeddings.{theirs}_embeddings.weight", True
        for part in ("weight", "bias"):
            yield f"norm.{part}", f"bert.embeddings.LayerNorm.{part}", False

    def model(self) -> CrossEncoder:
        model = CrossEncoder()
        shapes = model.state_dict()
        state = {}
        for own, theirs, rounded in self.parts():
            values = self.floats(theirs) if rounded else self.read(theirs)
            # A product of the graph has its weights the other way round.
            turned = rounded and "." in own and not own.startswith(("words", "places", "kinds"))
            state[own] = torch.tensor(values.T if turned else values).float().reshape(shapes[own].shape)
        model.load_state_dict(state)
        return model

    def take(self, model: CrossEncoder) -> None:
        state = model.state_dict()
        for own, theirs, rounded in self.parts():
            if own.startswith(("layers", "pool", "out")) and not own.startswith(tuple(f"layers.{i}." for i in range(CUT))):
                values = state[own].numpy()
                self.round(theirs, values.T) if rounded else self.write(theirs, values)


def head_of(document: dict) -> str:
    """What the app calls a document (src/retrieval/document-head.ts)."""
    return f"{re.sub('[-_]+', ' ', document['file'].split('.')[0]).strip()}, {document['title']}"


def stems(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"[a-z0-9]{3,}", text.lower())}


def examples(documents: list[dict]) -> list[tuple[str, str, float]]:
    """(question, text, whether it answers): sentences and runs of three, with those that share the question's words and do not answer."""
    found = []
    for document in documents:
        sentences = document["sentences"]
        for one in document["questions"]:
            question, answer = one["q"], one["answer"]

            def put(i: int, label: float, run: bool = False, of: dict = document) -> None:
                start = max(0, i - random.randint(0, 2)) if run else i
                text = " ".join(of["sentences"][start : start + (3 if run else 1)])
                found.append((question, f"{head_of(of)}: {text}" if random.random() > 0.15 else text, label))

            asked = stems(question)
            near = sorted(range(len(sentences)), key=lambda i: -len(asked & stems(sentences[i])) + random.random() / 2)
            if answer is None:
                put(one["near"], 0.0, random.random() < 0.3)
                others = [i for i in near if i != one["near"]]
                put(others[0], 0.0)
                continue
            put(answer, 1.0)
            if random.random() < 0.5:
                put(answer, 1.0, run=True)
            others = [i for i in near if i != answer]
            put(others[0], 0.0)
            put(others[random.randint(1, 4)], 0.0)
            other = random.choice(documents)
            if other is not document and random.random() < 0.5:
                put(random.randrange(len(other["sentences"])), 0.0, random.random() < 0.5, other)
    return found


def tokens(tokenizer: Tokenizer, pairs: list[tuple[str, str]]):
    encoded = tokenizer.encode_batch(pairs)
    return (torch.tensor([getattr(e, part) for e in encoded]) for part in ("ids", "type_ids", "attention_mask"))


@torch.no_grad()
def report(model: CrossEncoder, tokenizer: Tokenizer, documents: list[dict], name: str) -> None:
    """How often the likeliest sentence of a document answers, and how well its score tells questions with and without an answer apart."""
    model.eval()
    first, answered, unanswered = 0, [], []
    for document in documents:
        head = head_of(document)
        for one in document["questions"]:
            ids, kinds, mask = tokens(tokenizer, [(one["q"], f"{head}: {s}") for s in document["sentences"]])
            with torch.autocast("cpu", torch.bfloat16):
                scores = model.upper(model.lower(ids, kinds, mask), mask).float()
            (unanswered if one["answer"] is None else answered).append(scores.max().item())
            first += one["answer"] == int(scores.argmax())
    apart = np.mean([a > b for a in answered for b in unanswered])
    print(f"{name}: likeliest sentence answers {first} of {len(answered)}; ROC AUC of answered and unanswered {apart:.3f}", flush=True)


def train(model: CrossEncoder, tokenizer: Tokenizer, data: list[tuple[str, str, float]]) -> None:
    data.sort(key=lambda one: len(one[0]) + len(one[1]) + random.random() * 20)
    batches = [data[i : i + BATCH] for i in range(0, len(data), BATCH)]
    model.eval()
    lower = []
    for batch in batches:
        ids, kinds, mask = tokens(tokenizer, [(q, t) for q, t, _ in batch])
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            lower.append((model.lower(ids, kinds, mask).bfloat16(), mask))
    trained = [p for part in (model.layers[CUT:], model.pool, model.out) for p in part.parameters()]
    optimiser = torch.optim.AdamW(trained, lr=RATE, weight_decay=0.01)
    steps = EPOCHS * len(batches)
    model.train()
    for step, i in enumerate(i for _ in range(EPOCHS) for i in random.sample(range(len(batches)), len(batches))):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, step / 60) * (1 - step / steps)
        x, mask = lower[i]
        with torch.autocast("cpu", torch.bfloat16):
            scores = model.upper(x.float(), mask)
        loss = F.binary_cross_entropy_with_logits(scores.float(), torch.tensor([label for *_, label in batches[i]]))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        if step % 50 == 49:
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}", flush=True)


def documents_of(folder: str) -> list[list[dict]]:
    return [[json.loads(line) for line in path.open()] for path in sorted((HERE / folder).glob("*.jsonl"))]


def train_graph(source: Path, vocabulary: Path, out: Path) -> None:
    random.seed(7)
    torch.manual_seed(7)
    files = documents_of("questions")
    held = [document for file in files + documents_of("held-back") for document in file[-HELD_BACK:]]
    tokenizer = Tokenizer.from_file(str(vocabulary))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()
    graph = Graph(source)
    model = graph.model()
    report(model, tokenizer, held, "before")
    data = examples([document for file in files for document in file[:-HELD_BACK]])
    print(f"{len(data)} pairs, {sum(label for *_, label in data):.0f} of which answer", flush=True)
    train(model, tokenizer, data)
    report(model, tokenizer, held, "after")
    graph.take(model)
    onnx.save(graph.proto, out)
