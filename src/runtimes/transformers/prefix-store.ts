import { type Cache, canBeCut } from './kv-rows.ts';
import type { OrtTensor } from './session.ts';

/** A conversation as far as it has been read: `cache` covers exactly `ids`. */
interface Entry {
  ids: readonly number[];
  cache: Cache;
}

/** What of a prompt need not be read again. */
export interface Reused {
  cache: Cache;
  /** Tokens the cache covers: always fewer than the prompt has, so that there is one to go on from. */
  tokens: number;
}

type ToTensor = (data: Float32Array, dims: number[]) => OrtTensor;

/** Conversations kept: those of a few tabs, or a chat and its branches. */
const MOST_ENTRIES = 8;

/**
 * Keys and values of the conversations read last. A prompt that begins like one of them takes over
 * what they share, cut to length; the tensors themselves are never changed, so branches share them.
 */
export class PrefixStore {
  readonly #mostBytes: number;
  readonly #toTensor: ToTensor;
  #entries: Entry[] = [];

  constructor(mostBytes: number, toTensor: ToTensor) {
    this.#mostBytes = mostBytes;
    this.#toTensor = toTensor;
  }

  /** The longest beginning of a prompt that is kept; null when there is none. */
  find(prompt: readonly number[]): Reused | null {
    let best: Entry | null = null;
    let tokens = 0;
    for (const entry of this.#entries) {
      const shared = Math.min(sharedLength(entry.ids, prompt), prompt.length - 1);
      if (shared <= tokens || (shared < entry.ids.length && !canBeCut(entry.cache))) continue;
      best = entry;
      tokens = shared;
    }
    if (!best) return null;
    this.#entries = [best, ...this.#entries.filter((e) => e !== best)];
    const isWhole = tokens === best.ids.length;
    return { cache: isWhole ? best.cache : crop(best.cache, tokens, this.#toTensor), tokens };
  }

  /**
   * Keeps a conversation; one that it continues is dropped where it could be cut from it, and the
   * longest unused ones for room.
   */
  keep(ids: readonly number[], cache: Cache): void {
    // On a graphics chip they can be neither cut nor counted here.
    if (ids.length === 0 || Object.values(cache).some((t) => t.location === 'gpu-buffer')) return;
    const holds = (e: Entry) => canBeCut(cache) || e.ids.length === ids.length;
    const others = this.#entries.filter(
      (e) => sharedLength(e.ids, ids) < e.ids.length || !holds(e),
    );
    this.#entries = [{ ids, cache }, ...others].slice(0, MOST_ENTRIES);
    while (this.#entries.length > 0 && this.#bytes() > this.#mostBytes) this.#entries.pop();
  }

  #bytes(): number {
    return this.#entries.reduce(
      (sum, { cache }) => sum + Object.values(cache).reduce((all, t) => all + t.data.byteLength, 0),
      0,
    );
  }
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

/** The first `tokens` of every layer. */
function crop(cache: Cache, tokens: number, toTensor: ToTensor): Cache {
  return Object.fromEntries(
    Object.entries(cache).map(([name, { dims, data }]) => {
      const [, heads = 0, length = 0, size = 0] = dims;
      const out = new Float32Array(heads * tokens * size);
      for (let head = 0; head < heads; head++) {
        const from = head * length * size;
        const part = (data as Float32Array).subarray(from, from + tokens * size);
        out.set(part, head * tokens * size);
      }
      return [name, toTensor(out, [1, heads, tokens, size])];
    }),
  );
}
