/** Logarithm of how much likelier the first token of a term is made in a search, and each token after it. */
const FIRST = 1;
const NEXT = 2;
/** The same where tokens are chosen one by one: a first token that nothing of the term follows cannot be taken back. */
const FIRST_GREEDY = 0.5;

/** Tokens that are the beginning of terms. */
interface Node {
  next: Map<number, Node>;
  depth: number;
  isTerm: boolean;
}

/** How far a text is in terms of a list. */
export interface Spelling {
  /** Bonus of the terms that it contains. */
  readonly settled: number;
  /** Bonus of the term that it ends with, which counts once a new word begins: "Ann" is not in "Annual". */
  readonly pending: number;
  /** Terms that it may be in. */
  readonly open: readonly Node[];
}

/**
 * Names and terms that a speaker may say, as a trie of their tokens. A search prefers the spelling of the list where the sound
 * leaves it open: each token that continues a term raises the score of a hypothesis, and one that leaves the term takes the
 * bonus back.
 */
export class Vocabulary {
  readonly empty: Spelling = { settled: 0, pending: 0, open: [] };
  readonly #root: Node = { next: new Map(), depth: 0, isTerm: false };
  readonly #textOf: (token: number) => string;
  readonly #beginsWord = new Map<number, boolean>();

  /** `encode`: text to tokens; `textOf`: a token with the space before it. */
  constructor(
    terms: readonly string[],
    encode: (text: string) => readonly number[],
    textOf: (token: number) => string,
  ) {
    this.#textOf = textOf;
    for (const term of terms) for (const form of formsOf(term)) this.#add(encode(form));
  }

  #add(tokens: readonly number[]): void {
    let node = this.#root;
    for (const token of tokens) {
      const next = node.next.get(token) ?? {
        next: new Map(),
        depth: node.depth + 1,
        isTerm: false,
      };
      node.next.set(token, next);
      node = next;
    }
    if (node !== this.#root) node.isTerm = true;
  }

  /** The text with one more token. */
  advance({ settled, pending, open }: Spelling, token: number): Spelling {
    const begins = this.#begins(token);
    const next = (begins ? [this.#root, ...open] : open).flatMap(
      (node) => node.next.get(token) ?? [],
    );
    return {
      settled: settled + (begins ? pending : 0),
      pending: Math.max(0, ...next.filter(({ isTerm }) => isTerm).map(bonusOf)),
      open: next,
    };
  }

  /** What the score of a text is raised by. */
  bonus({ settled, pending, open }: Spelling): number {
    return settled + Math.max(pending, 0, ...open.map(bonusOf));
  }

  /** Tokens that begin or continue a term. */
  *continuing({ open }: Spelling): Generator<number> {
    for (const node of [this.#root, ...open]) yield* node.next.keys();
  }

  /** What the logit of a token is raised by where tokens are chosen one by one. */
  greedyBonus({ open }: Spelling, token: number): number {
    if (open.some(({ next }) => next.has(token))) return NEXT;
    return this.#root.next.has(token) ? FIRST_GREEDY : 0;
  }

  #begins(token: number): boolean {
    const known = this.#beginsWord.get(token);
    if (known !== undefined) return known;
    const begins = !CONTINUES.test(this.#textOf(token));
    this.#beginsWord.set(token, begins);
    return begins;
  }
}

const bonusOf = ({ depth }: Node) => FIRST + (depth - 1) * NEXT;

/** A character of a script without spaces: every token begins a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A token that continues the word before it: by a letter, or by some of its bytes. */
const CONTINUES = new RegExp(`^(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}\\uFFFD]`, 'u');

/** A term as it is written in a text: behind a space, and at the beginning of a sentence. */
function formsOf(term: string): string[] {
  const text = term.trim();
  const first = text.charAt(0);
  const forms = [` ${text}`, ` ${first.toUpperCase()}${text.slice(1)}`];
  if (UNSPACED.test(first)) forms.push(text);
  return [...new Set(forms)];
}
