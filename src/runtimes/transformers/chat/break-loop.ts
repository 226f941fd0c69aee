/** Tokens of one cycle after which a string is closed: small models write so without an end, and hardly any text does. */
const ENDLESS = 256;
/** The same where the answer is about to be cut off, and nothing could read it. */
const ENDLESS_NEAR_LIMIT = 96;
/** Tokens reserved for what follows the string. */
const RESERVED = 48;
/** Tokens of the longest cycle: digits are tokens of their own in some models. */
const LONGEST = 32;
/** Open brackets that no wanted answer has; a small model opens one in the other where a schema refers to itself. */
const DEEP = 16;
/** Tokens that closing one takes, with spaces and what a schema requires. */
const PER_BRACKET = 3;
const [QUOTE, BACKSLASH] = [34, 92];
const [OPENING, CLOSING] = ['{[', '}]'].map((two) => new TextEncoder().encode(two)) as [
  Uint8Array,
  Uint8Array,
];
const SPACES = new TextEncoder().encode(' \n\r\t');

/**
 * Closes strings in which a model repeats itself, and brackets that it opens without an end, in an answer that is JSON.
 * A cycle that the prompt contains may be the task, and is left alone.
 */
export class LoopCloser {
  readonly #prompt: readonly number[];
  readonly #bytesOf: (token: number) => Uint8Array;
  #isInside = false;
  #isEscaped = false;
  /** Tokens of the open string, without the one that opened it. */
  #tokens: number[] = [];
  #depth = 0;
  /** Whether brackets are closed from now on, because the rest of the tokens is needed for that. */
  #isEnding = false;

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
      else if (!this.#isInside)
        this.#depth += Number(OPENING.includes(byte)) - Number(CLOSING.includes(byte));
    }
  }

  /**
   * Where the open string has become endless, or brackets have, leaves only the tokens that close them, if the grammar allows any.
   * @param left tokens that may still be written
   */
  apply(logits: Float32Array, left: number): void {
    this.#isEnding ||= this.#depth >= DEEP && left <= RESERVED + PER_BRACKET * this.#depth;
    if (this.#isInside) {
      if (!this.#isEscaped && (this.#isEnding || this.#isEndless(left))) {
        leaveOnly(logits, (token) => this.#bytesOf(token)[0] === QUOTE);
      }
    } else if (this.#isEnding) {
      leaveOnly(logits, (token) => {
        const first = this.#bytesOf(token).find((byte) => !SPACES.includes(byte));
        return first !== undefined && CLOSING.includes(first);
      });
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

/** Forbids all tokens but those, unless none of them is allowed. */
function leaveOnly(logits: Float32Array, isOne: (token: number) => boolean): void {
  const may = (logit: number, token: number) => logit !== Number.NEGATIVE_INFINITY && isOne(token);
  if (!logits.some(may)) return;
  for (const [token, logit] of logits.entries()) {
    if (!may(logit, token)) logits[token] = Number.NEGATIVE_INFINITY;
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
