/** Tokens of one cycle after which a string is closed: small models write so without an end, and hardly any text does. */
const ENDLESS = 256;
/** The same where the answer is about to be cut off, and nothing could read it. */
const ENDLESS_NEAR_LIMIT = 96;
/** Tokens reserved for what follows the string. */
const RESERVED = 48;
/** Tokens of the longest cycle: digits are tokens of their own in some models. */
const LONGEST = 32;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Closes strings in which a model repeats itself, in an answer that is JSON from its first byte to its last.
 * A cycle that the prompt contains may be the task, and is left alone.
 */
export class StringCloser {
  readonly #prompt: readonly number[];
  readonly #bytesOf: (token: number) => Uint8Array;
  #isInside = false;
  #isEscaped = false;
  /** Tokens of the open string, without the one that opened it. */
  #tokens: number[] = [];

  constructor(prompt: readonly number[], bytesOf: (token: number) => Uint8Array) {
    this.#prompt = prompt;
    this.#bytesOf = bytesOf;
  }

  /** Notes a token of the answer. */
  note(token: number): void {
    this.#tokens.push(token);
    for (const byte of this.#bytesOf(token)) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === QUOTE) {
        this.#isInside = !this.#isInside;
        this.#tokens = [];
      } else if (byte === BACKSLASH) this.#isEscaped = this.#isInside;
    }
  }

  /**
   * Where the open string has become endless, leaves only the tokens that close it, if the grammar allows any.
   * @param left tokens that may still be written
   */
  apply(logits: Float32Array, left: number): void {
    if (!this.#isInside || this.#isEscaped || !this.#isEndless(left)) return;
    const closes = (token: number) => this.#bytesOf(token)[0] === QUOTE;
    const may = (logit: number, token: number) =>
      logit !== Number.NEGATIVE_INFINITY && closes(token);
    if (!logits.some(may)) return;
    for (const token of logits.keys()) {
      if (!closes(token)) logits[token] = Number.NEGATIVE_INFINITY;
    }
  }

  #isEndless(left: number): boolean {
    const length = left <= RESERVED ? ENDLESS_NEAR_LIMIT : ENDLESS;
    const last = this.#tokens.slice(-length);
    if (last.length < length) return false;
    const period = periodOf(last);
    return period !== null && !this.#isGiven(last.slice(-2 * period), period);
  }

  /** Whether the prompt contains a cycle, wherever in it the text begins. `twice`: its tokens, two times. */
  #isGiven(twice: readonly number[], period: number): boolean {
    const prompt = this.#textOf(this.#prompt);
    return twice.slice(0, period).some((_, from) => {
      const cycle = this.#textOf(twice.slice(from, from + period));
      return prompt.includes(cycle) || prompt.includes(withoutEscapes(cycle));
    });
  }

  /** A character for each byte: cycles may begin inside a character of several. */
  #textOf(tokens: readonly number[]): string {
    return tokens.map((token) => String.fromCharCode(...this.#bytesOf(token))).join('');
  }
}

/** The length of the shortest cycle that the tokens consist of; null for none. */
function periodOf(tokens: readonly number[]): number | null {
  for (let period = 1; period <= LONGEST; period++) {
    if (tokens.every((token, at) => at < period || token === tokens[at - period])) return period;
  }
  return null;
}

const withoutEscapes = (json: string) =>
  json.replace(/\\(.)/g, (_, of: string) => ({ n: '\n', t: '\t' })[of] ?? of);
