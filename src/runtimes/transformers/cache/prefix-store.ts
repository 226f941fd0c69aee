import type { Allocate, Row } from './kv-cache.ts';
import { firstOf, takeRow } from './kv-rows.ts';

/** A conversation as far as it has been read: `row`, alone in its cache, covers exactly `ids`. */
interface Entry {
  ids: readonly number[];
  row: Row;
}

/** Cached conversations: those of a few tabs, or a chat and its branches. */
const MOST_ENTRIES = 8;

/**
 * Keys and values of the conversations read last. A prompt that begins like one of them takes over
 * what they share, cut to length. What a row covers is never changed, so branches share it.
 */
export class PrefixStore {
  readonly #mostBytes: number;
  readonly #allocate: Allocate;
  #entries: Entry[] = [];

  constructor(mostBytes: number, allocate: Allocate) {
    this.#mostBytes = mostBytes;
    this.#allocate = allocate;
  }

  /**
   * The longest beginning of a prompt that is cached, always short of the whole, so that there is a token
   * to continue from; null when there is none. The row is the caller's to let go. `step`: only multiples of
   * so many tokens are taken.
   */
  find(prompt: readonly number[], step = 1): Row | null {
    let best: Entry | null = null;
    let tokens = 0;
    for (const entry of this.#entries) {
      const most = Math.min(sharedLength(entry.ids, prompt), prompt.length - 1);
      const shared = most - (most % step);
      if (shared <= tokens) continue;
      if (shared < entry.ids.length && !entry.row.cache.canBeCut) continue;
      best = entry;
      tokens = shared;
    }
    if (!best) return null;
    this.#entries = [best, ...this.#entries.filter((e) => e !== best)];
    return firstOf(best.row, tokens, this.#allocate);
  }

  /**
   * Caches a conversation; one that it continues is dropped where it could be cut from it, and the
   * longest unused ones for room, never the one given: with many key heads it alone may be larger than
   * the limit. The row given stays the caller's.
   */
  add(ids: readonly number[], row: Row): void {
    if (ids.length === 0 || this.#mostBytes === 0) return;
    const { canBeCut } = row.cache;
    const isWithin = (e: Entry) =>
      sharedLength(e.ids, ids) === e.ids.length && (canBeCut || e.ids.length === ids.length);
    const [within, others] = [
      this.#entries.filter(isWithin),
      this.#entries.filter((e) => !isWithin(e)),
    ];
    this.#entries = [{ ids, row: takeRow(row, this.#allocate) }, ...others];
    for (const { row: gone } of within) gone.letGo();
    const isOver = () => this.#entries.length > MOST_ENTRIES || this.#bytes() > this.#mostBytes;
    while (this.#entries.length > 1 && isOver()) this.#entries.pop()?.row.letGo();
  }

  #bytes(): number {
    return this.#entries.reduce((sum, { row }) => sum + row.cache.bytes, 0);
  }
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}
