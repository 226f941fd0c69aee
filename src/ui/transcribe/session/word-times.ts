import { isUnspaced } from '#base/words.ts';
import type { StoredSegment, StoredWord } from '#storage/transcript-records.ts';

/** A word in the text of a segment. Seconds; `probability` is null where the time is an estimate. */
export interface WordSpan {
  from: number;
  to: number;
  start: number;
  end: number;
  probability: number | null;
}

type Timed = Pick<StoredSegment, 'text' | 'start' | 'end' | 'words'>;

/** Seconds by which a browser may seek before the requested time. */
const EDGE = 0.05;

/** Below this a word is shown as uncertain: of words above it about one in twenty is wrong. */
const UNCERTAIN = 0.4;
/** One word in this many is shown as uncertain at most: marks everywhere guide no reader. */
const WORDS_PER_MARK = 25;

/** Of segments that stay the same objects: a page asks for all of them at each edit. */
const known = new WeakMap<Timed, readonly WordSpan[]>();

/** Positions and times of the words of a segment; times are estimated by length if the model gave none. */
export function wordSpans(segment: Timed): readonly WordSpan[] {
  const found = known.get(segment) ?? findSpans(segment);
  known.set(segment, found);
  return found;
}

function findSpans(segment: Timed): WordSpan[] {
  const { text, words } = segment;
  if (!words || words.length === 0) return estimate(text, 0, text.length, segment);
  const spans: WordSpan[] = [];
  let at = 0;
  for (const { word, start, end, probability } of words) {
    const from = word === '' ? -1 : text.indexOf(word, at);
    if (from < 0) continue;
    at = from + word.length;
    spans.push({ from, to: at, start, end, probability });
  }
  return spans;
}

/** The word that is said at a moment; the last before it in a pause. */
export function wordAt(spans: readonly WordSpan[], seconds: number): WordSpan | null {
  return spans.findLast((span) => span.start <= seconds + EDGE) ?? null;
}

/** The words of an edited text: unchanged words retain their times, others share the time between. */
export function alignWords(
  words: readonly StoredWord[] | undefined,
  text: string,
  time: { start: number; end: number },
): readonly StoredWord[] | undefined {
  if (!words || words.length === 0) return undefined;
  const head: StoredWord[] = [];
  let from = 0;
  for (const word of words) {
    const at = skipSpace(text, from);
    if (!holds(text, word.word, at)) break;
    head.push(word);
    from = at + word.word.length;
  }
  const tail: StoredWord[] = [];
  let to = text.length;
  for (const word of words.slice(head.length).reverse()) {
    const end = text.slice(0, to).trimEnd().length;
    const at = end - word.word.length;
    if (at < from || !holds(text, word.word, at)) break;
    tail.unshift(word);
    to = at;
  }
  const start = head.at(-1)?.end ?? time.start;
  const end = Math.max(start, tail[0]?.start ?? time.end);
  const middle = estimate(text, from, to, { start, end });
  const written = middle.map((span) => ({
    word: text.slice(span.from, span.to),
    start: span.start,
    end: span.end,
    probability: 1,
  }));
  return [...head, ...written, ...tail];
}

/** The words of a segment as they are stored, estimated where there are none. */
export function storedWords(segment: Timed): StoredWord[] {
  return wordSpans(segment).map(({ from, to, start, end, probability }) => ({
    word: segment.text.slice(from, to),
    start,
    end,
    probability: probability ?? 1,
  }));
}

/** Whether a whole word is there: `a` does not begin `an`. */
function holds(text: string, word: string, at: number): boolean {
  if (word === '' || !text.startsWith(word, at)) return false;
  const isLetter = (character: string | undefined) => /^[\p{L}\p{N}]$/u.test(character ?? '');
  return isUnspaced(word) || !isLetter(text[at + word.length]) || !isLetter(word.at(-1));
}

const skipSpace = (text: string, from: number) => text.length - text.slice(from).trimStart().length;

/** Shares a time out to the words of a part of a text, by their place in it. */
function estimate(
  text: string,
  from: number,
  to: number,
  { start, end }: { start: number; end: number },
): WordSpan[] {
  const part = text.slice(from, to);
  const first = part.length - part.trimStart().length;
  const length = Math.max(1, part.trim().length);
  const at = (index: number) => start + ((end - start) * (index - first)) / length;
  return [...part.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    from: from + index,
    to: from + index + word.length,
    start: at(index),
    end: at(index + word.length),
    probability: null,
  }));
}

/** The word at a character of a segment's text. */
export function wordAtCharacter(segment: Timed, at: number): WordSpan | null {
  const spans = wordSpans(segment);
  return spans.find(({ to }) => at < to) ?? spans.at(-1) ?? null;
}

/** The segment that is said at a moment: the last that began. Segments are in order. */
export function segmentAt<T extends { start: number }>(
  segments: readonly T[],
  seconds: number,
): T | null {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle] as T).start <= seconds + EDGE) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1] ?? null;
}

export interface UncertainWord {
  segment: StoredSegment;
  from: number;
  to: number;
}

/** The probability below which the words of a transcript are marked: those the model was least sure of. */
export function uncertainBelow(segments: readonly StoredSegment[]): number {
  let count = 0;
  const low: number[] = [];
  for (const { words = [] } of segments) {
    count += words.length;
    for (const { probability } of words) if (probability < UNCERTAIN) low.push(probability);
  }
  const allowed = Math.max(1, Math.floor(count / WORDS_PER_MARK));
  return low.sort((a, b) => a - b)[allowed] ?? UNCERTAIN;
}

/** The words of a segment that the model was not sure of. `below`: see `uncertainBelow`. */
export function uncertainIn(segment: StoredSegment, below: number): UncertainWord[] {
  // Most segments have none: their places need not be found.
  if (!segment.words?.some(({ probability }) => probability < below)) return [];
  return wordSpans(segment)
    .filter(({ probability }) => (probability ?? 1) < below)
    .map(({ from, to }) => ({ segment, from, to }));
}
