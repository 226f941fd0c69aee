import { GgufError } from './gguf-error.ts';
import { BLOCK } from './quantize.ts';
import type { Gguf } from './read-gguf.ts';

/** The shape of a language model, from the metadata of its file. */
export interface DecoderShape {
  architecture: Architecture;
  layers: number;
  width: number;
  heads: number;
  keyHeads: number;
  headSize: number;
  inner: number;
  vocabulary: number;
  context: number;
  epsilon: number;
  ropeBase: number;
  ropeFactor: number;
}

/** Architectures whose layers are llama's, with the differences that are known. */
export const ARCHITECTURES = {
  llama: { type: 'llama', className: 'LlamaForCausalLM', pairsNeighbours: true },
  qwen2: { type: 'qwen2', className: 'Qwen2ForCausalLM', pairsNeighbours: false },
  qwen3: { type: 'qwen3', className: 'Qwen3ForCausalLM', pairsNeighbours: false },
} as const;
type Architecture = keyof typeof ARCHITECTURES;

/** Bounds of a shape: the largest models that a browser can hold are far below. */
const MAX = { layers: 256, width: 32_768, heads: 512, inner: 262_144, vocabulary: 1_000_000 };
/** Tokens of the tables of positions; more would cost memory that no tab has. */
const MAX_CONTEXT = 32_768;

/** @throws GgufError for an architecture that is not converted, or numbers that make no model. */
export function readShape({ metadata, tensors }: Gguf): DecoderShape {
  const named = metadata.get('general.architecture');
  const architecture = Object.keys(ARCHITECTURES).find((name) => name === named);
  if (!isArchitecture(architecture)) {
    const name = typeof named === 'string' ? named.slice(0, 60) : 'unknown';
    throw new GgufError(
      `Models of the architecture "${name}" cannot be converted yet; ${Object.keys(ARCHITECTURES).join(', ')} can.`,
    );
  }
  const number = (key: string, fallback?: number, max = Number.MAX_SAFE_INTEGER): number => {
    const value = metadata.get(`${architecture}.${key}`) ?? fallback;
    if (typeof value === 'number' && value > 0 && value <= max) return value;
    throw new GgufError(`This GGUF file is damaged: ${architecture}.${key} is missing or wrong.`);
  };
  if (metadata.has(`${architecture}.expert_count`)) {
    throw new GgufError('Models with experts cannot be converted yet.');
  }
  const scaling = metadata.get(`${architecture}.rope.scaling.type`) ?? 'none';
  if (scaling !== 'none' && scaling !== 'linear') {
    throw new GgufError(
      `The positions of this model (${String(scaling)}) cannot be converted yet.`,
    );
  }
  const width = number('embedding_length', undefined, MAX.width);
  const heads = number('attention.head_count', undefined, MAX.heads);
  const embedding = tensors.get('token_embd.weight');
  const shape: DecoderShape = {
    architecture,
    layers: number('block_count', undefined, MAX.layers),
    width,
    heads,
    keyHeads: number('attention.head_count_kv', heads, MAX.heads),
    headSize: number('attention.key_length', width / heads, 1024),
    inner: number('feed_forward_length', undefined, MAX.inner),
    vocabulary: embedding?.dimensions[1] ?? 0,
    context: Math.min(number('context_length'), MAX_CONTEXT),
    epsilon: number('attention.layer_norm_rms_epsilon', undefined, 1),
    ropeBase: number('rope.freq_base', 10_000),
    ropeFactor: scaling === 'linear' ? number('rope.scaling.factor', 1) : 1,
  };
  const whole = [
    shape.layers,
    shape.context,
    heads,
    shape.keyHeads,
    shape.headSize / 2,
    shape.inner / BLOCK,
  ];
  const isRight =
    [...whole, width / BLOCK].every(Number.isSafeInteger) &&
    heads % shape.keyHeads === 0 &&
    shape.vocabulary > 0 &&
    shape.vocabulary <= MAX.vocabulary;
  if (!isRight) throw new GgufError('This GGUF file is damaged: its sizes make no model.');
  return shape;
}

const isArchitecture = (name: string | undefined): name is Architecture => name !== undefined;
