/** Bytes of JSON that are accepted. */
export const MAX_JSON_BYTES = 33_554_432;
/** Levels of lists and objects: beyond a few thousand, writing and copying them run out of stack. */
export const MAX_JSON_DEPTH = 1_000;
/** Bytes from which on a body is parsed in another thread: up to here it takes a few milliseconds. */
export const LARGE_BYTES = 131_072;
