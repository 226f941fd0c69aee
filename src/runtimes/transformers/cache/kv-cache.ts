import { bytesPerNumber, type OrtTensor, sizeOf } from '#runtimes/transformers/ort/session.ts';

/** Makes a tensor that numbers can be written to; what it holds at first is not set. */
export type Allocate = (dims: readonly number[]) => OrtTensor;

/**
 * The position of a row that is shorter than its cache. Graphs that join old and new keys themselves take it at the
 * end, so that new ones come right after it; those with attention as one node take it at the start.
 */
export type Side = 'start' | 'end';

/**
 * What each layer keeps, by the input's name: keys and values [rows, heads, tokens, size], and in
 * hybrid models states of one size, [rows, …]. Conversations share it: what a row of it covers is never
 * changed. It is freed when the last row is let go.
 */
export class KvCache {
  readonly tensors: Readonly<Record<string, OrtTensor>>;
  readonly side: Side;
  readonly #held = new Set<Row>();

  constructor(tensors: Readonly<Record<string, OrtTensor>>, side: Side) {
    this.tensors = tensors;
    this.side = side;
  }

  /** A row of it, released by the code that takes it. */
  row(index: number, tokens: number): Row {
    const row: Row = {
      cache: this,
      index,
      tokens,
      letGo: () => {
        if (this.#held.delete(row) && this.#held.size === 0) this.dispose();
      },
    };
    this.#held.add(row);
    return row;
  }

  /** Whether nobody needs what follows a row at the start: new tokens may be written there. */
  isOpen({ index, tokens }: Row): boolean {
    return ![...this.#held].some((row) => row.index === index && row.tokens > tokens);
  }

  /** Place of the first token of a row of so many. */
  startOf(tokens: number): number {
    return this.side === 'start' ? 0 : this.length - tokens;
  }

  /** The number of conversations in it. */
  get rows(): number {
    return Object.values(this.tensors)[0]?.dims[0] ?? 1;
  }

  /** How long they may be, in tokens. */
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

  /** Whether it can be cut back to an earlier token: neither overwritten states nor buffers of a GPU can. */
  get canBeCut(): boolean {
    return !this.isOnGpu && Object.keys(this.tensors).every(growsByToken);
  }

  /** Whether its numbers lie on a GPU, where they can be neither cut nor joined here. */
  get isOnGpu(): boolean {
    return Object.values(this.tensors).some((tensor) => tensor.location === 'gpu-buffer');
  }

  dispose(): void {
    for (const tensor of Object.values(this.tensors)) tensor.dispose();
  }
}

/**
 * Keys and values of one conversation inside a cache that several may share: row `index`, `tokens` of
 * its length on the cache's side. What is next to them is unused.
 */
export interface Row {
  readonly cache: KvCache;
  readonly index: number;
  readonly tokens: number;
  /** Says that the cache is no longer needed for this row. Once is enough. */
  readonly letGo: () => void;
}

/** Whether a cache's part grows by the token: others, as those of convolutions, stay as large as they are. */
export function growsByToken(name: string): boolean {
  return name.startsWith('past_key_values');
}
