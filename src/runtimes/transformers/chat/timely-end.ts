import type { GrammarState } from '#grammar/token-grammar.ts';

/** Tokens of which the last characters of a string may still need some. */
const SLACK = 4;
/** Answers of fewer tokens are watched from their first one on. */
const SHORT = 64;

/**
 * Makes an answer that follows a grammar end before its tokens are used up: a way to its end is known at each place, and a
 * token after which there would be too few tokens for one is replaced by the next of that way.
 */
export class TimelyEnd {
  readonly #grammar: GrammarState;
  readonly #from: number;
  /** From the place after the last token; empty where it is not known yet. */
  #way: readonly number[] = [];
  #isKnown = false;
  /** Whether no way is found, or none that is short enough. */
  #isHopeless = false;

  constructor(grammar: GrammarState, maxTokens: number) {
    this.#grammar = grammar;
    this.#from = Math.max(SHORT, maxTokens / 2);
  }

  /** Looks for the way before a token is chosen. `left`: tokens for it and all that follow. */
  prepare(left: number): void {
    if (this.#isHopeless || this.#isKnown || left > this.#from) return;
    const way = this.#grammar.wayToEnd(this.#way);
    this.#isHopeless = way === null || way.length > left;
    this.#isKnown = !this.#isHopeless;
    this.#way = way ?? [];
  }

  /** Notes tokens that were written without a choice. */
  skip(): void {
    this.#isKnown = false;
  }

  /**
   * The token to write where the grammar has accepted `token`: the same, the next one of the way, or null where the answer has to
   * end before it. `left`: tokens that may follow.
   */
  settle(token: number, left: number): number | null {
    if (!this.#isKnown) return token;
    const way = this.#grammar.wayToEnd(this.#way);
    if (way !== null && way.length + SLACK <= left) {
      this.#way = way;
      return token;
    }
    this.#grammar.rollback(1);
    const [next] = this.#way;
    if (next === undefined) return null;
    // Refused inside a character, which is written to its end.
    if (!this.#grammar.accept(next)) return this.#grammar.accept(token) ? token : null;
    this.#way = this.#way.slice(1);
    return next;
  }
}
