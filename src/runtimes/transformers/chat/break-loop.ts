import { type StringPlace, stringPlaceAfter } from '#grammar/short-ends.ts';

/** Tokens of one cycle after which a string is closed: small models write so without an end, and hardly any text does. */
const ENDLESS = 256;
/** Tokens of the longest cycle: digits are tokens of their own in some models. */
const LONGEST = 32;
const QUOTE = 34;

/**
 * Closes strings in which a model repeats itself, in an answer that is JSON. A cycle that the prompt contains may be the task,
 * and is left alone.
 */
export class LoopCloser {
  readonly #prompt: readonly number[];
  readonly #bytesOf: (token: number) => Uint8Array;
  #place: StringPlace = 'outside';
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
      const before = this.#place;
      this.#place = stringPlaceAfter(before, [byte]);
      if ((before === 'outside') !== (this.#place === 'outside')) this.#tokens = [];
    }
  }

  /** Where the open string has become endless, leaves only the tokens that close it, if the grammar allows any. */
  apply(logits: Float32Array): void {
    if (this.#place !== 'inside' || !this.#isEndless()) return;
    leaveOnly(logits, (token) => this.#bytesOf(token)[0] === QUOTE);
  }

  #isEndless(): boolean {
    const last = this.#tokens.slice(-ENDLESS);
    if (last.length < ENDLESS) return false;
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

/**
 * Words of a repetition before its next token is penalised: phrases may be the same, and lines of code, which is between fences. A word is a token with
 * a letter or a digit: what only forms a table or a list may be repeated.
 */
const ALLOWED = { inText: 3, inCode: 40 };
/** The penalty is `SHARE` · `BASE` to the number of words beyond those: after four of them 7.5, after eight 70. */
const [SHARE, BASE] = [0.8, 1.75];
/** Tokens of a repetition that count: by then its next token has no chance. */
const LONGEST_REPEAT = 128;
const BACKTICK = 96;
const FENCE = 3;

/**
 * Penalises tokens that continue a repetition of the answer, as the sampler DRY does. What the prompt contains may be repeated: it may be the task.
 * The penalty of single tokens that were written often cannot end a paragraph that a small model writes again and again: each
 * of its tokens is certain by far more.
 * @see https://github.com/oobabooga/text-generation-webui/pull/5677
 */
export class RepeatPenalty {
  readonly #prompt: readonly number[];
  readonly #bytesOf: (token: number) => Uint8Array;
  readonly #tokens: number[] = [];
  /** Whether each token is a word. */
  readonly #isWord: boolean[] = [];
  #backticks = 0;
  #isInCode = false;

  constructor(prompt: readonly number[], bytesOf: (token: number) => Uint8Array) {
    this.#prompt = prompt;
    this.#bytesOf = bytesOf;
  }

  /** Notes a token of the answer. */
  note(token: number): void {
    const bytes = this.#bytesOf(token);
    this.#tokens.push(token);
    this.#isWord.push(isWord(bytes));
    for (const byte of bytes) {
      this.#backticks = byte === BACKTICK ? this.#backticks + 1 : 0;
      if (this.#backticks === FENCE) this.#isInCode = !this.#isInCode;
    }
  }

  /** Lowers the logits of tokens that would continue a repetition. In place. */
  apply(logits: Float32Array): void {
    const allowed = this.#isInCode ? ALLOWED.inCode : ALLOWED.inText;
    for (const [token, { words, tokens }] of this.#repeats()) {
      if (words < allowed || this.#isGiven(token, tokens)) continue;
      logits[token] = (logits[token] ?? 0) - SHARE * BASE ** (words - allowed);
    }
  }

  /** By the token that would continue it: the longest repetition that the answer ends with. */
  #repeats(): Map<number, { words: number; tokens: number }> {
    const tokens = this.#tokens;
    const found = new Map<number, { words: number; tokens: number }>();
    const last = tokens.length - 1;
    for (let at = last - 1; at >= 0; at--) {
      let [length, words] = [0, 0];
      while (
        length < LONGEST_REPEAT &&
        at >= length &&
        tokens[at - length] === tokens[last - length]
      ) {
        if (this.#isWord[at - length]) words++;
        length++;
      }
      const next = tokens[at + 1] as number;
      if (words > (found.get(next)?.words ?? 0)) found.set(next, { words, tokens: length });
    }
    return found;
  }

  /** Whether the prompt has the end of that repetition, and this token after it. */
  #isGiven(token: number, length: number): boolean {
    const repeated = [...this.#tokens.slice(-Math.min(length, ALLOWED.inText)), token];
    return this.#prompt.some((_, from) =>
      repeated.every((one, i) => one === this.#prompt[from + i]),
    );
  }
}

/** A character of several bytes counts as a letter. */
const isWord = (bytes: Uint8Array) =>
  bytes.some((byte) => byte >= 0x80 || /[\dA-Za-z]/.test(String.fromCharCode(byte)));

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
