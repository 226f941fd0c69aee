import type { Field } from './message-fields.ts';

/** Bytes per read: most messages between two weights fit. */
const WINDOW = 65_536;

/**
 * Reads the fields of protobuf messages in a file too large to be read as a whole.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class BlobReader {
  readonly #file: Blob;
  #window = new Uint8Array(0);
  #windowAt = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  /** The fields of the message between two places. @throws RangeError for invalid bytes. */
  async *fields(from: number, to: number): AsyncGenerator<Field> {
    for (let at = from; at < to; ) {
      const field = await this.#field(at);
      if (field.end > to) throw new RangeError('A field goes beyond its message.');
      yield field;
      at = field.end;
    }
  }

  async #field(from: number): Promise<Field> {
    const [tag, start] = await this.#varint(from);
    const number = Math.floor(tag / 8);
    const [end, inner] = await this.#endOf(tag % 8, start);
    return { number, from, start: inner, end };
  }

  /** Where a value ends, and where it begins. */
  async #endOf(wireType: number, at: number): Promise<[end: number, start: number]> {
    switch (wireType) {
      case 0:
        return [(await this.#varint(at))[1], at];
      case 1:
        return [at + 8, at];
      case 2: {
        const [length, start] = await this.#varint(at);
        return [start + length, start];
      }
      case 5:
        return [at + 4, at];
      default:
        throw new RangeError('No protobuf message.');
    }
  }

  async #varint(at: number): Promise<[value: number, next: number]> {
    let value = 0;
    for (let i = 0; i < 8; i++) {
      const byte = await this.#byte(at + i);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return [value, at + i + 1];
    }
    throw new RangeError('No protobuf number.');
  }

  async #byte(at: number): Promise<number> {
    const inside = at - this.#windowAt;
    if (inside < 0 || inside >= this.#window.length) {
      this.#window = new Uint8Array(await this.#file.slice(at, at + WINDOW).arrayBuffer());
      this.#windowAt = at;
      if (this.#window.length === 0) throw new RangeError('The file ends early.');
    }
    return this.#window[at - this.#windowAt] as number;
  }
}
