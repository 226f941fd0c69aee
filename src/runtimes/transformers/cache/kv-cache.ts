import { bytesPerNumber, type OrtTensor, sizeOf } from '#runtimes/transformers/ort/session.ts';

/** Allocates a writable tensor; its initial contents are undefined. */
export type Allocate = (dims: readonly number[]) => OrtTensor;

/**
 * The side on which a row that is shorter than its cache is padded. Graphs that concatenate old and new keys themselves
 * expect it on the left, so that new ones follow directly; graphs with fused attention expect it on the right.
 */
export type Padding = 'left' | 'right';

/**
 * The cached tensors by input name: keys and values [rows, heads, tokens, size], and in hybrid models
 * states of fixed size, [rows, …]. Conversations share them, so the tokens of a row are immutable. The
 * tensors are freed when the last row is released.
 */
export class KvCache {
  readonly tensors: Readonly<Record<string, OrtTensor>>;
  readonly padding: Padding;
  readonly #held = new Set<Row>();

  constructor(tensors: Readonly<Record<string, OrtTensor>>, padding: Padding) {
    this.tensors = tensors;
    this.padding = padding;
  }

  /** A row of it; the caller releases it. */
  row(index: number, tokens: number): Row {
    const row: Row = {
      cache: this,
      index,
      tokens,
      release: () => {
        if (this.#held.delete(row) && this.#held.size === 0) this.dispose();
      },
    };
    this.#held.add(row);
    return row;
  }

  /** Whether the places after a right-padded row are unused, so that new tokens may be written there. */
  isOpen({ index, tokens }: Row): boolean {
    return ![...this.#held].some((row) => row.index === index && row.tokens > tokens);
  }

  /** Index of the first token of a row of the given length. */
  startOf(tokens: number): number {
    return this.padding === 'right' ? 0 : this.length - tokens;
  }

  /** The number of rows. */
  get rows(): number {
    return Object.values(this.tensors)[0]?.dims[0] ?? 1;
  }

  /** Capacity of a row in tokens. */
  get length(): number {
    const name = Object.keys(this.tensors).find(growsByToken);
    return (name === undefined ? null : this.tensors[name]?.dims[2]) ?? 0;
  }

  get bytes(): number {
    return Object.values(this.tensors).reduce(
      (sum, tensor) => sum + bytesPerNumber(tensor) * sizeOf(tensor.dims),
      0,
    );
  }

  /** Whether it can be truncated to an earlier token. Overwritten states and GPU buffers cannot. */
  get canTruncate(): boolean {
    return !this.isOnGpu && Object.keys(this.tensors).every(growsByToken);
  }

  /** Whether its tensors are on a GPU, where they can be neither truncated nor joined. */
  get isOnGpu(): boolean {
    return Object.values(this.tensors).some((tensor) => tensor.location === 'gpu-buffer');
  }

  dispose(): void {
    for (const tensor of Object.values(this.tensors)) tensor.dispose();
  }
}

/**
 * Keys and values of one conversation inside a cache that several may share: `tokens` of row `index`,
 * padded as the cache is.
 */
export interface Row {
  readonly cache: KvCache;
  readonly index: number;
  readonly tokens: number;
  /** Releases the row; further calls have no effect. */
  readonly release: () => void;
}

/** Whether a tensor grows with each token; convolution states, for example, have a fixed size. */
export function growsByToken(name: string): boolean {
  return name.startsWith('past_key_values');
}
