/** Whether an answer that is JSON stands in a string, and behind a backslash of it. */
export type StringPlace = 'outside' | 'inside' | 'escaped';

const [QUOTE, BACKSLASH] = [34, 92];

export function stringPlaceAfter(before: StringPlace, bytes: Iterable<number>): StringPlace {
  let place = before;
  for (const byte of bytes) {
    if (place === 'escaped') place = 'inside';
    else if (byte === QUOTE) place = place === 'inside' ? 'outside' : 'inside';
    else if (byte === BACKSLASH && place === 'inside') place = 'escaped';
  }
  return place;
}

/** A grammar whose way to an end is looked for. */
interface Searched {
  accept: (token: number) => boolean;
  forcedTokens: () => readonly number[];
  rollback: (count: number) => void;
  canEnd: () => boolean;
  isInString: () => boolean;
}

/** Tokens of the longest way that is looked for. */
const LONGEST = 512;
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
/** Of characters beyond ASCII. */
const BYTES = Array.from({ length: 128 }, (_, i) => String.fromCharCode(128 + i)).join('');
/** Closing comes before opening, and 1 before 0, which may ask for a fraction. */
const OUTSIDE = `}]",:10{[${ASCII}\n${BYTES}`;
const INSIDE = `"1-${ASCII}${BYTES}`;

/** Short ways to the end of an answer, character by character where the grammar leaves a choice. */
export class ShortEnds {
  readonly #outside: readonly number[];
  readonly #inside: readonly number[];

  /** `bytes` of each token. */
  constructor(bytes: readonly Uint8Array[]) {
    const tokens = new Map<number, number>();
    for (const [token, { length, 0: byte }] of bytes.entries()) {
      if (length === 1 && byte !== undefined && !tokens.has(byte)) tokens.set(byte, token);
    }
    const tokensOf = (characters: string) =>
      [...new Set(characters)].flatMap((one) => tokens.get(one.charCodeAt(0)) ?? []);
    this.#outside = tokensOf(OUTSIDE);
    this.#inside = tokensOf(INSIDE);
  }

  /** `known` where it still is a way, or another one; null for none. The grammar is as before. */
  find(grammar: Searched, known: readonly number[]): readonly number[] | null {
    const refused = known.findIndex((token) => !grammar.accept(token));
    const isWay = refused < 0 && grammar.canEnd();
    grammar.rollback(refused < 0 ? known.length : refused);
    return isWay ? known : this.#search(grammar);
  }

  #search(grammar: Searched): readonly number[] | null {
    const way: number[] = [];
    let isEnd = grammar.canEnd();
    while (!isEnd && way.length < LONGEST) {
      const next = this.#next(grammar);
      if (next.length === 0) break;
      way.push(...next);
      isEnd = grammar.canEnd();
    }
    grammar.rollback(way.length);
    return isEnd ? way : null;
  }

  #next(grammar: Searched): readonly number[] {
    const forced = grammar.forcedTokens();
    if (forced.length > 0) return forced;
    const tokens = grammar.isInString() ? this.#inside : this.#outside;
    const next = tokens.find((token) => grammar.accept(token));
    return next === undefined ? [] : [next];
  }
}
