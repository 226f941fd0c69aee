"""Trains alcove-digits, a small Whisper, from the bank of voices.

    python train.py --bank /tmp/digits/bank.npz --out /tmp/digits/run --steps 13000

One core, about two hours and three quarters. Resumes from the last checkpoint in --out.
"""

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from compose import RATE, Composer
from load_export import load_export
from tokens import build_tokenizer
from torch import nn
from torch.utils.data import DataLoader, IterableDataset
from transformers import WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration
from words import WORDS

FRAME = 0.02  # seconds an encoder position stands for


def build_model(tokenizer) -> WhisperForConditionalGeneration:
    token = tokenizer.token_to_id
    config = WhisperConfig(
        vocab_size=tokenizer.get_vocab_size(), num_mel_bins=80, d_model=128, encoder_layers=4, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=512, decoder_ffn_dim=512,
        max_source_positions=1500, max_target_positions=448, dropout=0.0, scale_embedding=False,
        bos_token_id=token("<|endoftext|>"), eos_token_id=token("<|endoftext|>"), pad_token_id=token("<|endoftext|>"),
        decoder_start_token_id=token("<|startoftranscript|>"), suppress_tokens=None, begin_suppress_tokens=None,
    )
    model = WhisperForConditionalGeneration(config)
    for layer, reach in zip(model.model.encoder.layers, (2, 4, 8, 12)):
        look_nearby(layer.self_attn, reach)
    speak_up(model.model.encoder)
    return model


@torch.no_grad()
def speak_up(encoder: nn.Module) -> None:
    """Scales the two convolutions so that sound enters as loud as the positions added to it.

    With PyTorch's defaults it enters at a thirtieth of them, and learning waits for it to grow.
    """
    mel = Mel()(torch.randn(8, 2 * RATE) * torch.rand(8, 2 * RATE))
    encoder.conv1.weight.mul_(0.7 / F.gelu(encoder.conv1(mel)).std())
    encoder.conv2.weight.mul_(1.0 / F.gelu(encoder.conv2(F.gelu(encoder.conv1(mel)))).std())


@torch.no_grad()
def look_nearby(attention: nn.Module, reach: int) -> None:
    """Starts a layer's heads as a look `reach` positions back, one ahead, one around, one wide.

    Sinusoidal positions make this exact: q and k read the same frequencies, and turning q by each
    frequency times a distance moves the peak there. From random weights a model this small spends
    thousands of steps on finding out that neighbours matter.
    """
    half = attention.q_proj.weight.shape[0] // 2
    steps = torch.exp(-math.log(10000) / (half - 1) * torch.arange(half))
    size = attention.head_dim
    heads = [(0, -reach), (0, reach), (8, 0), (18, 0)]
    for projection in (attention.q_proj, attention.k_proj):
        projection.weight.mul_(0.3)
    for head, (lowest, distance) in enumerate(heads):
        for i in range(size // 2):
            f, row = lowest + i, head * size + 2 * i
            turn = float(steps[f] * distance)
            sin, cos = f, half + f
            attention.k_proj.weight[row, sin] += 1.2
            attention.k_proj.weight[row + 1, cos] += 1.2
            # sin and cos of (position + distance)
            attention.q_proj.weight[row, sin] += 1.2 * math.cos(turn)
            attention.q_proj.weight[row, cos] += 1.2 * math.sin(turn)
            attention.q_proj.weight[row + 1, cos] += 1.2 * math.cos(turn)
            attention.q_proj.weight[row + 1, sin] -= 1.2 * math.sin(turn)


class Mel(nn.Module):
    """Log-mel as Whisper's feature extractor makes it, for a batch on the training device."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", torch.tensor(WhisperFeatureExtractor(feature_size=80).mel_filters, dtype=torch.float32).T)
        self.register_buffer("window", torch.hann_window(400))

    def forward(self, audio: torch.Tensor) -> torch.Tensor:
        power = torch.stft(audio, 400, 160, window=self.window, return_complex=True)[..., :-1].abs() ** 2
        log = torch.clamp(self.filters @ power, min=1e-10).log10()
        log = torch.maximum(log, log.amax(dim=(1, 2), keepdim=True) - 8.0)
        return (log + 4.0) / 4.0


def encode(model: WhisperForConditionalGeneration, mel: torch.Tensor, at: int = 0) -> torch.Tensor:
    """The encoder on a window of any length that stands `at` positions into the 30 seconds."""
    encoder = model.model.encoder
    x = F.gelu(encoder.conv2(F.gelu(encoder.conv1(mel)))).permute(0, 2, 1)
    x = x + encoder.embed_positions.weight[at : at + x.shape[1]]
    for layer in encoder.layers:
        out = layer(x, None)
        x = out[0] if isinstance(out, tuple) else out
    return encoder.layer_norm(x)


def decode(model: WhisperForConditionalGeneration, ids: torch.Tensor, hidden: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Logits of all positions, and where each layer looked: [batch, heads, tokens, frames]."""
    decoder, heads = model.model.decoder, model.config.decoder_attention_heads

    def attend(attention, x, context, causal):
        split = lambda y: y.view(y.shape[0], -1, heads, y.shape[-1] // heads).transpose(1, 2)  # noqa: E731
        scores = split(attention.q_proj(x)) @ split(attention.k_proj(context)).transpose(-1, -2) * attention.scaling
        if causal:
            n = x.shape[1]
            scores = scores + torch.full((n, n), -1e9).triu(1)
        weights = scores.float().softmax(-1)
        return attention.out_proj((weights.to(x.dtype) @ split(attention.v_proj(context))).transpose(1, 2).flatten(2)), weights

    x = decoder.embed_tokens(ids) + decoder.embed_positions.weight[: ids.shape[1]]
    looks = []
    for layer in decoder.layers:
        h = layer.self_attn_layer_norm(x)
        x = x + attend(layer.self_attn, h, h, True)[0]
        seen, weights = attend(layer.encoder_attn, layer.encoder_attn_layer_norm(x), hidden, False)
        looks.append(weights)
        x = x + seen
        x = x + layer.fc2(F.gelu(layer.fc1(layer.final_layer_norm(x))))
    return model.proj_out(decoder.layer_norm(x)), looks


def look_loss(looks: list[torch.Tensor], spans: torch.Tensor) -> torch.Tensor:
    """How little the first head of each layer looks at the frames a token is about.

    The times of all words are known, so alignment need not be discovered: with supervised attention, the
    decoder learns to write within minutes.
    """
    known = spans[..., 0] >= 0
    loss = torch.zeros(())
    for weights in looks:
        mass = F.pad(weights[:, 0].float().cumsum(-1), (1, 0))
        inside = mass.gather(-1, spans[..., 1:].clamp(min=0)) - mass.gather(-1, spans[..., :1].clamp(min=0))
        loss = loss - torch.log(inside.squeeze(-1)[known].clamp(min=1e-4)).mean()
    return loss / len(looks)


class Batches(IterableDataset):
    """Curriculum: one to three words in 2 s anywhere in the 30 s, then strings in 8 s, then whole windows mixed in."""

    def __init__(self, bank: Path, tokenizer, steps: int, start: int) -> None:
        self.bank, self.tokenizer, self.steps, self.start = bank, tokenizer, steps, start

    def shape(self, step: int) -> tuple[int, float, int]:
        if step < 0.2 * self.steps:
            return 64, 2.0, 3
        if step < 0.55 * self.steps or step % 2:
            return 16, 8.0, 10
        return 6, 30.0, 30

    def tokens(self, words: list, with_times: bool, at: int, frames: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Token ids, and for each the frames of the window it is about, (-1, -1) for none."""
        token = self.tokenizer.token_to_id
        ids = [token(t) for t in ("<|startoftranscript|>", "<|en|>", "<|transcribe|>")]
        if not with_times:
            ids.append(token("<|notimestamps|>"))
        elif not words:
            ids.append(token("<|0.00|>"))
        spans = [(-1, -1)] * len(ids)
        last = at
        for word, start, end in words:
            a, b = round(start / FRAME), max(round(start / FRAME) + 1, round(end / FRAME))
            near = lambda f: (max(0, min(f - 4, frames - 8)), min(frames, f + 4))  # noqa: E731
            text = token(f"\u0120{word}")
            if with_times:
                first = min(1499, max(last, at + a))
                last = min(1500, max(first + 1, at + b))
                ids += [token("<|0.00|>") + first, text, token("<|0.00|>") + last]
                spans += [near(a), (min(a, frames - 1), min(b, frames)), near(b)]
            else:
                ids.append(text)
                spans.append((min(a, frames - 1), min(b, frames)))
        return [*ids, token("<|endoftext|>")], [*spans, (-1, -1)]

    def __iter__(self):
        torch.set_num_threads(1)
        composer = Composer(self.bank, "train")
        for step in range(self.start, self.steps):
            rng = np.random.default_rng([7, step])
            size, seconds, most = self.shape(step)
            at = int(rng.integers(0, 1500 - int(seconds / FRAME) + 1)) if step % 4 else 0
            samples = [composer.sample(rng, seconds, most, rng.random() < (0.75 if seconds > 20 else 0.3), min(0.65, 0.1 + step / (0.2 * self.steps))) for _ in range(size)]
            frames = np.zeros((size, int(seconds / FRAME)), np.int64)
            rows, where = [], []
            for i, (_, words) in enumerate(samples):
                for word, start, end in words:
                    frames[i, round(start / FRAME) : max(round(start / FRAME) + 1, round(end / FRAME))] = WORDS.index(word) + 1
                row, spans = self.tokens(words, rng.random() < 0.6, at, frames.shape[1])
                rows.append(row)
                where.append(spans)
            width = max(map(len, rows))
            ids = np.full((size, width), -100, np.int64)
            spans = np.full((size, width, 2), -1, np.int64)
            for i, row in enumerate(rows):
                ids[i, : len(row)] = row
                spans[i, : len(row)] = where[i]
            yield step, at, np.stack([a for a, _ in samples]), frames, ids, spans


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=13000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--from-export", type=Path, help="the folder of a finished model to resume from")
    parser.add_argument("--first-step", type=int, default=0, help="where on the schedule to begin with --from-export")
    parser.add_argument("--float32", action="store_true", help="where bf16 is slower: measure a hundred steps of each")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    torch.set_num_threads(args.threads)
    tokenizer = build_tokenizer()
    model, mel = build_model(tokenizer), Mel()
    # A second reading of the encoder: which word each 20 ms belong to. It aligns the encoder within
    # minutes, which the decoder alone needs hours for; it is not part of the exported model.
    frame_head = nn.Linear(model.config.d_model, len(WORDS) + 1)
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    params = [*model.parameters(), *frame_head.parameters()]
    optimizer = torch.optim.AdamW([p for p in params if p.requires_grad], lr=1e-3, betas=(0.9, 0.98), weight_decay=0.01)
    start, checkpoint = 0, args.out / "last.pt"
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(state["model"]), frame_head.load_state_dict(state["head"]), optimizer.load_state_dict(state["optimizer"])
        start = state["step"]
    elif args.from_export:
        load_export(model, args.from_export)
        start = args.first_step
    first = start
    eot = tokenizer.token_to_id("<|endoftext|>")
    began, losses = time.time(), []
    for step, at, audio, frames, ids, spans in DataLoader(Batches(args.bank, tokenizer, args.steps, start), batch_size=None, num_workers=1, prefetch_factor=4):
        step = int(step)
        rate = 2e-3 * min(1, (step - first + 1) / 80) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * step / args.steps)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            features = mel(torch.as_tensor(audio))
            if step % 2:  # SpecAugment: one band and one short stretch
                lo = int(torch.randint(0, 70, ()))
                features[:, lo : lo + int(torch.randint(1, 10, ()))] = features.amin()
        ids = torch.as_tensor(ids)
        inputs = torch.where(ids < 0, eot, ids)[:, :-1]
        targets = ids[:, 1:].clone()
        targets[:, :2] = -100  # language and task are given, not predicted
        with torch.autocast("cpu", torch.bfloat16, enabled=not args.float32):  # twice the speed where the processor is good at it
            hidden = encode(model, features, int(at))
            by_frame = frame_head(hidden)
            logits, looks = decode(model, inputs, hidden)
        frame_loss = F.cross_entropy(by_frame.float().flatten(0, 1), torch.as_tensor(frames).flatten())
        loss = F.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), ignore_index=-100)
        spoken = torch.as_tensor(frames) > 0
        right = (by_frame.argmax(-1) == torch.as_tensor(frames))[spoken].float().mean()
        optimizer.zero_grad(set_to_none=True)
        look = look_loss(looks, torch.as_tensor(spans)[:, 1:])
        (loss + 0.5 * frame_loss + 0.3 * look).backward()
        nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        losses.append((loss.item(), frame_loss.item(), right.item(), look.item()))
        if (step + 1) % 50 == 0:
            mean = np.mean(losses, axis=0)
            losses = []
            print(f"{step + 1} decoder {mean[0]:.3f} frames {mean[1]:.3f} right {mean[2]:.3f} look {mean[3]:.3f} {(time.time() - began) / (step + 1 - start):.2f} s/step", flush=True)
        if (step + 1) % 250 == 0 or step + 1 == args.steps:
            torch.save({"model": model.state_dict(), "head": frame_head.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1}, checkpoint)


if __name__ == "__main__":
    main()
