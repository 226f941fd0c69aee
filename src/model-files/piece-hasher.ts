import { sha256 } from '#base/sha256.ts';
import { PIECE_BYTES } from './model-file.ts';

/** Compares the pieces of a file that comes in parts with their hashes. */
export class PieceHasher {
  readonly #pieces: readonly string[];
  readonly #whole: string;
  readonly #piece = new Uint8Array(PIECE_BYTES);
  #filled = 0;
  #compared = 0;
  #isRight = true;

  /** @param whole the hash that their source names for all of them */
  constructor(pieces: readonly string[], whole: string) {
    this.#pieces = pieces;
    this.#whole = whole;
  }

  async update(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === PIECE_BYTES) await this.#compare();
    }
  }

  /** @returns the hash of the whole file; an empty text where a piece is wrong or missing */
  async digest(): Promise<string> {
    if (this.#filled > 0) await this.#compare();
    return this.#isRight && this.#compared === this.#pieces.length ? this.#whole : '';
  }

  async #compare(): Promise<void> {
    const found = await sha256(this.#piece.subarray(0, this.#filled));
    this.#isRight &&= found === this.#pieces[this.#compared++];
    this.#filled = 0;
  }
}
