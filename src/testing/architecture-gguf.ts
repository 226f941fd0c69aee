// Tiny GGUF files of each architecture that is converted, with everything in which it differs from llama's. Weights look random,
// and are the same after they are rounded to 8 bits in blocks of 32. bench/real/gguf-reference.mjs asks llama.cpp for their logits.

import { seeded } from '#base/numbers.ts';
import { byteCharacters, type Entry, ggufFile } from './gguf-file.ts';

const [WIDTH, HEADS, KEY_HEADS, HEAD, INNER] = [64, 4, 2, 16, 96];
/** Of Gemma 3 the last of six layers sees everything. */
const LAYERS = 6;
/** Fewer than the tokens of a test, so that some are out of sight. */
const WINDOW = 8;
/** Layers of LFM2 that are convolutions. */
const CONVOLUTIONS = [true, true, false, true, false, true];
/** As in the smallest models of 2024. */
const TEMPLATE =
  "{% for message in messages %}{{ message['role'] + ': ' + message['content'] + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}";

interface Architecture {
  /** As the file names it. */
  name: string;
  /** Numbers of its own, by their keys after the name. */
  own?: Record<string, number>;
  /** How its tokenizer cuts words; null for pieces with scores. */
  pre: string | null;
  /** Further tensors of a layer, or others than llama's. */
  layer?: (layer: number) => Record<string, number[]>;
  /** Further tensors, or others than llama's. */
  tensors?: (vocabulary: number) => Record<string, number[]>;
}

const GEMMA_NORMS = {
  'post_attention_norm.weight': [WIDTH],
  'post_ffw_norm.weight': [WIDTH],
};
const HEAD_NORMS = { 'attn_q_norm.weight': [HEAD], 'attn_k_norm.weight': [HEAD] };
const QKV = {
  'attn_q.weight': [WIDTH, HEADS * HEAD],
  'attn_k.weight': [WIDTH, KEY_HEADS * HEAD],
  'attn_v.weight': [WIDTH, KEY_HEADS * HEAD],
};
const GATES = {
  'ffn_gate.weight': [WIDTH, INNER],
  'ffn_up.weight': [WIDTH, INNER],
};
const FUSED = {
  'attn_qkv.weight': [WIDTH, (HEADS + 2 * KEY_HEADS) * HEAD],
  'ffn_up.weight': [WIDTH, 2 * INNER],
  'attn_output.weight': [HEADS * HEAD, WIDTH],
};
const PHI: Architecture = {
  name: 'phi3',
  pre: null,
  layer: () => FUSED,
  tensors: (vocabulary) => ({ 'output.weight': [WIDTH, vocabulary] }),
};
const CONVOLUTION = {
  'shortconv.in_proj.weight': [WIDTH, 3 * WIDTH],
  'shortconv.conv.weight': [3, WIDTH],
  'shortconv.out_proj.weight': [WIDTH, WIDTH],
};
const ATTENTION = { ...QKV, 'attn_output.weight': [HEADS * HEAD, WIDTH] };

const ARCHITECTURES: Record<string, Architecture> = {
  llama: { name: 'llama', pre: 'smollm' },
  qwen2: {
    name: 'qwen2',
    pre: 'qwen2',
    layer: () => ({
      ...ATTENTION,
      ...GATES,
      'attn_q.bias': [HEADS * HEAD],
      'attn_k.bias': [KEY_HEADS * HEAD],
      'attn_v.bias': [KEY_HEADS * HEAD],
    }),
  },
  qwen3: {
    name: 'qwen3',
    pre: 'qwen2',
    layer: () => ({ ...ATTENTION, ...GATES, ...HEAD_NORMS }),
  },
  granite: {
    name: 'granite',
    pre: 'refact',
    own: {
      embedding_scale: 12,
      residual_scale: 0.22,
      'attention.scale': 0.125,
      logit_scale: 8,
    },
  },
  phi3: PHI,
  'phi3, long': {
    ...PHI,
    own: { 'rope.scaling.original_context_length': 32, 'rope.scaling.attn_factor': 1.25 },
    tensors: (vocabulary) => ({
      'output.weight': [WIDTH, vocabulary],
      'rope_factors_long.weight': [HEAD / 2],
      'rope_factors_short.weight': [HEAD / 2],
    }),
  },
  gemma2: {
    name: 'gemma2',
    pre: null,
    own: {
      'attention.sliding_window': WINDOW,
      attn_logit_softcapping: 2,
      final_logit_softcapping: 5,
    },
    layer: () => ({ ...ATTENTION, ...GATES, ...GEMMA_NORMS }),
  },
  gemma3: {
    name: 'gemma3',
    pre: null,
    own: { 'attention.sliding_window': WINDOW, 'rope.freq_base': 1e6 },
    layer: () => ({ ...ATTENTION, ...GATES, ...GEMMA_NORMS, ...HEAD_NORMS }),
  },
  lfm2: {
    name: 'lfm2',
    pre: 'lfm2',
    own: { 'shortconv.l_cache': 3 },
    layer: (at) => ({
      ...GATES,
      ...(CONVOLUTIONS[at] ? CONVOLUTION : { ...ATTENTION, ...HEAD_NORMS }),
    }),
    tensors: () => ({ 'token_embd_norm.weight': [WIDTH] }),
  },
};

export const ARCHITECTURE_FILES = Object.keys(ARCHITECTURES);

/** The file of an architecture, by its name in `ARCHITECTURE_FILES`. `title`: as it names itself. */
export function architectureGguf(file: string, title = file): Uint8Array {
  const found = ARCHITECTURES[file];
  if (!found) throw new Error(`The architecture ${file} is unknown.`);
  const { name, own = {}, pre, layer = () => ({ ...ATTENTION, ...GATES }), tensors } = found;
  const tokenizer = pre === null ? pieces() : byteLevel(pre);
  const heads = CONVOLUTIONS.map((isOne) => (isOne ? 0 : KEY_HEADS));
  const numbers: Record<string, number> = {
    block_count: LAYERS,
    embedding_length: WIDTH,
    feed_forward_length: INNER,
    'attention.head_count': HEADS,
    'attention.layer_norm_rms_epsilon': 1e-5,
    context_length: 256,
    'rope.dimension_count': HEAD,
    ...(name !== 'lfm2' && { 'attention.head_count_kv': KEY_HEADS }),
    ...(name.startsWith('gemma') && {
      'attention.key_length': HEAD,
      'attention.value_length': HEAD,
    }),
    ...own,
  };
  const entries: Entry[] = [
    ['general.architecture', 'text', name],
    ['general.name', 'text', title],
    ['general.license', 'text', 'apache-2.0'],
    ...Object.entries(numbers).map(
      ([key, value]): Entry => [`${name}.${key}`, typeOf(key, value), value],
    ),
    ...(name === 'lfm2' ? [[`${name}.attention.head_count_kv`, 'integers', heads] as Entry] : []),
    ...tokenizer.entries,
    ['tokenizer.chat_template', 'text', TEMPLATE],
  ];
  const common = (at: number) => ({
    'attn_norm.weight': [WIDTH],
    'ffn_norm.weight': [WIDTH],
    'ffn_down.weight': [INNER, WIDTH],
    ...layer(at),
  });
  const layers = Array.from({ length: LAYERS }, (_, at) =>
    Object.entries(common(at)).map(([weight, sizes]) => [`blk.${at}.${weight}`, sizes]),
  ).flat();
  const shapes: Record<string, number[]> = {
    'token_embd.weight': [WIDTH, tokenizer.size],
    ...(name !== 'lfm2' && { 'output_norm.weight': [WIDTH] }),
    ...Object.fromEntries(layers),
    ...tensors?.(tokenizer.size),
  };
  return ggufFile(entries, shapes, 0, numbersOf);
}

/** Scales and bases are floats, counts are not. */
function typeOf(key: string, value: number): Entry[1] {
  return !Number.isInteger(value) || /scale|base|factor|capping/.test(key) ? 'float' : 'uint32';
}

/** Numbers that look random: near 1 in norms, and in matrices multiples of a scale up to 127 in each block. */
function numbersOf(name: string, count: number): Float32Array {
  const random = seeded([...name].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 1e6, 7));
  const numbers = Float32Array.from({ length: count + 8 }, random).slice(8);
  if (/norm|factors/.test(name)) return numbers.map((one) => 0.8 + 0.4 * one);
  if (/bias|conv\.weight/.test(name)) return numbers.map((one) => one - 0.5);
  return numbers.map((one, at) => {
    const code = Math.floor(one * 255) - 127;
    return (at % 32 === 0 ? Math.sign(code || 1) * 127 : code) / 512;
  });
}

interface Tokenizer {
  entries: Entry[];
  size: number;
}

/** A token for each byte. */
function byteLevel(pre: string): Tokenizer {
  const tokens = ['<|endoftext|>', '<|im_end|>', ...byteCharacters()];
  return {
    size: tokens.length,
    entries: [
      ['tokenizer.ggml.model', 'text', 'gpt2'],
      ['tokenizer.ggml.pre', 'text', pre],
      ['tokenizer.ggml.tokens', 'texts', tokens],
      ['tokenizer.ggml.token_type', 'integers', tokens.map((_, at) => (at < 2 ? 3 : 1))],
      ['tokenizer.ggml.merges', 'texts', ['a b']],
      ['tokenizer.ggml.bos_token_id', 'uint32', 0],
      ['tokenizer.ggml.eos_token_id', 'uint32', 1],
    ],
  };
}

/** Tokens of the format, a token for each byte, and pieces with scores. */
function pieces(): Tokenizer {
  const marks = ['<pad>', '<eos>', '<bos>', '<unk>', '<end_of_turn>'];
  // llama.cpp looks for them in models that name themselves Phi 3.
  const phi = ['<s>', '</s>', '<|endoftext|>'];
  const bytes = Array.from({ length: 256 }, (_, byte) => {
    return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
  });
  const words = ['▁ab', 'ab', 'th', 'the', '▁', ...'abcdefghijklmnopqrstuvwxyz'];
  const tokens = [...marks, ...phi, ...bytes, ...words];
  const kinds = [3, 3, 3, 2, 3, 3, 3, 3, ...bytes.map(() => 6), ...words.map(() => 1)];
  return {
    size: tokens.length,
    entries: [
      ['tokenizer.ggml.model', 'text', 'llama'],
      ['tokenizer.ggml.tokens', 'texts', tokens],
      ['tokenizer.ggml.scores', 'floats', tokens.map((_, at) => -at)],
      ['tokenizer.ggml.token_type', 'integers', kinds],
      ['tokenizer.ggml.bos_token_id', 'uint32', 2],
      ['tokenizer.ggml.eos_token_id', 'uint32', 1],
      ['tokenizer.ggml.unknown_token_id', 'uint32', 3],
      ['tokenizer.ggml.add_space_prefix', 'boolean', false],
    ],
  };
}
