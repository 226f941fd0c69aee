/** Between two characters. */
export const CHARACTER_START = 0;

/** By place: ranges of the next byte and the place after it. @see https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506 */
const NEXT: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [0x00, 0x7f, 0],
    [0xc2, 0xdf, 1],
    [0xe0, 0xe0, 4],
    [0xe1, 0xec, 2],
    [0xed, 0xed, 5],
    [0xee, 0xef, 2],
    [0xf0, 0xf0, 6],
    [0xf1, 0xf3, 3],
    [0xf4, 0xf4, 7],
  ],
  [[0x80, 0xbf, 0]],
  [[0x80, 0xbf, 1]],
  [[0x80, 0xbf, 2]],
  [[0xa0, 0xbf, 1]],
  [[0x80, 0x9f, 1]],
  [[0x90, 0xbf, 2]],
  [[0x80, 0x8f, 2]],
];

/**
 * The tokens after which an answer stays valid UTF-8. xgrammar lets halves of surrogate pairs and overlong
 * characters pass, and a decoder makes several characters of each: lengths would no longer be true.
 */
export class Utf8Masks {
  readonly #bytes: readonly Uint8Array[];
  readonly #size: number;
  readonly #masks = new Map<number, Int32Array>();

  /** `size` is the width of the logits. */
  constructor(bytes: readonly Uint8Array[], size: number) {
    this.#bytes = bytes;
    this.#size = size;
  }

  /** A bit for each token that may come at a place, 32 to a word, the lowest first. */
  at(place: number): Int32Array {
    const known = this.#masks.get(place);
    if (known) return known;
    const mask = new Int32Array(Math.ceil(this.#size / 32));
    for (let id = 0; id < this.#size; id++) {
      if (this.after(place, id) === null) continue;
      mask[id >> 5] = (mask[id >> 5] ?? 0) | (1 << (id & 31));
    }
    this.#masks.set(place, mask);
    return mask;
  }

  /** The place after a token; null when it may not come there. */
  after(place: number, token: number): number | null {
    let at = place;
    for (const byte of this.#bytes[token] ?? []) {
      const next = NEXT[at]?.find(([from, to]) => byte >= from && byte <= to);
      if (!next) return null;
      at = next[2];
    }
    return at;
  }
}
