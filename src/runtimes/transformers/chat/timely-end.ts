import type { GrammarState } from '#grammar/token-grammar.ts';

/** Answers of fewer tokens are watched from their first one on. */
const SHORT = 64;
/** Where no way is found that is short enough, the next search is when so much of the tokens is left: searches are few. */
const AGAIN = 7 / 8;

/**
 * Makes an answer that follows a grammar end before its tokens are used up. A way to its end is known at each place; the first token
 * after which it would no longer fit, and all later ones, are replaced by the way: a wrong value is the last that the model
 * wrote. Where no way is found, the answer stays as the model writes it.
 */
export class TimelyEnd {
  readonly #grammar: GrammarState;
  readonly #bytesOf: (token: number) => Uint8Array;
  /** Tokens left when the next search may be. */
  #from: number;
  /** From the place after the last token; where it is not known, what may still be one. */
  #way: readonly number[] = [];
  #isKnown = false;
  /** Whether tokens are replaced. */
  #isClosing = false;

  constructor(grammar: GrammarState, maxTokens: number, bytesOf: (token: number) => Uint8Array) {
    this.#grammar = grammar;
    this.#bytesOf = bytesOf;
    this.#from = Math.max(SHORT, maxTokens / 2);
  }

  /** Looks for the way before a token is chosen. `left`: tokens for it and all that follow. */
  prepare(left: number): void {
    if (this.#isKnown || left > this.#from) return;
    this.#note(this.#grammar.wayToEnd([this.#way], left), left);
  }

  #note(way: readonly number[] | null, left: number): void {
    this.#isKnown = way !== null && way.length <= left;
    this.#way = way ?? [];
    if (!this.#isKnown) this.#from = left * AGAIN;
  }

  /** Most tokens take the place of as many characters of the way, or of its first token, or come before it. */
  #wayAfter(token: number, rest: readonly number[], left: number): readonly number[] | null {
    const { length } = this.#bytesOf(token);
    const replaced = length > 1 ? [this.#way.slice(length)] : [];
    return this.#grammar.wayToEnd([...replaced, rest, this.#way], left);
  }

  /** Notes a token that was written without a choice. */
  skip(token: number): void {
    if (token === this.#way[0]) this.#way = this.#way.slice(1);
    else this.#isKnown = false;
  }

  /**
   * The token to write where the grammar has accepted `token`: the same, the next one of the way, or null where the answer has to
   * end before it. `left`: tokens that may follow.
   */
  settle(token: number, left: number): number | null {
    if (!this.#isKnown) return token;
    const [next, ...rest] = this.#way;
    if (token === next) {
      this.#way = rest;
      return token;
    }
    const way = this.#isClosing ? this.#way : this.#wayAfter(token, rest, left);
    if (!this.#isClosing && (way === null || way.length <= left)) {
      this.#note(way, left);
      return token;
    }
    this.#isClosing = true;
    this.#grammar.rollback(1);
    if (next === undefined) return null;
    this.#grammar.accept(next);
    this.#way = rest;
    return next;
  }
}
