import type { OpenFile } from '#model-files/file-store.ts';
import { type Field, fieldAt } from './message-fields.ts';

/** A stored file that is open, as far as reading goes. */
export type ReadableFile = Pick<OpenFile, 'read' | 'close'>;

/** Bytes per read: most messages between two weights fit. */
const WINDOW = 65_536;
/** Most bytes of a tag and of a number after it, whose fields then end within or beyond the window. */
const HEAD = 20;

/**
 * Reads the fields of protobuf messages in a file too large to be read as a whole. `open`: the same file, where it is open: the
 * hundreds of parts between its weights are there without a wait for each (a second of 722 MB).
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class BlobReader {
  readonly #file: Blob;
  readonly #open: ReadableFile | null;
  #window = new Uint8Array(0);
  #windowAt = 0;

  constructor(file: Blob, open: ReadableFile | null = null) {
    this.#file = file;
    this.#open = open;
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
    this.#windowAt = at;
    if (this.#open) {
      const window = new Uint8Array(WINDOW);
      this.#window = window.subarray(0, this.#open.read(window, { at }));
    } else this.#window = new Uint8Array(await this.#file.slice(at, at + WINDOW).arrayBuffer());
  }
}
