import { piecesOf } from '#documents/pieces.ts';
import { withHead } from '#retrieval/document-head.ts';
import { asksForSentence } from '#retrieval/is-answerable.ts';
import { USUAL_PASSAGES } from '#retrieval/search-passages.ts';
import type { LikelySentence, Message, Source } from '#storage/chat-records.ts';

/** How likely an answer is that is given without a word about it, and for which no other passage is read (docs/real-models.md). */
export const LIKELY = 0.15;
/** Sentences that are read of a passage at most: each takes some hundredths of a second. */
const MAX_SENTENCES = 20;
/** Sentences that are stored: the answer is among the first three of nine in ten questions (docs/real-models.md). */
const LIKELY_SENTENCES = 3;
/** Words of a piece that is a title before a sentence, as "Laundry." is. */
const TITLE_WORDS = 2;

/** The sentences of a passage without its titles: they name what a question is about, and answer nothing. */
export function sentencesIn(passage: string): string[] {
  const pieces = blocksOf(passage).flatMap(piecesOf);
  const [title = ''] = pieces;
  const isOpen = !/\p{Sentence_Terminal}["'”’»)\]]*$/u.test(title);
  const isTitled = isOpen && pieces.slice(1).every((piece) => /\p{Sentence_Terminal}/u.test(piece));
  const rest = pieces
    .slice(isTitled ? 1 : 0)
    .filter((piece) => piece.split(/\s+/).length > TITLE_WORDS);
  return rest.length > 0 ? rest : pieces;
}

/** Characters of a line that no page is so narrow for: the next one begins something else. */
const SHORT_LINE = 50;

/** The parts of a passage between lines that end something: titles, items, rows. Lines of prose may be broken anywhere. */
function blocksOf(passage: string): string[] {
  const lines = passage.split('\n');
  const ends = (line: string, next: string) =>
    line.includes(' | ') ||
    next.trim() === '' ||
    (/^\s*[^\p{Ll}\s]/u.test(next) &&
      (line.length < SHORT_LINE || /[\p{Sentence_Terminal}:]["'”’»)\]]*\s*$/u.test(line)));
  const blocks: string[] = [''];
  for (const [i, line] of lines.entries()) {
    blocks[blocks.length - 1] += (blocks.at(-1) === '' ? '' : '\n') + line;
    if (ends(line, lines[i + 1] ?? '')) blocks.push('');
  }
  return blocks.map((block) => block.trim()).filter((block) => block !== '');
}

interface Reading {
  /** What the document of a passage is called: its sentences seldom say what they are about. */
  headOf: (source: Source) => string;
  /** Whether a text has what the question asks for, as a number; null where its words say nothing of it. */
  hasForm: ((text: string) => boolean) | null;
  /** Which share of the question's own words a text has. */
  wordsIn: (text: string) => number;
  rerank: (texts: readonly string[]) => Promise<readonly number[] | null>;
}

/** What a sentence counts without what the question asks for. */
const FORMLESS = 0.1;

/** A sentence in its passage. */
interface Place extends LikelySentence {
  source: Source;
}

/**
 * Passages with their sentences that a cross-encoder takes for the likeliest answers, and how likely one of them is: of the first
 * passage, and of the next ones as long as none is likely. As they are where none reads them.
 */
export async function readSentences(
  sources: readonly Source[],
  reading: Reading,
): Promise<Source[]> {
  const places: Place[] = [];
  for (const source of sources.slice(0, USUAL_PASSAGES)) {
    const read = source.relevance === undefined ? [] : await readPassage(source, reading);
    if (!read) return [...sources];
    places.push(...read);
    if (places.some(({ relevance }) => relevance >= LIKELY)) break;
  }
  const likely = new Set(places.sort(byRelevance).slice(0, LIKELY_SENTENCES));
  return sources.map((source) => withSentences(source, places, likely, reading.hasForm));
}

/** The sentences of a passage; null where they are not read. */
async function readPassage(
  source: Source,
  { headOf, hasForm, wordsIn, rerank }: Reading,
): Promise<Place[] | null> {
  const head = headOf(source);
  const texts = sentencesIn(source.text)
    .filter((text) => !head.includes(text))
    .slice(0, MAX_SENTENCES);
  if (texts.length === 0) return [];
  const scores = await rerank(texts.map((text) => withHead(head, text)));
  if (!scores) return null;
  return texts.flatMap((text, i) => {
    const start = source.text.indexOf(text);
    const read = withWords(scores[i] ?? 0, wordsIn(text));
    const relevance = read * (hasForm?.(text) === false ? FORMLESS : 1);
    return start < 0 ? [] : [{ source, start, end: start + text.length, relevance }];
  });
}

/** The odds of a sentence with all words of the question, by its odds without any. */
const OF_WORDS = Math.E;

/** A sentence about the cat that is asked about answers rather than its neighbour about small animals, which reads as well. */
function withWords(relevance: number, share: number): number {
  const odds = (relevance / (1 - Math.min(relevance, 0.999_999))) * OF_WORDS ** share;
  return odds / (1 + odds);
}

function withSentences(
  source: Source,
  places: readonly Place[],
  likely: ReadonlySet<LikelySentence>,
  hasForm: Reading['hasForm'],
): Source {
  const own = places.filter((place) => place.source === source);
  const [best] = own;
  if (!best) return source;
  const sentences = own
    .filter((place) => likely.has(place))
    .map(({ start, end, relevance }) => ({ start, end, relevance }))
    .sort((a, b) => a.start - b.start);
  // A whole passage says little where none of its sentences has the form of an answer.
  const whole = hasForm?.(source.text) === false ? 0 : (source.relevance ?? 0);
  const relevance = Math.max(whole, best.relevance);
  return { ...source, relevance, ...(sentences.length > 0 && { sentences }) };
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
  const read = sources.flatMap((source, index) =>
    sentencesOf(source).map(({ text, relevance }) => ({ text, index, relevance })),
  );
  return read.sort(byRelevance)[0] ?? null;
}

/** The sentences of a passage that were read; of an imported one those that are in it. */
const sentencesOf = ({ text, sentences = [] }: Source) =>
  sentences
    .filter(({ start, end }) => start < end && end <= text.length)
    .map(({ start, end, relevance }) => ({ text: text.slice(start, end), relevance }));

/**
 * What a small model reads for a question: the likeliest sentence with other likely ones of its passage, where they are known,
 * and the computed results. Other sentences mislead it. For a task it reads all passages.
 */
export function likelyParts(
  { text, sources = [] }: Pick<Message, 'text' | 'sources'>,
  isFirst: boolean,
): readonly Source[] {
  const best = asksForSentence(text, isFirst) ? likeliestSentence(sources)?.index : undefined;
  if (best === undefined) return sources;
  return sources.flatMap((source, i) => {
    if (source.computed !== undefined) return source;
    return i === best
      ? {
          ...source,
          text: sentencesOf(source)
            .map((one) => one.text)
            .join(' '),
        }
      : [];
  });
}

/**
 * A sentence as words of an answer: its signs are no Markdown, and its numbers in brackets cite nothing here. The mark of a list
 * or heading before it and signs of bold type, as in notes, are not part of its words.
 */
export const asMarkdown = (sentence: string): string =>
  sentence
    .replace(/^\s*(?:[-*+•]|#{1,6})\s+(?=\S)/, '')
    .replace(/\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g, '$1')
    .replace(/\s?\[\d{1,2}(?:\s?[,–-]\s?\d{1,2})*\]/g, '')
    .replace(/[\\`*_[\]<>#~]/g, '\\$&')
    .replace(/^(\s*)([-+|]|\d+(?=[.)]))/gm, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    );
