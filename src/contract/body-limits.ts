/** Bytes of JSON that are accepted. */
export const MAX_JSON_BYTES = 33_554_432;
/** Levels of lists and objects: beyond a few thousand, writing and copying them run out of stack. */
export const MAX_JSON_DEPTH = 1_000;
/** Bytes from which on a body is parsed in another thread: up to here it takes a few milliseconds. */
export const LARGE_BYTES = 131_072;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [LIST, OBJECT] = [0x5b, 0x7b];
const [LIST_END, OBJECT_END] = [0x5d, 0x7d];

/**
 * Whether JSON in UTF-8 nests deeper than a limit, in one pass before it is parsed: `JSON.parse` takes
 * seconds and a gigabyte for 30 MB of opening brackets.
 */
export function isDeeperThan(maxDepth: number, bytes: Uint8Array): boolean {
  // So short a body cannot be.
  if (bytes.length <= maxDepth) return false;
  let depth = 0;
  for (let i = 0; i < bytes.length && depth <= maxDepth; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === LIST || byte === OBJECT) depth++;
    else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
  return depth > maxDepth;
}

/** Where the quote is that ends a string; the end of the bytes for one that never ends. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}
