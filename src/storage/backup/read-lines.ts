import { joinBytes } from '#base/bytes.ts';
import { BackupError, LIMITS, megabytes } from './format.ts';

/** Bytes per read. */
const STEP = 4_000_000;
const NEWLINE = 10;
export const QUOTE = 34;
const BACKSLASH = 92;

/** Reads a file in pieces, in order; `onRead` gets the bytes so far. */
export async function* readPieces(
  file: Blob,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let i = 0; i < file.size; i += STEP) {
    let piece: ArrayBuffer;
    try {
      piece = await file.slice(i, i + STEP).arrayBuffer();
    } catch (error) {
      throw new BackupError('The file can no longer be read: it was changed, moved or deleted.', {
        cause: error,
      });
    }
    yield new Uint8Array(piece);
    onRead(Math.min(file.size, i + STEP));
  }
}

/**
 * The lines of a file as bytes, without their ends. `maxBytes` is asked before each line grows.
 * @throws BackupError when a line is longer.
 */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  maxBytes: () => number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let rest: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const add = (bytes: Uint8Array<ArrayBuffer>) => {
    size += bytes.length;
    if (size > maxBytes()) {
      throw new BackupError(
        `A line of the file is longer than ${megabytes(maxBytes())}, the limit of an import.`,
      );
    }
    rest.push(bytes);
  };
  for await (const piece of pieces) {
    let start = 0;
    for (;;) {
      const end = piece.indexOf(NEWLINE, start);
      if (end < 0) break;
      add(piece.subarray(start, end));
      yield joined(rest, size);
      rest = [];
      size = 0;
      start = end + 1;
    }
    if (start < piece.length) add(piece.subarray(start));
  }
  if (size > 0) yield joined(rest, size);
}

/** Pieces as one. */
export function joined(
  parts: readonly Uint8Array<ArrayBuffer>[],
  size: number,
): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  return joinBytes(parts, size);
}

export const OPEN = new Set([91, 123]);
export const CLOSE = new Set([93, 125]);
export const COMMA = 44;
/** 1 for each byte that means something outside strings: looked up for every byte of a file. */
export const IS_SYNTAX = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, ...OPEN, ...CLOSE]) IS_SYNTAX[byte] = 1;

/**
 * Parses JSON whose nesting and number of values are within the limits; both are counted before
 * anything is made of it. @throws BackupError
 */
export function parseLine(bytes: Uint8Array<ArrayBuffer>): unknown {
  let depth = 0;
  let items = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (IS_SYNTAX[byte] === 0) continue;
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (CLOSE.has(byte)) depth--;
    else {
      items++;
      if (OPEN.has(byte) && ++depth > LIMITS.depth) {
        throw new BackupError(
          `A line of the file is nested more than ${LIMITS.depth} levels deep, the limit of an import.`,
        );
      }
    }
  }
  if (items > LIMITS.items) {
    throw new BackupError(
      `A line of the file holds more than ${LIMITS.items / 1e6} million values, the limit of an import.`,
    );
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BackupError('The file is damaged: a line of it cannot be read.');
  }
}

/** Place of the quote that ends a string; the end of the bytes when none does. */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; ; ) {
    const end = bytes.indexOf(QUOTE, i);
    if (end < 0) return bytes.length;
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
    i = end + 1;
  }
}
