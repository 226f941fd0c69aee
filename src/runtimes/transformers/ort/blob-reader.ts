import { type Field, fieldAt } from './message-fields.ts';

/** Bytes per read: most messages between two weights fit. */
const WINDOW = 65_536;
/** Most bytes of a tag and of a number after it, whose fields then end within or beyond the window. */
const HEAD = 20;

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
      // A wait for each byte would take longer than the reads.
      if (!this.#holds(at, Math.min(at + HEAD, this.#file.size))) await this.#read(at);
      const { number, start, end } = fieldAt(this.#window, at - this.#windowAt);
      const field = { number, from: at, start: this.#windowAt + start, end: this.#windowAt + end };
      if (field.end > to) throw new RangeError('A field goes beyond its message.');
      yield field;
      at = field.end;
    }
  }

  /** The bytes of a field with its tag, where they are at hand. */
  bytesOf({ from, end }: Field): Uint8Array<ArrayBuffer> | null {
    if (!this.#holds(from, end)) return null;
    return this.#window.slice(from - this.#windowAt, end - this.#windowAt);
  }

  #holds(from: number, end: number): boolean {
    return from >= this.#windowAt && end <= this.#windowAt + this.#window.length && from < end;
  }

  async #read(at: number): Promise<void> {
    this.#window = new Uint8Array(await this.#file.slice(at, at + WINDOW).arrayBuffer());
    this.#windowAt = at;
  }
}
