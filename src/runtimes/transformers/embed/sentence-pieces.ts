/** The file tokenizer.json of a model that ships packed: SentencePiece's unigram pieces, in the order of their ids. */
export interface PieceFile {
  pieces: readonly string[];
  /** Their logarithmic probabilities. */
  scores: readonly number[];
}

/** Ids of the first pieces. No text spells them: `<s>` in a text is three pieces. */
const UNKNOWN = 0;
const START = 1;
const END = 2;
/** How much less likely an unknown character is than the unlikeliest piece. */
const UNKNOWN_PENALTY = 10;
/** What stands for a space. */
const SPACE = '▁';

/** Characters that SentencePiece's `nmt_nfkc` drops, and those that it takes for spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are dropped.
const DROPPED = /[\x00-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]/g;
const SPACES = /[\s\u200b\u200e\u200f\u2581\ufeff\ufffd]+/g;
/** Full-width tildes stay as they are. */
const TILDES = /[^～]+/g;

/** Cuts texts into the likeliest sequence of pieces, as SentencePiece does. */
export class SentencePieces {
  /** By their text: the id plus one, or 0 for what only begins a piece. */
  readonly #byText = new Map<string, number>();
  readonly #scores: Float32Array;
  readonly #unknownScore: number;

  /** @throws Error where the file has another shape. */
  constructor({ pieces, scores }: PieceFile) {
    if (pieces.length === 0 || pieces.length !== scores.length) {
      throw new Error('The vocabulary is damaged.');
    }
    this.#scores = Float32Array.from(scores);
    this.#unknownScore = this.#scores.reduce((a, b) => Math.min(a, b)) - UNKNOWN_PENALTY;
    for (const [id, piece] of pieces.entries()) {
      if (id <= END) continue;
      for (let end = piece.length - 1; end > 0; end--) {
        const beginning = piece.slice(0, end);
        // Its own beginnings are there already.
        if (this.#byText.has(beginning)) break;
        this.#byText.set(beginning, 0);
      }
      this.#byText.set(piece, id + 1);
    }
  }

  /** Ids, between a start and an end token. */
  encode(text: string): number[] {
    const plain = normalise(text);
    return [START, ...(plain === '' ? [UNKNOWN] : this.#likeliest(plain)), END];
  }

  /** The pieces that begin at a place: their ends, ids and scores. A character that no piece is alone is unknown. */
  *#piecesAt(text: string, from: number): Generator<[to: number, id: number, score: number]> {
    const next = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
    let isKnown = false;
    for (let to = from + 1; to <= text.length; to++) {
      const found = this.#byText.get(text.slice(from, to));
      if (found === undefined) break;
      if (found === 0) continue;
      isKnown ||= to === next;
      yield [to, found - 1, this.#scores[found - 1] as number];
    }
    if (!isKnown) yield [next, UNKNOWN, this.#unknownScore];
  }

  /** Viterbi's algorithm: of each place the likeliest sequence that ends there. */
  #likeliest(text: string): number[] {
    const { length } = text;
    const best = new Float64Array(length + 1).fill(-Infinity);
    const startOf = new Int32Array(length + 1);
    const idOf = new Int32Array(length + 1);
    best[0] = 0;
    for (let from = 0; from < length; from++) {
      const before = best[from] as number;
      // In the middle of a character of two units.
      if (before === -Infinity) continue;
      for (const [to, id, score] of this.#piecesAt(text, from)) {
        if (before + score <= (best[to] as number)) continue;
        best[to] = before + score;
        startOf[to] = from;
        idOf[to] = id;
      }
    }
    const ids: number[] = [];
    for (let at = length; at > 0; at = startOf[at] as number) {
      const id = idOf[at] as number;
      // Unknown characters in a row are one token.
      if (id !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(id);
    }
    return ids.reverse();
  }
}

/** Compatible forms as one, spaces as one, a space in front. */
function normalise(text: string): string {
  const plain = text
    .replace(DROPPED, '')
    .replace(SPACES, ' ')
    .replace(TILDES, (part) => part.normalize('NFKC'));
  const words = plain.split(' ').filter(Boolean);
  return words.map((word) => SPACE + word).join('');
}
