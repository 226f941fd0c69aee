"""Models that see: tiles of one size with marks between them, and grids of patches with positions of their own."""

import json
from pathlib import Path

import numpy as np
import torch
from chats import SMALL, attention_names, plain, write_config
from graphs import Decoder, Function, export_decoder, export_embeddings, to_graph
from PIL import Image
from reference import generate, scatter, until_distinct
from transformers import (
    Lfm2VlConfig,
    Lfm2VlForConditionalGeneration,
    Qwen2VLConfig,
    Qwen2VLForConditionalGeneration,
    SmolVLMConfig,
    SmolVLMForConditionalGeneration,
)
from vocabulary import make_tokenizer

QUESTION = "What is in the picture?"
MESSAGES = [{"role": "user", "content": [{"type": "image_url", "image_url": "picture.png"}, {"type": "text", "text": QUESTION}]}]
TURNS = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": QUESTION}]}]
NORMAL = {"do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "do_convert_rgb": True, "do_resize": True}


def write_graphs(folder: Path, model, vision, inputs: dict, axes: dict, mrope: bool = False, names: list[str] | None = None) -> None:
    text = model.model.language_model if hasattr(model.model, "language_model") else model.model.text_model
    to_graph(Function(model, vision), inputs, ["image_features"], folder / "onnx" / "vision_encoder.onnx", axes)
    export_embeddings(text, folder / "onnx" / "embed_tokens.onnx")
    decoder = Decoder(text, model.lm_head, names or attention_names(text.config.num_hidden_layers))
    export_decoder(decoder, folder / "onnx" / "decoder_model_merged.onnx", embeds=True, mrope=mrope)


TILE, PATCH, SHUFFLE = 32, 8, 2
SMOLVLM = (
    "<|im_start|>{% for message in messages %}{{ message['role'] | capitalize }}{% if message['content'][0]['type'] == 'image' %}{{ ':' }}{% else %}{{ ': ' }}{% endif %}"
    "{% for line in message['content'] %}{% if line['type'] == 'text' %}{{ line['text'] }}{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}"
    "<end_of_utterance>\n{% endfor %}{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)


def smolvlm(folder: Path) -> dict:
    """A picture of two tiles, so that rows, columns and the small whole picture all come in."""
    places = [f"<row_{r}_col_{c}>" for r in (1, 2) for c in (1, 2)]
    marks = ["<|im_start|>", "<end_of_utterance>", "<image>", "<fake_token_around_image>", "<global-img>", *places]
    tokenizer = make_tokenizer(folder, marks, marks[1], SMOLVLM)
    end, image = (tokenizer.convert_tokens_to_ids(marks[i]) for i in (1, 2))
    tokens_of_tile = (TILE // PATCH // SHUFFLE) ** 2
    left, right = np.full((TILE, TILE, 3), (200, 40, 90), np.uint8), np.full((TILE, TILE, 3), (10, 120, 250), np.uint8)
    picture = np.concatenate([left, right], 1)
    Image.fromarray(picture).save(folder / "picture.png")
    tiles = np.stack([left, right, picture[:, ::2]]).transpose(0, 3, 1, 2) / 255
    pixels = torch.tensor((tiles - 0.5) / 0.5, dtype=torch.float32)[None]
    around, some = "<fake_token_around_image>", "<image>" * tokens_of_tile
    shown = f"{around}<row_1_col_1>{some}{around}<row_1_col_2>{some}\n\n{around}<global-img>{some}{around}"
    text = tokenizer.apply_chat_template(TURNS, add_generation_prompt=True, tokenize=False).replace("<image>", shown)
    ids = torch.tensor([tokenizer.encode(text, add_special_tokens=False)])

    def build():
        config = SmolVLMConfig(
            text_config={"model_type": "llama", "vocab_size": len(tokenizer), "eos_token_id": end, "pad_token_id": end, **SMALL},
            vision_config={"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "image_size": TILE, "patch_size": PATCH},
            image_token_id=image, scale_factor=SHUFFLE, pad_token_id=end, eos_token_id=end, attn_implementation="eager")
        model = scatter(SmolVLMForConditionalGeneration(config))
        return model, generate(model, input_ids=ids, pixel_values=pixels)

    model, tokens = until_distinct(build)

    def vision(m, pixel_values, pixel_attention_mask):
        v = m.model.vision_model
        tiles = pixel_values.flatten(0, 1) * pixel_attention_mask.flatten(0, 1).any(-1).any(-1)[:, None, None, None]
        x = v.embeddings.patch_embedding(tiles).flatten(2).transpose(1, 2) + v.embeddings.position_embedding.weight
        for layer in v.encoder.layers:
            x = layer(x, attention_mask=None)
        x = v.post_layernorm(x)
        side = TILE // PATCH // SHUFFLE
        x = x.view(-1, side, SHUFFLE, side, SHUFFLE, x.shape[-1]).permute(0, 1, 3, 2, 4, 5).reshape(-1, side * side, x.shape[-1] * SHUFFLE**2)
        return m.model.connector.modality_projection(x)

    inputs = {"pixel_values": pixels, "pixel_attention_mask": torch.ones(1, 3, TILE, TILE, dtype=torch.bool)}
    with torch.no_grad():
        known = torch.cat([f.flatten(0, -2) for f in model.model.get_image_features(pixels).pooler_output])
        assert torch.allclose(vision(model, *inputs.values()).flatten(0, 1), known, atol=1e-4)
    write_graphs(folder, model, vision, inputs, {"pixel_values": {1: "tiles"}, "pixel_attention_mask": {1: "tiles"}, "image_features": {0: "tiles"}})
    c = model.config
    config = {"model_type": "smolvlm", "architectures": ["SmolVLMForConditionalGeneration"], "image_token_id": image, "scale_factor": SHUFFLE,
              "text_config": {**plain(c.text_config), "model_type": "llama"}, "vision_config": plain(c.vision_config)}
    write_config(folder, config, end)
    mean = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "image_processor_type": "SmolVLMImageProcessor", "processor_class": "SmolVLMProcessor", **NORMAL, **mean, "resample": 1, "do_pad": True,
        "do_image_splitting": True, "size": {"longest_edge": 2 * TILE}, "max_image_size": {"longest_edge": TILE}}))
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": "SmolVLMProcessor", "image_seq_len": tokens_of_tile}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


QWEN_VL = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% elif 'text' in content %}{{ content['text'] }}{% endif %}{% endfor %}"
    "{% endif %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def qwen2_vl(folder: Path) -> dict:
    """A picture of noise, 4 × 6 patches: each counts, and so does its place."""
    marks = ["<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>"]
    tokenizer = make_tokenizer(folder, marks, marks[1], QWEN_VL)
    end, start, stop, image, video = (tokenizer.convert_tokens_to_ids(m) for m in marks[1:])
    rows, columns, merge = 4, 6, 2
    picture = np.random.default_rng(7).integers(0, 256, (rows * PATCH, columns * PATCH, 3), np.uint8)
    Image.fromarray(picture).save(folder / "picture.png")
    values = torch.tensor((picture / 255 - 0.5) / 0.5, dtype=torch.float32).permute(2, 0, 1)
    patches = values.expand(2, -1, -1, -1).reshape(1, 2, 3, rows // merge, merge, PATCH, columns // merge, merge, PATCH)
    pixels = patches.permute(0, 3, 6, 4, 7, 2, 1, 5, 8).reshape(rows * columns, -1).contiguous()
    grid = torch.tensor([[1, rows, columns]])
    text = tokenizer.apply_chat_template(TURNS, add_generation_prompt=True, tokenize=False)
    text = text.replace("<|image_pad|>", "<|image_pad|>" * (rows * columns // merge**2))
    ids = torch.tensor([tokenizer.encode(text, add_special_tokens=False)])
    known = SMALL | {"hidden_size": 64}

    def build():
        config = Qwen2VLConfig(
            text_config={"vocab_size": len(tokenizer), "eos_token_id": end, "rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]}, **known},
            vision_config={"depth": 2, "embed_dim": 32, "hidden_size": 64, "num_heads": 4, "patch_size": PATCH, "mlp_ratio": 2},
            image_token_id=image, video_token_id=video, vision_start_token_id=start, vision_end_token_id=stop, tie_word_embeddings=False, attn_implementation="eager")
        model = scatter(Qwen2VLForConditionalGeneration(config))

        def step(written):
            all_ids = torch.cat([ids, torch.tensor([written], dtype=torch.long)], 1)
            kinds = (all_ids == image).int()
            return model(input_ids=all_ids, attention_mask=torch.ones_like(all_ids), pixel_values=pixels, image_grid_thw=grid, mm_token_type_ids=kinds, use_cache=False).logits[0, -1]

        return model, step

    model, tokens = until_distinct(build)

    def vision(m, pixel_values, grid_thw):
        v = m.model.visual
        height, width = grid_thw[0, 1], grid_thw[0, 2]
        line, column = torch.arange(height)[:, None].expand(-1, width), torch.arange(width)[None].expand(height, -1)
        blocks = lambda p: p.reshape(height // merge, merge, width // merge, merge).transpose(1, 2).flatten()  # noqa: E731
        cos, sin = v.rotary_pos_emb(pixel_values, torch.stack([blocks(line), blocks(column)], -1))
        turn = lambda x: x * cos[:, None] + torch.cat([-x[..., x.shape[-1] // 2 :], x[..., : x.shape[-1] // 2]], -1) * sin[:, None]  # noqa: E731
        x = v.patch_embed(pixel_values)
        for block in v.blocks:
            q, k, val = block.attn.qkv(block.norm1(x)).reshape(x.shape[0], 3, block.attn.num_heads, -1).unbind(1)
            scores = turn(q).transpose(0, 1) @ turn(k).permute(1, 2, 0) * block.attn.scaling
            x = x + block.attn.proj((scores.softmax(-1) @ val.transpose(0, 1)).transpose(0, 1).flatten(1))
            x = x + block.mlp(block.norm2(x))
        return v.merger(x)

    with torch.no_grad():
        assert torch.allclose(vision(model, pixels, grid), model.model.visual(pixels, grid_thw=grid).pooler_output, atol=1e-4)
    axes = {"pixel_values": {0: "patches"}, "grid_thw": {0: "images"}, "image_features": {0: "tokens"}}
    write_graphs(folder, model, vision, {"pixel_values": pixels, "grid_thw": grid}, axes, mrope=True)
    c = model.config
    config = {**plain(c.text_config), "model_type": "qwen2_vl", "architectures": ["Qwen2VLForConditionalGeneration"], "vision_config": plain(c.vision_config),
              "image_token_id": image, "video_token_id": video, "vision_start_token_id": start, "vision_end_token_id": stop}
    write_config(folder, config, end)
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "image_processor_type": "Qwen2VLImageProcessor", "processor_class": "Qwen2VLProcessor", **NORMAL, "image_mean": [0.5] * 3, "image_std": [0.5] * 3, "resample": 3,
        "min_pixels": 64, "max_pixels": 1_000_000, "patch_size": PATCH, "temporal_patch_size": 2, "merge_size": merge}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


LFM2_VL = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' }}{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for content in message['content'] %}{% if content['type'] == 'image' %}{{ '<image>' }}{% elif content['type'] == 'text' %}{{ content['text'] }}{% endif %}{% endfor %}"
    "{% endif %}{{ '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def lfm2_vl(folder: Path) -> dict:
    """A picture of two tiles and the whole of it small, of fewer patches; a hybrid reads them."""
    places = ["<|img_row_1_col_1|>", "<|img_row_1_col_2|>", "<|img_thumbnail|>", "<|image_start|>", "<|image_end|>"]
    tokenizer = make_tokenizer(folder, ["<|im_start|>", "<|im_end|>", "<image>", *places], "<|im_end|>", LFM2_VL)
    end, image = (tokenizer.convert_tokens_to_ids(mark) for mark in ("<|im_end|>", "<image>"))
    left, right = np.full((TILE, TILE, 3), (200, 40, 90), np.uint8), np.full((TILE, TILE, 3), (10, 120, 250), np.uint8)
    picture = np.concatenate([left, right], 1)
    Image.fromarray(picture).save(folder / "picture.png")
    shapes = [(TILE // PATCH, TILE // PATCH)] * 2 + [(TILE // PATCH // 2, TILE // PATCH)]
    most = max(h * w for h, w in shapes)

    def patches(tile: np.ndarray) -> np.ndarray:
        h, w = tile.shape[0] // PATCH, tile.shape[1] // PATCH
        flat = ((tile / 255 - 0.5) / 0.5).reshape(h, PATCH, w, PATCH, 3).transpose(0, 2, 1, 3, 4).reshape(h * w, -1)
        return np.pad(flat, ((0, most - h * w), (0, 0)))

    pixels = torch.tensor(np.stack([patches(left), patches(right), patches(picture[::2, ::2])]), dtype=torch.float32)
    inputs = {
        "pixel_values": pixels,
        "pixel_attention_mask": torch.tensor([[1] * (h * w) + [0] * (most - h * w) for h, w in shapes]),
        "spatial_shapes": torch.tensor(shapes),
    }
    some = ["<image>" * (h // SHUFFLE * (w // SHUFFLE)) for h, w in shapes]
    shown = f"<|image_start|>{places[0]}{some[0]}{places[1]}{some[1]}<|img_thumbnail|>{some[2]}<|image_end|>"
    text = tokenizer.apply_chat_template(TURNS, add_generation_prompt=True, tokenize=False).replace("<image>", shown)
    ids = torch.tensor([tokenizer.encode(text, add_special_tokens=False)])
    layers = ["conv", "full_attention", "conv", "full_attention"]
    names = [n for i, kind in enumerate(layers) for n in ([f"conv.{i}"] if kind == "conv" else [f"{i}.key", f"{i}.value"])]

    def build():
        config = Lfm2VlConfig(
            text_config={"model_type": "lfm2", "vocab_size": len(tokenizer), "eos_token_id": end, "layer_types": layers, "block_auto_adjust_ff_dim": False,
                         **SMALL, "num_hidden_layers": len(layers), "tie_word_embeddings": True},
            vision_config={"model_type": "siglip2_vision_model", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                           "patch_size": PATCH, "num_patches": 16},
            image_token_id=image, downsample_factor=SHUFFLE, projector_hidden_size=48, attn_implementation="eager")
        model = scatter(Lfm2VlForConditionalGeneration(config))
        return model, generate(model, input_ids=ids, **inputs)

    model, tokens = until_distinct(build)
    tower = model.model.vision_tower
    tower = getattr(tower, "vision_model", tower)
    table = tower.embeddings.position_embedding.weight.detach().reshape(4, 4, -1)
    # Their interpolation is no node of ONNX: for pictures of this size they are constants.
    positions = tower.embeddings.resize_positional_embeddings(table, inputs["spatial_shapes"], most)

    def vision(m, pixel_values, pixel_attention_mask, spatial_shapes):
        x = tower.embeddings.patch_embedding(pixel_values) + positions + 0 * spatial_shapes.sum()
        mask = torch.where(pixel_attention_mask[:, None, None] > 0, 0.0, -1e9)
        for layer in tower.encoder.layers:
            x = layer(x, attention_mask=mask)
        x = tower.post_layernorm(x)
        grids = [x[i, : h * w].reshape(1, h, w, -1) for i, (h, w) in enumerate(shapes)]
        return torch.cat([m.model.multi_modal_projector(grid).flatten(0, 2) for grid in grids])

    with torch.no_grad():
        known = torch.cat(model.model.get_image_features(**inputs).pooler_output)
        assert torch.allclose(vision(model, *inputs.values()), known, atol=1e-4)
    write_graphs(folder, model, vision, inputs, {}, names=names)
    c = model.config
    config = {"model_type": "lfm2_vl", "architectures": ["Lfm2VlForConditionalGeneration"], "image_token_id": image, "downsample_factor": SHUFFLE,
              "text_config": {**plain(c.text_config), "model_type": "lfm2"}, "vision_config": plain(c.vision_config)}
    write_config(folder, config, end)
    (folder / "preprocessor_config.json").write_text(json.dumps({
        "image_processor_type": "Lfm2VlImageProcessor", "processor_class": "Lfm2VlProcessor", **NORMAL, "do_resize": False, "image_mean": [0.5] * 3, "image_std": [0.5] * 3,
        "resample": 2, "do_image_splitting": True, "use_thumbnail": True, "tile_size": TILE, "encoder_patch_size": PATCH, "downsample_factor": SHUFFLE,
        "min_tiles": 2, "max_tiles": 4, "min_image_tokens": 1, "max_image_tokens": 2, "max_pixels_tolerance": 2.0}))
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": "Lfm2VlProcessor"}))
    return {"messages": MESSAGES, "promptTokens": ids.shape[1], "tokens": tokens}


FAMILIES = {"smolvlm": smolvlm, "qwen2-vl": qwen2_vl, "lfm2-vl": lfm2_vl}
