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
  /** Numbers of each head that positions turn; the others stay as they are. */
  turned: number;
  positions: Positions;
  window: Window | null;
  scales: Scales;
  caps: Caps;
  /** Tokens that the convolutions see, and which layers are convolutions; null where all attend. */
  convolution: { tokens: number; layers: readonly boolean[] } | null;
}

/** What queries and keys are turned by. */
export interface Positions {
  base: number;
  /** Positions are divided by it. */
  factor: number;
  /** The tensor that has a divisor for each speed. */
  divisors: string | null;
  /** Sines and cosines are multiplied by it. */
  magnitude: number;
}

/** Layers that look back on their last tokens alone: all but the last one of `every`. */
interface Window {
  tokens: number;
  every: number;
  positions: Positions;
}

/** Factors; 1 where the architecture has none. */
interface Scales {
  tokens: number;
  /** What a layer adds. */
  residual: number;
  /** Products of queries and keys. */
  attention: number;
  logits: number;
}

/** Bounds that products of queries and keys, and logits, approach by a tanh; null where they have none. */
interface Caps {
  attention: number | null;
  logits: number | null;
}

/** Whether a layer looks back on its window alone. */
export const isWindowed = ({ window }: DecoderShape, layer: number): boolean =>
  window !== null && (layer + 1) % window.every !== 0;

interface Traits {
  type: string;
  className: string;
  /** Positions turn pairs of neighbours in the file, and halves here. */
  pairsNeighbours?: true;
  /** Tokens are scaled, gates are GELUs, and what a layer adds is normalised. */
  isGemma?: true;
}

/** Architectures whose layers are llama's, with the differences that are known. */
export const ARCHITECTURES = {
  llama: { type: 'llama', className: 'LlamaForCausalLM', pairsNeighbours: true },
  qwen2: { type: 'qwen2', className: 'Qwen2ForCausalLM' },
  qwen3: { type: 'qwen3', className: 'Qwen3ForCausalLM' },
  gemma2: { type: 'gemma2', className: 'Gemma2ForCausalLM', isGemma: true },
  gemma3: { type: 'gemma3_text', className: 'Gemma3ForCausalLM', isGemma: true },
  granite: { type: 'granite', className: 'GraniteForCausalLM', pairsNeighbours: true },
  phi3: { type: 'phi3', className: 'Phi3ForCausalLM' },
  lfm2: { type: 'lfm2', className: 'Lfm2ForCausalLM' },
} as const satisfies Record<string, Traits>;
type Architecture = keyof typeof ARCHITECTURES;

export const traitsOf = ({ architecture }: DecoderShape): Traits => ARCHITECTURES[architecture];

/** Bounds of a shape: the largest models that a browser can hold are far below. */
const MAX = { layers: 256, width: 32_768, heads: 512, inner: 262_144, vocabulary: 1_000_000 };
/** Tokens of the tables of positions; more would cost memory that no tab has. */
const MAX_CONTEXT = 32_768;
/** Gemma 2's window where a file does not state it. */
const GEMMA2_WINDOW = 4096;
/** What layers with a window turn their positions by in Gemma 3. */
const NEAR_BASE = 10_000;

/** @throws GgufError for an architecture that is not converted, or numbers that make no model. */
export function readShape({ metadata, tensors }: Gguf): DecoderShape {
  const architecture = readArchitecture(metadata.get('general.architecture'));
  const keys = new Keys(metadata, architecture);
  if (keys.has('expert_count')) {
    throw new GgufError('Models with experts cannot be converted yet.');
  }
  const width = keys.number('embedding_length', undefined, MAX.width);
  const heads = keys.number('attention.head_count', undefined, MAX.heads);
  const headSize = keys.number('attention.key_length', width / heads, 1024);
  const layers = keys.number('block_count', undefined, MAX.layers);
  const context = Math.min(keys.number('context_length'), MAX_CONTEXT);
  const positions = readPositions(keys, tensors, context);
  const shape: DecoderShape = {
    architecture,
    layers,
    width,
    heads,
    headSize,
    ...readKeyHeads(keys, heads, layers),
    inner: keys.number('feed_forward_length', undefined, MAX.inner),
    vocabulary: tensors.get('token_embd.weight')?.dimensions[1] ?? 0,
    context,
    epsilon: keys.number('attention.layer_norm_rms_epsilon', undefined, 1),
    turned: keys.number('rope.dimension_count', headSize, 1024),
    positions,
    window: readWindow(keys, positions),
    scales: readScales(keys, width, headSize),
    caps: readCaps(keys),
  };
  if (!isModel(shape)) throw new GgufError('This GGUF file is damaged: its sizes make no model.');
  // Llama.cpp refuses them too, so nothing says which numbers would be turned.
  if (traitsOf(shape).pairsNeighbours && shape.turned !== headSize) {
    throw new GgufError(
      `Models of ${architecture} that turn ${shape.turned} of ${headSize} numbers of a head by positions cannot be converted yet.`,
    );
  }
  // A condition of the operator.
  if (shape.turned % 16 !== 0) {
    throw new GgufError(
      `Models that turn ${shape.turned} numbers of a head by positions cannot be converted yet; multiples of 16 can.`,
    );
  }
  return shape;
}

function isModel(shape: DecoderShape): boolean {
  const { layers, width, heads, keyHeads, headSize, turned, inner, context, window } = shape;
  const whole = [layers, context, heads, keyHeads, headSize / 2, turned / 2];
  return (
    [...whole, inner / BLOCK, width / BLOCK, window?.tokens ?? 1].every(Number.isSafeInteger) &&
    heads % keyHeads === 0 &&
    turned <= headSize &&
    shape.vocabulary > 0 &&
    shape.vocabulary <= MAX.vocabulary
  );
}

function readArchitecture(named: unknown): Architecture {
  const found = Object.keys(ARCHITECTURES).find((name) => name === named);
  if (isArchitecture(found)) return found;
  const name = typeof named === 'string' ? named.slice(0, 60) : 'unknown';
  throw new GgufError(
    `Models of the architecture "${name}" cannot be converted yet; ${Object.keys(ARCHITECTURES).join(', ')} can.`,
  );
}

const isArchitecture = (name: string | undefined): name is Architecture => name !== undefined;

/** The numbers of an architecture among the metadata. */
class Keys {
  readonly architecture: Architecture;
  readonly #metadata: Gguf['metadata'];

  constructor(metadata: Gguf['metadata'], architecture: Architecture) {
    this.#metadata = metadata;
    this.architecture = architecture;
  }

  has(key: string): boolean {
    return this.#metadata.has(`${this.architecture}.${key}`);
  }

  value(key: string): unknown {
    return this.#metadata.get(`${this.architecture}.${key}`);
  }

  /** A number above zero. @throws GgufError for another value, and without a fallback where there is none */
  number(key: string, fallback?: number, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.value(key) ?? fallback;
    if (typeof value === 'number' && value > 0 && value <= max) return value;
    const name = `${this.architecture}.${key}`;
    if (Array.isArray(value)) {
      throw new GgufError(`Models whose layers differ in ${name} cannot be converted yet.`);
    }
    throw new GgufError(`This GGUF file is damaged: ${name} is missing or wrong.`);
  }
}

/** How many heads keys have, and which layers have none: those are convolutions. */
function readKeyHeads(
  keys: Keys,
  heads: number,
  layers: number,
): Pick<DecoderShape, 'keyHeads' | 'convolution'> {
  const all = keys.value('attention.head_count_kv');
  if (keys.architecture !== 'lfm2' || !Array.isArray(all)) {
    return {
      keyHeads: keys.number('attention.head_count_kv', heads, MAX.heads),
      convolution: null,
    };
  }
  const counts = new Set(all.filter((count) => count !== 0));
  const [keyHeads] = counts;
  if (all.length !== layers || counts.size !== 1 || !isCount(keyHeads)) {
    throw new GgufError('This GGUF file is damaged: its sizes make no model.');
  }
  const tokens = keys.number('shortconv.l_cache', undefined, 64);
  return { keyHeads, convolution: { tokens, layers: all.map((count) => count === 0) } };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX.heads;

function readPositions(keys: Keys, tensors: Gguf['tensors'], context: number): Positions {
  const scaling = keys.value('rope.scaling.type') ?? 'linear';
  const isLong = scaling === 'longrope';
  const isKnown = isLong || scaling === 'none' || scaling === 'linear';
  if (!isKnown || keys.value('rope.scaling.finetuned') === false) {
    throw new GgufError(
      `The positions of this model (${String(scaling).slice(0, 60)}) cannot be converted yet.`,
    );
  }
  const length = isFar(keys, context) ? 'long' : 'short';
  const names = ['rope_freqs.weight', `rope_factors_${length}.weight`];
  return {
    base: keys.number('rope.freq_base', 10_000),
    factor: scaling === 'linear' ? keys.number('rope.scaling.factor', 1) : 1,
    divisors: names.find((name) => tensors.has(name)) ?? null,
    magnitude: keys.number('rope.scaling.attn_factor', 1),
  };
}

/** Whether a model that was trained for short texts has more tokens here, so that its positions are those for long ones. */
function isFar(keys: Keys, context: number): boolean {
  return context > keys.number('rope.scaling.original_context_length', context);
}

function readWindow(keys: Keys, positions: Positions): Window | null {
  const key = 'attention.sliding_window';
  const every = { gemma2: 2, gemma3: 6 }[keys.architecture as string];
  if (every === undefined || (keys.architecture === 'gemma3' && !keys.has(key))) return null;
  const near = { ...positions, base: keys.number('rope.freq_base_swa', NEAR_BASE), factor: 1 };
  return {
    tokens: keys.number(key, GEMMA2_WINDOW),
    every: keys.number('attention.sliding_window_pattern', every, MAX.layers),
    positions: keys.architecture === 'gemma3' ? near : positions,
  };
}

function readScales(keys: Keys, width: number, headSize: number): Scales {
  const attention = headSize ** -0.5;
  const none = { tokens: 1, residual: 1, attention, logits: 1 };
  if (keys.architecture !== 'granite') {
    const { isGemma }: Traits = ARCHITECTURES[keys.architecture];
    return { ...none, tokens: isGemma ? Math.sqrt(width) : 1 };
  }
  return {
    tokens: keys.number('embedding_scale', 1),
    residual: keys.number('residual_scale', 1),
    attention: keys.number('attention.scale', attention),
    logits: 1 / keys.number('logit_scale'),
  };
}

function readCaps(keys: Keys): Caps {
  const cap = (key: string) => (keys.has(key) ? keys.number(key) : null);
  if (keys.architecture !== 'gemma2') return { attention: null, logits: null };
  return {
    attention: cap('attn_logit_softcapping'),
    logits: cap('final_logit_softcapping'),
  };
}
