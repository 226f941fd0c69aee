import { Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo } from '@mlc-ai/web-xgrammar';
import { ShortEnds, type StringPlace, stringPlaceAfter } from './short-ends.ts';
import { CHARACTER_START, Utf8Masks } from './utf8-masks.ts';

/** A model's vocabulary as the grammar sees it. */
export interface Vocabulary {
  /** Tokens by id, as the tokenizer writes them; special ones included. */
  tokens: readonly string[];
  kind: 'byte_level' | 'byte_fallback' | 'raw';
  /** The bytes of each token. */
  bytes: readonly Uint8Array[];
  /** Width of the logits: may be more than there are tokens. */
  size: number;
  /** Tokens that end an answer. */
  stops: readonly number[];
  /** Tokens of a text. */
  encode: (text: string) => readonly number[];
}

/** Matcher state of one generation. */
export interface GrammarState {
  /** Sets the logits of tokens that may not come next to −∞. */
  mask(logits: Float32Array): Promise<void>;
  /** Accepts the chosen token; false when the grammar does not allow it. */
  accept(token: number): boolean;
  /** Accepts the tokens of the text that must come next whatever is chosen; none where there is a choice. */
  forcedTokens(): number[];
  /**
   * Tokens of a short way to an end of the answer from here: the first of `known` that is one and has at most `most` tokens, or
   * another one of any length. Null where none is found.
   */
  wayToEnd(known: readonly (readonly number[])[], most: number): readonly number[] | null;
  /** Rolls back as many tokens as were accepted last. */
  rollback(count: number): void;
  close(): void;
}

/** Characters that must come next below which it does not pay to write them without the model. */
const MIN_FORCED = 3;

/** Compiled grammars in the cache: enough for the schemas and tools of a page. */
const MAX_CACHED = 32;

/** Grammars of one model's vocabulary. */
export class TokenGrammar {
  readonly #info: TokenizerInfo;
  readonly #compiler: GrammarCompiler;
  readonly #cache = new Map<string, Awaited<ReturnType<GrammarCompiler['compileGrammar']>>>();

  readonly #masks: Utf8Masks;
  readonly #ends: ShortEnds;
  readonly #vocabulary: Vocabulary;

  private constructor(info: TokenizerInfo, compiler: GrammarCompiler, vocabulary: Vocabulary) {
    this.#info = info;
    this.#compiler = compiler;
    this.#masks = new Utf8Masks(vocabulary.bytes, vocabulary.size);
    this.#ends = new ShortEnds(vocabulary.bytes);
    this.#vocabulary = vocabulary;
  }

  static async create(vocabulary: Vocabulary): Promise<TokenGrammar> {
    const { tokens, kind, size, stops } = vocabulary;
    const filled = Array.from({ length: tokens.length }, (_, id) => tokens[id] ?? '');
    const info = await TokenizerInfo.createTokenizerInfo(filled, kind, false, size, [...stops]);
    const compiler = await GrammarCompiler.createGrammarCompiler(info, false);
    return new TokenGrammar(info, compiler, vocabulary);
  }

  /**
   * The start of an answer that follows a grammar: EBNF text, or an xgrammar structural tag.
   * @throws Error for text that is no grammar.
   */
  async start(grammar: string | object): Promise<GrammarState> {
    const key = typeof grammar === 'string' ? grammar : JSON.stringify(grammar);
    const compiled = this.#cache.get(key) ?? (await this.#compile(grammar));
    this.#cache.delete(key);
    this.#cache.set(key, compiled);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) {
      this.#cache.get(oldest)?.dispose();
      this.#cache.delete(oldest);
    }
    const matcher = await GrammarMatcher.createGrammarMatcher(compiled);
    return toState(matcher, this.#vocabulary, this.#masks, this.#ends);
  }

  async #compile(grammar: string | object) {
    const parsed =
      typeof grammar === 'string'
        ? await Grammar.fromEBNF(grammar)
        : await Grammar.fromStructuralTag(grammar as Record<string, unknown>);
    try {
      return await this.#compiler.compileGrammar(parsed);
    } finally {
      parsed.dispose();
    }
  }

  close(): void {
    for (const compiled of this.#cache.values()) compiled.dispose();
    this.#cache.clear();
    this.#compiler.dispose();
    this.#info.dispose();
  }
}

function toState(
  matcher: GrammarMatcher,
  { bytes, encode, stops }: Vocabulary,
  masks: Utf8Masks,
  ends: ShortEnds,
): GrammarState {
  // Where the answer stands inside a character, and whether in a string, after each token: the last one counts.
  const places = [CHARACTER_START];
  const strings: StringPlace[] = ['outside'];
  const place = () => places.at(-1) ?? CHARACTER_START;
  const accept = (token: number): boolean => {
    const next = masks.after(place(), token);
    if (next === null || !matcher.acceptToken(token)) return false;
    places.push(next);
    strings.push(stringPlaceAfter(strings.at(-1) ?? 'outside', bytes[token] ?? []));
    return true;
  };
  const acceptForced = (least: number, end?: number): number[] => {
    const text = place() === CHARACTER_START ? matcher.findJumpForwardString() : '';
    if (text.length < least) return [];
    const tokens = encode(text).slice(0, end);
    const refused = tokens.findIndex((token) => !accept(token));
    return refused < 0 ? [...tokens] : tokens.slice(0, refused);
  };
  const state: GrammarState = {
    async mask(logits) {
      const allowed = await matcher.getNextTokenBitmask();
      const whole = masks.at(place());
      for (let i = 0; i < allowed.length; i++) allowed[i] = (allowed[i] ?? 0) & (whole[i] ?? 0);
      applyBitmask(logits, allowed);
    },
    accept,
    // The last one may be the beginning of a longer token: that is for the model to say.
    forcedTokens: () => acceptForced(MIN_FORCED, -1),
    wayToEnd(known, most) {
      const canEnd = () => {
        const isEnd = stops.some((stop) => matcher.acceptToken(stop));
        if (isEnd) matcher.rollBack(1);
        return isEnd;
      };
      const isInString = () => strings.at(-1) !== 'outside';
      const isInCharacter = () => place() !== CHARACTER_START;
      const forcedTokens = () => acceptForced(1);
      const searched = { ...state, forcedTokens, canEnd, isInString, isInCharacter };
      return ends.find(searched, known, most);
    },
    rollback(count) {
      if (count > 0) matcher.rollBack(count);
      places.length -= count;
      strings.length -= count;
    },
    close: () => matcher.dispose(),
  };
  return state;
}

/** A bit for each token, 32 to a word, the lowest first; 0 forbids. */
function applyBitmask(logits: Float32Array, mask: Int32Array): void {
  for (let word = 0; word * 32 < logits.length; word++) {
    const bits = mask[word] ?? 0;
    if (bits === -1) continue;
    const from = word * 32;
    const to = Math.min(from + 32, logits.length);
    if (bits === 0) logits.fill(Number.NEGATIVE_INFINITY, from, to);
    else {
      for (let id = from; id < to; id++) {
        if ((bits & (1 << (id - from))) === 0) logits[id] = Number.NEGATIVE_INFINITY;
      }
    }
  }
}

/** The token that ends a text. */
export const BYTE_END = 0;

/** Bytes 0 to 255 as the tokens 1 to 256, and the end as token 0. */
export function byteVocabulary(): Vocabulary {
  const bytes = Array.from({ length: 257 }, (_, id) =>
    Uint8Array.from(id === BYTE_END ? [] : [id - 1]),
  );
  return {
    tokens: bytes.map((b, id) => (id === BYTE_END ? '</s>' : byteToken(b[0] ?? 0))),
    kind: 'byte_fallback',
    bytes,
    size: bytes.length,
    stops: [BYTE_END],
    encode: (text) => [...new TextEncoder().encode(text)].map((byte) => byte + 1),
  };
}

function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
