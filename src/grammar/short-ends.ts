/** Whether an answer that is JSON stands in a string, and behind a backslash of it. */
export type StringPlace = 'outside' | 'inside' | 'escaped';

const [QUOTE, BACKSLASH] = [34, 92];
/** Quotes and brackets. */
const CLOSING = [QUOTE, 93, 125];

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
  isInCharacter: () => boolean;
}

type Way = readonly number[];

/** Tokens of the longest way that is looked for. */
const LONGEST = 512;
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
/** Of characters beyond ASCII. */
const BYTES = Array.from({ length: 128 }, (_, i) => String.fromCharCode(128 + i)).join('');
/** Closing comes before opening, 1 before 0, which may ask for a fraction, and words before a space, which is in vain. */
const OUTSIDE = `}]",:10{[-tfn${ASCII}\n${BYTES}`;
const INSIDE = `"1-${ASCII}${BYTES}`;
/** How many of those are tried before the one that was accepted last, which fixed lengths repeat. */
const FIRST = 3;
/** Tried in turn where the same again and again leads to no end: addresses consist of them. */
const TURNS = '1@a.b-/:';

/** Short ways to the end of an answer, character by character where the grammar leaves a choice. */
export class ShortEnds {
  readonly #outside: readonly number[];
  readonly #inside: readonly number[];
  readonly #turns: readonly number[];
  /** Longer tokens that close more than one, the longest first. */
  readonly #closing: readonly number[];
  readonly #bytes: readonly Uint8Array[];

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
    this.#turns = tokensOf(TURNS);
    this.#bytes = bytes;
    const length = (token: number) => bytes[token]?.length ?? 0;
    this.#closing = [...bytes.keys()]
      .filter((token) => length(token) > 1 && bytes[token]?.every((byte) => CLOSING.includes(byte)))
      .sort((a, b) => length(b) - length(a));
  }

  /**
   * The first of `known` that is a way of at most `most` tokens from here or from the end of an open character, or another way,
   * which may be longer; null where none is found. The grammar is as before.
   */
  find(grammar: Searched, known: readonly Way[], most: number): Way | null {
    const begun: number[] = [];
    while (grammar.isInCharacter()) {
      const next = this.#next(grammar, false);
      if (next.length === 0) break;
      begun.push(...next);
    }
    const fits = (way: Way) => begun.length + way.length <= most && isWay(grammar, way);
    const way = grammar.canEnd()
      ? []
      : (known.find(fits) ?? this.#search(grammar, false) ?? this.#search(grammar, true));
    grammar.rollback(begun.length);
    return way && [...begun, ...way];
  }

  #search(grammar: Searched, isInTurn: boolean): Way | null {
    const way: number[] = [];
    let isEnd = grammar.canEnd();
    while (!isEnd && way.length < LONGEST) {
      const next = this.#next(grammar, isInTurn, way.at(-1));
      if (next.length === 0) break;
      way.push(...next);
      isEnd = grammar.canEnd();
    }
    grammar.rollback(way.length);
    return isEnd ? way : null;
  }

  #next(grammar: Searched, isInTurn: boolean, last = -1): Way {
    const forced = grammar.forcedTokens();
    if (forced.length > 0) return forced;
    const tokens = grammar.isInString() ? this.#ordered(isInTurn, last) : this.#outside;
    const next = tokens.find((token) => grammar.accept(token));
    if (next === undefined) return [];
    const [first = 0] = this.#bytes[next] ?? [];
    if (!CLOSING.includes(first)) return [next];
    grammar.rollback(1);
    const longer = this.#closing.filter((token) => this.#bytes[token]?.[0] === first);
    return [[...longer, next].find((token) => grammar.accept(token)) ?? next];
  }

  /** The tokens to try in a string after `last`. */
  #ordered(isInTurn: boolean, last: number): Way {
    const inside = this.#inside;
    if (!isInTurn) {
      const again = inside.includes(last) ? [last] : [];
      return [...inside.slice(0, FIRST), ...again, ...inside.slice(FIRST)];
    }
    const from = this.#turns.indexOf(last) + 1;
    const turns = [...this.#turns.slice(from), ...this.#turns.slice(0, from)];
    return [...inside.slice(0, 1), ...turns, ...inside];
  }
}

function isWay(grammar: Searched, way: Way): boolean {
  const refused = way.findIndex((token) => !grammar.accept(token));
  const isEnd = refused < 0 && grammar.canEnd();
  grammar.rollback(refused < 0 ? way.length : refused);
  return isEnd;
}
