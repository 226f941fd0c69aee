import { piecesOf } from '#documents/pieces.ts';
import { withHead } from '#retrieval/document-head.ts';
import { USUAL_PASSAGES } from '#retrieval/search-passages.ts';
import type { Source } from '#storage/chat-records.ts';

/** Sentences that are read for a question at most: each takes some hundredths of a second. */
const MAX_SENTENCES = 30;
/** Sentences that are kept: the answer is among the first three of nine in ten questions (docs/real-models.md). */
const LIKELY_SENTENCES = 3;
/** Words of a piece that is a title before a sentence, as "Laundry." is. */
const TITLE_WORDS = 2;

type Rerank = (texts: readonly string[]) => Promise<readonly number[] | null>;

/** The sentences of a passage without its titles: they name what a question is about, and answer nothing. */
export function sentencesIn(passage: string): string[] {
  const pieces = piecesOf(passage);
  const [title = ''] = pieces;
  const isOpen = !/\p{Sentence_Terminal}["'”’»)\]]*$/u.test(title);
  const isTitled = isOpen && pieces.slice(1).every((piece) => /\p{Sentence_Terminal}/u.test(piece));
  const rest = pieces
    .slice(isTitled ? 1 : 0)
    .filter((piece) => piece.split(/\s+/).length > TITLE_WORDS);
  return rest.length > 0 ? rest : pieces;
}

/**
 * Passages with their sentences that a cross-encoder takes for the likeliest answers, and how likely the passage or one of its
 * sentences is. As they are where none reads them.
 * @param headOf what the document of a passage is called: its sentences seldom say what they are about
 */
export async function readSentences(
  sources: readonly Source[],
  headOf: (source: Source) => string,
  rerank: Rerank,
): Promise<Source[]> {
  const read = sources
    .slice(0, USUAL_PASSAGES)
    .filter(({ relevance }) => relevance !== undefined)
    .flatMap((source) => sentencesIn(source.text).map((text) => ({ source, text })))
    .slice(0, MAX_SENTENCES);
  const texts = read.map(({ source, text }) => withHead(headOf(source), text));
  const scores = texts.length > 0 ? await rerank(texts) : null;
  if (!scores) return [...sources];
  const places = read.flatMap(({ source, text }, i) => {
    const start = source.text.indexOf(text);
    const end = start + text.length;
    return start < 0 ? [] : [{ source, start, end, relevance: scores[i] ?? 0 }];
  });
  const likely = new Set(places.sort(byRelevance).slice(0, LIKELY_SENTENCES));
  return sources.map((source) => {
    const own = places.filter((place) => place.source === source);
    const [best] = own;
    if (!best) return source;
    const sentences = own
      .filter((place) => likely.has(place))
      .map(({ start, end, relevance }) => ({ start, end, relevance }))
      .sort((a, b) => a.start - b.start);
    const relevance = Math.max(source.relevance ?? 0, best.relevance);
    return { ...source, relevance, ...(sentences.length > 0 && { sentences }) };
  });
}

const byRelevance = (a: { relevance: number }, b: { relevance: number }) =>
  b.relevance - a.relevance;

/** How likely an answer is that stands in one of these passages, from 0 to 1; null where no cross-encoder has read them. */
export function relevanceOf(sources: readonly Source[]): number | null {
  const known = sources.flatMap(({ relevance }) => relevance ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** The likeliest answer of the sentences that were read, and the place of its passage, from 0; null where none was. */
export function likeliestSentence(
  sources: readonly Source[],
): { text: string; index: number } | null {
  const read = sources.flatMap(({ text, sentences = [] }, index) =>
    sentences.map(({ start, end, relevance }) => ({
      text: text.slice(start, end),
      index,
      relevance,
    })),
  );
  return read.sort(byRelevance)[0] ?? null;
}

/** What a small model reads of passages: their likeliest sentences, where they are known. Other sentences mislead it. */
export function likelyParts(sources: readonly Source[]): readonly Source[] {
  if (sources.every(({ sentences }) => !sentences)) return sources;
  return sources.flatMap((source) => {
    if (source.computed !== undefined) return source;
    const parts = (source.sentences ?? []).map(({ start, end }) => source.text.slice(start, end));
    return parts.length > 0 ? { ...source, text: parts.join(' ') } : [];
  });
}
