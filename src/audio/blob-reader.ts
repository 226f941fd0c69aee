/** Bytes of one read: formats are walked by headers of a few bytes. */
const CHUNK = 256 * 1024;

/** Reads a file here and there without a read of the disk for each place. */
export class BlobReader {
  readonly size: number;
  readonly #file: Blob;
  readonly #signal: AbortSignal | undefined;
  #start = 0;
  #held = new Uint8Array(0);

  constructor(file: Blob, signal?: AbortSignal) {
    this.#file = file;
    this.#signal = signal;
    this.size = file.size;
  }

  /** The bytes from `at` on; fewer than `count` at the end of the file. */
  async bytes(at: number, count: number): Promise<Uint8Array> {
    const end = Math.min(at + count, this.size);
    if (at >= end) return new Uint8Array(0);
    if (at < this.#start || end > this.#start + this.#held.length) {
      this.#signal?.throwIfAborted();
      const part = this.#file.slice(at, at + Math.max(count, CHUNK));
      this.#held = new Uint8Array(await part.arrayBuffer());
      this.#start = at;
    }
    return this.#held.subarray(at - this.#start, end - this.#start);
  }

  async view(at: number, count: number): Promise<DataView> {
    const { buffer, byteOffset, byteLength } = await this.bytes(at, count);
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** Where bytes first occur from `at` on; null where they do not. */
  async find(wanted: readonly number[], at: number): Promise<number | null> {
    const [first = 0] = wanted;
    for (let from = at; from + wanted.length <= this.size; from += CHUNK) {
      const bytes = await this.bytes(from, CHUNK + wanted.length - 1);
      for (let i = bytes.indexOf(first); i >= 0; i = bytes.indexOf(first, i + 1)) {
        if (wanted.every((byte, j) => bytes[i + j] === byte)) return from + i;
      }
    }
    return null;
  }
}

/** The characters of a four-letter code. */
export const fourLetters = (bytes: Uint8Array, at = 0): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));
