import type { Allocate, Row } from './kv-cache.ts';
import { firstOf, isolateRow } from './kv-rows.ts';

/** A cached conversation: `row`, alone in its cache, covers exactly `ids`. */
interface Entry {
  ids: readonly number[];
  row: Row;
}

/** Cached conversations: enough for a few tabs, or a chat and its branches. */
const MAX_ENTRIES = 8;

/**
 * Keys and values of the most recent conversations. A prompt with a common prefix reuses it, truncated
 * to length. Rows are immutable, so branches share them.
 */
export class PrefixStore {
  readonly #maxBytes: number;
  readonly #allocate: Allocate;
  #entries: Entry[] = [];

  constructor(maxBytes: number, allocate: Allocate) {
    this.#maxBytes = maxBytes;
    this.#allocate = allocate;
  }

  /**
   * The longest cached prefix of a prompt, always shorter than the prompt, so that there is a token to
   * continue from; null when there is none. The caller releases the row. `step`: the prefix length is a
   * multiple of it.
   */
  find(prompt: readonly number[], step = 1): Row | null {
    let best: Entry | null = null;
    let tokens = 0;
    for (const entry of this.#entries) {
      const max = Math.min(sharedLength(entry.ids, prompt), prompt.length - 1);
      const shared = max - (max % step);
      if (shared <= tokens) continue;
      if (shared < entry.ids.length && !entry.row.cache.canTruncate) continue;
      best = entry;
      tokens = shared;
    }
    if (!best) return null;
    this.#entries = [best, ...this.#entries.filter((e) => e !== best)];
    return firstOf(best.row, tokens, this.#allocate);
  }

  /**
   * Caches a conversation. Drops a cached one that it continues and that could be truncated from it, and
   * evicts the least recently used ones above the limit, but never the given one, which alone may be
   * larger. The caller still owns the given row.
   */
  add(ids: readonly number[], row: Row): void {
    if (ids.length === 0 || this.#maxBytes === 0) return;
    const { canTruncate } = row.cache;
    const isWithin = (e: Entry) =>
      sharedLength(e.ids, ids) === e.ids.length && (canTruncate || e.ids.length === ids.length);
    const [within, others] = [
      this.#entries.filter(isWithin),
      this.#entries.filter((e) => !isWithin(e)),
    ];
    this.#entries = [{ ids, row: isolateRow(row, this.#allocate) }, ...others];
    for (const { row: gone } of within) gone.release();
    const isOver = () => this.#entries.length > MAX_ENTRIES || this.#bytes() > this.#maxBytes;
    while (this.#entries.length > 1 && isOver()) this.#entries.pop()?.row.release();
  }

  #bytes(): number {
    return this.#entries.reduce((sum, { row }) => sum + row.cache.bytes, 0);
  }
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  const max = Math.min(a.length, b.length);
  let length = 0;
  while (length < max && a[length] === b[length]) length++;
  return length;
}
