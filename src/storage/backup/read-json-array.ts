import { BackupError, LIMITS, megabytes } from './format.ts';
import { CLOSE, COMMA, endOfString, IS_SYNTAX, joined, OPEN, QUOTE } from './read-lines.ts';

const BACKSLASH = 92;
/** What the scanner found: the array begins, an element ends, the array ends. */
type Found = { at: number; kind: 'begin' | 'element' | 'end' };

/**
 * The elements of one JSON array as bytes, one at a time however long the file is.
 * @throws BackupError when the file is not an array, or an element exceeds a limit.
 */
export async function* readJsonArray(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const scanner = new ArrayScanner();
  const element = new Element();
  for await (const piece of pieces) {
    let start = 0;
    for (let found = scanner.next(piece, 0); found; found = scanner.next(piece, start)) {
      if (found.kind !== 'begin') {
        element.add(piece.subarray(start, found.at));
        const bytes = element.flush();
        if (bytes.length > 0) yield bytes;
      }
      if (found.kind === 'end') return;
      start = found.at + 1;
    }
    element.add(piece.subarray(start));
  }
  throw new BackupError('The file ends early: it was not downloaded to the end.');
}

/** The current element so far. */
class Element {
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#size += bytes.length;
    if (this.#size > LIMITS.chatBytes) {
      throw new BackupError(
        `A chat in the file is larger than ${megabytes(LIMITS.chatBytes)}, the limit of an import.`,
      );
    }
    this.#parts.push(bytes);
  }

  flush(): Uint8Array<ArrayBuffer> {
    const whole = joined(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return whole;
  }
}

class ArrayScanner {
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The next place from `start` on where something begins or ends; null when this piece has none. */
  next(piece: Uint8Array, start: number): Found | null {
    for (let i = start; i < piece.length; i++) {
      const byte = piece[i] as number;
      if (this.#inString) this.#readString(byte);
      else if (IS_SYNTAX[byte] === 0) continue;
      else if (byte === QUOTE) {
        // Most of a file is strings: skip one in a single step if it ends in this piece.
        const end = endOfString(piece, i);
        this.#inString = end === piece.length;
        if (!this.#inString) i = end;
      } else {
        const kind = this.#readMark(byte);
        if (kind) return { at: i, kind };
      }
    }
    return null;
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #readMark(byte: number): Found['kind'] | null {
    if (byte === COMMA) return this.#depth === 1 ? 'element' : null;
    if (CLOSE.has(byte)) return --this.#depth === 0 ? 'end' : null;
    if (!OPEN.has(byte)) return null;
    if (++this.#depth > LIMITS.depth) {
      throw new BackupError(
        `The file is nested more than ${LIMITS.depth} levels deep, the limit of an import.`,
      );
    }
    return this.#depth === 1 ? 'begin' : null;
  }
}
