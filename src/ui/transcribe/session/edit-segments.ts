import { foldCase } from '#base/words.ts';
import { inOrder, type TranscriptChange } from '#storage/transcript-edits.ts';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { spaceBetween } from '#transcript-formats/join-texts.ts';
import { alignWords, storedWords, wordSpans } from './word-times.ts';

/** Seconds between the starts of two segments at least: they are stored in the order of time. */
const MIN_GAP = 0.001;

/** A segment with another text; unchanged words retain their times. */
export function rewriteSegment(segment: StoredSegment, text: string): StoredSegment {
  const words = alignWords(segment.words, text, segment);
  const { words: _, ...rest } = segment;
  return words ? { ...rest, text, words } : { ...rest, text };
}

/** Splits a segment before the character `at`, at the time of the word there. */
export function splitSegment(segment: StoredSegment, at: number, id: string): TranscriptChange {
  const { text, start, end } = segment;
  const head = text.slice(0, at).trimEnd();
  const tail = text.slice(at).trimStart();
  if (head.trim() === '' || tail === '') return { remove: [], put: [] };
  const spans = wordSpans(segment);
  const behind = spans.findIndex((span) => span.to > at);
  const next = spans[behind];
  const before = spans[behind - 1];
  const begin = Math.max(start + MIN_GAP, next ? next.start : end);
  // Estimated times have no pauses.
  const headEnd = before && segment.words ? Math.min(before.end, begin) : begin;
  const first = { ...segment, text: head, end: headEnd };
  const second = {
    ...segment,
    id,
    text: ` ${tail}`,
    start: begin,
    end: Math.max(end, begin),
  };
  return { remove: [], put: [withWordsOf(first, segment, 0), withWordsOf(second, segment, at)] };
}

/** Assigns the words of a segment to one of its halves. */
function withWordsOf(half: StoredSegment, whole: StoredSegment, from: number): StoredSegment {
  if (!whole.words) return half;
  const spans = wordSpans(whole);
  const mine = storedWords(whole).filter((_, i) => {
    const span = spans[i];
    if (!span) return false;
    return from === 0 ? span.from < half.text.length : span.to > from;
  });
  return { ...half, words: alignWords(mine, half.text, half) };
}

/** Merges two segments; the result has the id and the speaker of the first. */
export function mergeSegments(first: StoredSegment, second: StoredSegment): TranscriptChange {
  const head = first.text.trimEnd();
  const text = `${head}${spaceBetween(head, second.text)}${second.text.trimStart()}`;
  const end = Math.max(first.end, second.end);
  const merged: StoredSegment = { ...first, text, end };
  if (first.words || second.words) merged.words = [...storedWords(first), ...storedWords(second)];
  return { remove: [second.id], put: [merged] };
}

/** Finds every occurrence of a text, ignoring case. */
export function findSegments(
  segments: readonly StoredSegment[],
  text: string,
): { segment: StoredSegment; at: number }[] {
  const wanted = foldCase(text);
  if (wanted === '') return [];
  return segments.flatMap((segment) => findIn(segment.text, wanted).map((at) => ({ segment, at })));
}

/** Where a text occurs in another one, after `foldCase`. */
export function findIn(text: string, wanted: string): number[] {
  const found: number[] = [];
  const plain = foldCase(text);
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    found.push(at);
  }
  return found;
}

/** Replaces every occurrence of a text; only segments that change are stored. */
export function replaceInSegments(
  segments: readonly StoredSegment[],
  text: string,
  by: string,
): TranscriptChange {
  const put = new Map<string, StoredSegment>();
  // From the end, so that earlier positions stay valid.
  for (const { segment, at } of findSegments(segments, text).reverse()) {
    const now = put.get(segment.id) ?? segment;
    const changed = now.text.slice(0, at) + by + now.text.slice(at + text.length);
    put.set(segment.id, rewriteSegment(now, changed));
  }
  return { remove: [], put: [...put.values()] };
}

/** Segments after a change; those that are untouched stay the same objects. */
export function changeSegments(
  segments: readonly StoredSegment[],
  { remove, put }: Pick<TranscriptChange, 'remove' | 'put'>,
): StoredSegment[] {
  const gone = new Set(remove);
  const now = new Map(put.map((s) => [s.id, s]));
  const stay: StoredSegment[] = [];
  for (const segment of segments) {
    if (gone.has(segment.id)) continue;
    stay.push(now.get(segment.id) ?? segment);
    now.delete(segment.id);
  }
  return now.size === 0 ? stay : inOrder([...stay, ...now.values()]);
}
