import {
  bool,
  int64,
  type LoopSession,
  type OrtTensor,
} from '#runtimes/transformers/ort/session.ts';
import type { Head, HeadAttention } from './word-alignment.ts';

/** The shape of a decoder's caches. */
export interface SpeechShape {
  heads: number;
  /** Of one head. */
  size: number;
}

/** Several continuations of one prompt over one window, all of equal length. */
export interface WindowDecoder {
  /** Logits of the token after the prompt. */
  readonly first: Float32Array;
  /**
   * Logits of the tokens that follow, a row for each id, valid until the next step. `from`: the row of the step before
   * that each continues; 0 in the first step.
   */
  step(ids: readonly number[], from: readonly number[]): Promise<Float32Array[]>;
  /** What the heads that were named at its opening have seen: a row for each token, in one continuation alone. */
  readonly seen: readonly HeadAttention[];
  /** Back to the end of the prompt. */
  restart(): void;
  close(): void;
}

/** Calls back before each step. */
export function noteSteps(window: WindowDecoder, onStep: () => void): WindowDecoder {
  return {
    first: window.first,
    get seen() {
      return window.seen;
    },
    step(ids, from) {
      onStep();
      return window.step(ids, from);
    },
    restart: () => window.restart(),
    close: () => window.close(),
  };
}

type Cache = Record<string, OrtTensor>;

/** The text side of a recogniser: encoder states of a window in, logits of tokens out. */
export class SpeechDecoder {
  readonly #session: LoopSession;
  readonly #shape: SpeechShape;
  readonly #cacheNames: string[];

  constructor(session: LoopSession, shape: SpeechShape) {
    this.#session = session;
    this.#shape = shape;
    this.#cacheNames = session.inputNames.filter((name) => name.startsWith('past_key_values'));
  }

  /** Whether it can return attention weights. */
  get hasAttention(): boolean {
    return this.#session.outputNames.some((name) => name.startsWith('cross_attentions'));
  }

  /**
   * Reads a prompt. `states`: [1, frames, size]; `from`: the first token whose logits `at` returns, and from which on it is noted
   * what `heads` see.
   */
  async open(
    states: OrtTensor,
    prompt: readonly number[],
    from = prompt.length - 1,
    heads: readonly Head[] = [],
  ): Promise<{ window: WindowDecoder; at: (token: number) => Float32Array }> {
    const { out, logits, seen } = await this.#read(states, prompt, from, heads);
    const prefix: Cache = {};
    for (const name of this.#cacheNames) prefix[name] = out[toPresent(name)] as OrtTensor;
    const first = logits(prompt.length - 1);
    const window = new Steps(this.#session, states, { prefix, first, heads, seen });
    return { window, at: logits };
  }

  /** What the heads saw for the tokens of a whole text from `from` on. `at`: logits of tokens after `from`. */
  async attend(
    states: OrtTensor,
    ids: readonly number[],
    from: number,
    heads: readonly Head[],
  ): Promise<{ seen: HeadAttention[]; at: (token: number) => Float32Array }> {
    const { out, logits, seen } = await this.#read(states, ids, from, heads);
    for (const name of this.#cacheNames) out[toPresent(name)]?.dispose();
    return { seen, at: logits };
  }

  async #read(states: OrtTensor, ids: readonly number[], from: number, seenBy: readonly Head[]) {
    const { heads, size } = this.#shape;
    const empty = this.#cacheNames.map(
      (name) => [name, this.#session.empty(name, [1, heads, 0, size])] as const,
    );
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids, [1, ids.length]),
      encoder_hidden_states: states,
      use_cache_branch: bool(false),
      num_logits_to_keep: int64([ids.length - from], []),
      ...Object.fromEntries(empty),
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const wanted = ['logits', ...this.#cacheNames.map(toPresent), ...layersOf(seenBy)];
    try {
      const out = await this.#session.run(named, wanted);
      const logits = out['logits'] as OrtTensor;
      const rows = lastRows(logits, ids.length - from).map((row) => row.slice());
      logits.dispose();
      const seen = takeSeen(out, seenBy, from);
      return { out, seen, logits: (token: number) => rows[token - from] ?? new Float32Array(0) };
    } finally {
      for (const [, tensor] of empty) tensor.dispose();
    }
  }
}

/** A prompt that was read. */
interface Opened {
  prefix: Cache;
  first: Float32Array;
  heads: readonly Head[];
  seen: readonly HeadAttention[];
}

class Steps implements WindowDecoder {
  readonly first: Float32Array;
  readonly #heads: readonly Head[];
  /** Of the prompt, and all of it. */
  readonly #seenFirst: readonly HeadAttention[];
  #seen: readonly HeadAttention[];
  readonly #session: LoopSession;
  readonly #states: OrtTensor;
  readonly #ownsStates: boolean;
  /** Caches behind the prompt, of one row. */
  readonly #prefix: Cache;
  /** The encoder's part of them: of one row, which every row of a step reads. */
  readonly #fixed: Cache;
  #grown: Cache;
  /** Of the last step. */
  #logits: OrtTensor | null = null;

  constructor(session: LoopSession, states: OrtTensor, { prefix, first, heads, seen }: Opened) {
    this.#session = session;
    this.#heads = heads;
    this.#seenFirst = seen;
    this.#seen = seen;
    this.#states = session.hold(states);
    this.#ownsStates = this.#states !== states;
    this.#prefix = prefix;
    this.first = first;
    this.#fixed = pick(prefix, isFixed);
    this.#grown = pick(prefix, (name) => !isFixed(name));
  }

  get seen(): readonly HeadAttention[] {
    return this.#seen;
  }

  async step(ids: readonly number[], from: readonly number[]): Promise<Float32Array[]> {
    this.#releaseLogits();
    await this.#arrange(from);
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids, [ids.length, 1]),
      encoder_hidden_states: this.#states,
      use_cache_branch: bool(true),
      num_logits_to_keep: int64([1], []),
      ...this.#fixed,
      ...this.#grown,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const grows = Object.keys(this.#grown);
    const wanted = ['logits', ...grows.map(toPresent), ...layersOf(this.#heads)];
    const out = await this.#session.run(named, wanted);
    const added = takeSeen(out, this.#heads, 0);
    this.#seen = this.#seen.map((rows, i) => [...rows, ...(added[i] ?? [])]);
    const next = Object.fromEntries(grows.map((name) => [name, out[toPresent(name)] as OrtTensor]));
    this.#replaceGrown(next);
    this.#logits = out['logits'] as OrtTensor;
    return lastRows(this.#logits, ids.length);
  }

  restart(): void {
    this.#replaceGrown(pick(this.#prefix, (name) => !isFixed(name)));
    this.#seen = this.#seenFirst;
  }

  close(): void {
    this.restart();
    this.#releaseLogits();
    for (const tensor of Object.values(this.#prefix)) tensor.dispose();
    if (this.#ownsStates) this.#states.dispose();
  }

  #releaseLogits(): void {
    this.#logits?.dispose();
    this.#logits = null;
  }

  /** Has the caches hold the rows that are continued. */
  async #arrange(from: readonly number[]): Promise<void> {
    const rows = Object.values(this.#grown)[0]?.dims[0] ?? 0;
    const isSame = rows === from.length && from.every((row, i) => row === i);
    if (isSame) return;
    const copies = Object.entries(this.#grown).map(async ([name, tensor]) => {
      const copy = this.#session.empty(name, [from.length, ...tensor.dims.slice(1)]);
      await copyRows(tensor, copy, from);
      return [name, copy] as const;
    });
    this.#replaceGrown(Object.fromEntries(await Promise.all(copies)));
  }

  /** Releases replaced tensors, except the prompt's own. */
  #replaceGrown(next: Cache): void {
    for (const [name, tensor] of Object.entries(this.#grown)) {
      if (tensor !== next[name] && tensor !== this.#prefix[name]) tensor.dispose();
    }
    this.#grown = next;
  }
}

/** Copies rows in another order, some more than once. Those on a GPU, a few hundred kB, are downloaded. */
async function copyRows(
  tensor: OrtTensor,
  copy: OrtTensor,
  order: readonly number[],
): Promise<void> {
  const isOnGpu = tensor.location === 'gpu-buffer';
  const from = (isOnGpu ? await tensor.getData?.() : tensor.data) as Float32Array;
  const to = copy.data as Float32Array;
  const size = from.length / (tensor.dims[0] as number);
  for (const [i, row] of order.entries())
    to.set(from.subarray(row * size, (row + 1) * size), i * size);
}

/** The last rows of logits, [rows · tokens, vocabulary], in the tensor's own memory. */
function lastRows(tensor: OrtTensor, count: number): Float32Array[] {
  const all = tensor.data as Float32Array;
  const width = tensor.dims.at(-1) as number;
  const before = all.length / width - count;
  return Array.from({ length: count }, (_, row) =>
    all.subarray((before + row) * width, (before + row + 1) * width),
  );
}

const toAttention = (layer: number) => `cross_attentions.${layer}`;
const layersOf = (heads: readonly Head[]) => [
  ...new Set(heads.map(([layer]) => toAttention(layer))),
];

/** Copies the rows of heads from token `from` on out of [1, heads, tokens, frames] of each layer, which it disposes of. */
function takeSeen(out: Cache, heads: readonly Head[], from: number): HeadAttention[] {
  const seen = heads.map(([layer, head]) => {
    const { dims, data } = out[toAttention(layer)] as OrtTensor;
    const [, , tokens = 0, frames = 0] = dims;
    return Array.from({ length: tokens - from }, (_, i) => {
      const at = (head * tokens + from + i) * frames;
      return (data as Float32Array).slice(at, at + frames);
    });
  });
  for (const name of layersOf(heads)) out[name]?.dispose();
  return seen;
}

const isFixed = (name: string) => name.includes('.encoder.');
const toPresent = (name: string) => name.replace('past_key_values', 'present');

function pick(cache: Cache, wanted: (name: string) => boolean): Cache {
  return Object.fromEntries(Object.entries(cache).filter(([name]) => wanted(name)));
}
