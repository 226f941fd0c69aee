import { cutSpan, type Span, trimSpan } from './sentences.ts';

/** Tokens of each text, those around a text included. */
export type CountTokens = (texts: string[]) => Promise<number[]>;

export interface PassageSize {
  /** Tokens of a passage, as the embedding model counts. */
  tokens: number;
  /** Tokens at the end of a passage with which the next one begins again, in whole sentences. */
  overlap: number;
  /** Characters of a passage. */
  characters: number;
}

/** Tokens of a passage: about a hundred words, so that a few of them fit a small context. */
const WANTED_TOKENS = 128;
/** Maximum characters of a passage: text with few tokens per character, such as unknown words, would get too long. */
const PASSAGE_CHARACTERS = 700;
/** Parts that a sentence too long for a passage is cut to, per passage. */
const PARTS = 8;
/** Share of a model's context that is used: tokens of joined sentences differ a little from their sum. */
const SHARE = 0.75;

/** The size of passages for an embedding model of this context. */
export function passageSize(contextTokens: number): PassageSize {
  const tokens = Math.max(4, Math.min(WANTED_TOKENS, Math.floor(contextTokens * SHARE)));
  return { tokens, overlap: tokens >> 3, characters: PASSAGE_CHARACTERS };
}

/** Texts counted in one call, and their characters. */
const BATCH_TEXTS = 512;
const BATCH_CHARACTERS = 100_000;

/** Passages with the indentation of their first line, where they are not too long for it: code needs it. */
export function withIndentation(text: string, spans: readonly Span[]): Span[] {
  return spans.map(({ start, end }) => {
    let from = start;
    const min = Math.max(0, end - PASSAGE_CHARACTERS);
    while (from > min && /[ \t]/.test(text[from - 1] ?? '')) from--;
    const isLineStart = from === 0 || text[from - 1] === '\n';
    return { start: isLineStart ? from : start, end };
  });
}

/** What stands between two paragraphs. */
const PARAGRAPH = /\n\s*\n/;

interface Piece extends Span {
  tokens: number;
}

/**
 * Joins sentences to passages of at most `size.tokens` tokens. Longer sentences are split,
 * if necessary into single characters, so that every passage fits the model that counted. No two begin at the same place.
 */
export async function packPassages(
  text: string,
  sentences: Iterable<Span>,
  size: PassageSize,
  count: CountTokens,
): Promise<Span[]> {
  const [around = 0] = await count(['']);
  const maxTokens = Math.max(1, size.tokens - around);
  const fitter: Fitter = {
    text,
    maxTokens,
    characters: size.characters,
    count: async (spans) => {
      const tokens = await count(spans.map(({ start, end }) => text.slice(start, end)));
      return spans.map((span, i) => ({ ...span, tokens: Math.max(0, (tokens[i] ?? 0) - around) }));
    },
  };
  const pieces: Piece[] = [];
  for (const batch of batchesOf(sentences)) {
    pieces.push(...(await fitSpans(fitter, batch, PARTS)));
  }
  // By their start, which names a passage: the rest of one that was cut again may begin where the next one does.
  const passages = new Map<number, Span>();
  for (const batch of batchesOf(join(text, pieces, maxTokens, size))) {
    for (const { start, end } of await fitSpans(fitter, batch, 1)) {
      if (end > (passages.get(start)?.end ?? 0)) passages.set(start, { start, end });
    }
  }
  return [...passages.values()];
}

interface Fitter {
  text: string;
  /** Most tokens and characters of a piece. */
  maxTokens: number;
  characters: number;
  count: (spans: readonly Span[]) => Promise<Piece[]>;
}

/**
 * Counts spans and cuts those that are too long until none is; a single character stays.
 * @param parts into how many parts of a passage: small ones can be joined to full passages.
 */
async function fitSpans(fitter: Fitter, spans: readonly Span[], parts: number): Promise<Piece[]> {
  const { text, maxTokens, characters } = fitter;
  const fitted: Piece[] = [];
  for (const piece of await fitter.count(spans)) {
    const length = piece.end - piece.start;
    const excess = Math.max(piece.tokens / maxTokens, length / characters);
    if (excess <= 1 || length < 2) {
      fitted.push(piece);
      continue;
    }
    const max = Math.min(length - 1, Math.max(1, Math.floor(length / Math.ceil(excess * parts))));
    const shorter = [...cutSpan(text, piece, max)]
      .map((part) => trimSpan(text, part))
      .filter(({ start, end }) => end > start);
    for (const batch of batchesOf(shorter)) fitted.push(...(await fitSpans(fitter, batch, 1)));
  }
  return fitted;
}

/**
 * Joins pieces in order; a passage begins with the last pieces of the one before, as far as they overlap, and
 * does not end in the heading or the first words of a paragraph.
 */
function join(
  text: string,
  pieces: readonly Piece[],
  maxTokens: number,
  { overlap, characters }: PassageSize,
): Span[] {
  const sums = [0];
  for (const { tokens } of pieces) sums.push((sums.at(-1) as number) + tokens);
  const tokensOf = (from: number, to: number) => (sums[to] as number) - (sums[from] as number);
  const span = (from: number, to: number): Span => {
    return { start: (pieces[from] as Piece).start, end: (pieces[to - 1] as Piece).end };
  };
  const fits = (from: number, to: number) => {
    const { start, end } = span(from, to);
    return tokensOf(from, to) <= maxTokens && end - start <= characters;
  };
  const repeats = (from: number, to: number) => {
    const { start, end } = span(from, to);
    return tokensOf(from, to) <= overlap && end - start <= characters / 8;
  };
  const isBegun = (from: number, to: number) => {
    const between = text.slice(span(from - 1, from).end, span(from, to).start);
    return PARAGRAPH.test(between) && tokensOf(from, to) <= overlap;
  };
  const passages: Span[] = [];
  for (let from = 0; from < pieces.length; ) {
    let to = from + 1;
    while (to < pieces.length && fits(from, to + 1)) to++;
    if (to < pieces.length && to - 1 > from && isBegun(to - 1, to)) to--;
    passages.push(span(from, to));
    if (to === pieces.length) break;
    let next = to;
    while (next - 1 > from && repeats(next - 1, to) && fits(next - 1, to + 1)) next--;
    from = next;
  }
  return passages;
}

function* batchesOf(spans: Iterable<Span>): Generator<Span[]> {
  let batch: Span[] = [];
  let characters = 0;
  for (const span of spans) {
    batch.push(span);
    characters += span.end - span.start;
    if (batch.length < BATCH_TEXTS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
