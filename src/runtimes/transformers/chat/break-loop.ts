/** Tokens of a cycle's repetitions before a string is closed: small models write so without an end, and hardly any text does. */
const LEAST = 48;
const REPETITIONS = 4;
/** Tokens of the longest cycle: digits are tokens of their own in some models. */
const LONGEST = 32;
const QUOTE = 34;

/** As many of the last tokens as `isLooping` looks at. */
export const LOOP_TOKENS = Math.max(LEAST, LONGEST * REPETITIONS);

/** Whether the last tokens are one cycle, again and again. `tokens`: the last `LOOP_TOKENS` that were written, or fewer. */
export function isLooping(tokens: readonly number[]): boolean {
  return Array.from({ length: LONGEST }, (_, i) => i + 1).some((period) => {
    const length = Math.max(LEAST, period * REPETITIONS);
    const last = tokens.slice(-length);
    return (
      last.length === length &&
      last.every((token, at) => at < period || token === last[at - period])
    );
  });
}

/**
 * Leaves the tokens that end a string of JSON, where the answer is in one: letters may follow there, and a quotation mark.
 * Under a grammar an endless string would be cut off, and nothing could read the answer.
 */
export function closeString(logits: Float32Array, bytesOf: (token: number) => Uint8Array): void {
  const firsts = Array.from(logits, (logit, token) =>
    logit === Number.NEGATIVE_INFINITY ? -1 : (bytesOf(token)[0] ?? -1),
  );
  if (!firsts.includes(QUOTE) || !firsts.some(isLetter)) return;
  for (const [token, first] of firsts.entries()) {
    if (first !== QUOTE) logits[token] = Number.NEGATIVE_INFINITY;
  }
}

const isLetter = (byte: number) => byte >= 97 && byte <= 122;
