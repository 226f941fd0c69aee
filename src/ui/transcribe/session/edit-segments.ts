import { foldCase } from '#base/words.ts';
import { inOrder, type TranscriptChange } from '#storage/transcript-edits.ts';
import type { LiveEdit, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { spaceBetween } from '#transcript-formats/join-texts.ts';
import { overlapsWithin } from '#transcript-formats/overlaps.ts';
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
  return { remove: [], put: [partOf(first, segment, 0), partOf(second, segment, at)] };
}

/** One of two halves, with those words of the whole and those overlaps that are in it. */
function partOf(part: StoredSegment, whole: StoredSegment, from: number): StoredSegment {
  const { overlaps = [], ...rest } = part;
  const half = { ...rest, ...overlapsWithin(overlaps, part) };
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
  const overlaps = [...(first.overlaps ?? []), ...(second.overlaps ?? [])];
  if (overlaps.length > 0) merged.overlaps = overlaps.filter((o) => o.speaker !== first.speaker);
  return { remove: [second.id], put: [merged] };
}

/** Says who speaks in the segments that `which` picks. */
export function assignSpeaker(
  segments: readonly StoredSegment[],
  speaker: string | null,
  which: (segment: StoredSegment) => boolean,
): TranscriptChange {
  const mine = segments.filter((segment) => segment.speaker !== speaker && which(segment));
  return { remove: [], put: mine.map((segment) => withSpeaker(segment, speaker)) };
}

/** A segment that somebody else says; who spoke at the same time changes places with the one it was. */
function withSpeaker(segment: StoredSegment, speaker: string | null): StoredSegment {
  const { overlaps, speaker: before, ...rest } = segment;
  const now = overlaps?.flatMap((one) => {
    if (one.speaker !== speaker) return one;
    return before === null ? [] : { ...one, speaker: before };
  });
  return { ...rest, speaker, ...(now && { overlaps: now }) };
}

/** Removes a speaker: another one, or none, gets the segments, and is who spoke at the same time as others. */
export function replaceSpeaker(
  segments: readonly StoredSegment[],
  speakers: readonly Speaker[],
  id: string,
  by: string | null,
): TranscriptChange {
  const put = segments.flatMap((segment) => {
    const { overlaps } = segment;
    if (segment.speaker !== id && !overlaps?.some(({ speaker }) => speaker === id)) return [];
    const speaker = segment.speaker === id ? by : segment.speaker;
    const renamed = overlaps?.flatMap((one) => {
      const other = one.speaker === id ? by : one.speaker;
      return other === null || other === speaker ? [] : { ...one, speaker: other };
    });
    return { ...segment, speaker, ...(renamed && { overlaps: renamed }) };
  });
  return { remove: [], put, speakers: speakers.filter((speaker) => speaker.id !== id) };
}

/**
 * Gives stretches of time other words: the words within one go; without words in the text nothing takes
 * its place. Of edits that overlap, the last counts where they do.
 */
export function overwriteSpans(
  segments: readonly StoredSegment[],
  edits: readonly LiveEdit[],
): TranscriptChange {
  let now = inOrder(segments);
  for (const edit of edits) now = overwriteSpan(now, edit);
  const before = new Map(segments.map((segment) => [segment.id, segment]));
  const left = new Set(now.map(({ id }) => id));
  const remove = segments.map(({ id }) => id).filter((id) => !left.has(id));
  return { remove, put: now.filter((segment) => before.get(segment.id) !== segment) };
}

function overwriteSpan(segments: readonly StoredSegment[], edit: LiveEdit): StoredSegment[] {
  const pieces = segments.flatMap((segment) => cutAround(segment, edit));
  const isWithin = (piece: StoredSegment) => {
    const middle = (piece.start + piece.end) / 2;
    return middle >= edit.start && middle <= edit.end;
  };
  const [first, ...more] = pieces.filter(isWithin);
  const rest = pieces.filter((piece) => !isWithin(piece));
  const text = edit.text.trim();
  if (text === '') return rest;
  const { start, end } = edit;
  const {
    id = crypto.randomUUID(),
    recordingId = '',
    speaker = null,
  } = first ?? rest.findLast((piece) => piece.start <= start) ?? rest[0] ?? {};
  const join = (all: StoredSegment, one: StoredSegment) => mergeSegments(all, one).put[0] ?? all;
  // Within its stretch: estimated words beyond it would be in another one.
  const within = (whole: StoredSegment) => ({
    ...whole,
    start: Math.max(whole.start, start),
    end: Math.max(Math.max(whole.start, start), Math.min(whole.end, end)),
    words: whole.words?.map((word) => ({
      ...word,
      start: Math.min(end, Math.max(start, word.start)),
      end: Math.min(end, Math.max(start, word.end)),
    })),
  });
  const written = first
    ? rewriteSegment(within(more.reduce(join, first)), ` ${text}`)
    : { id: `${id}:${crypto.randomUUID()}`, recordingId, start, end, text: ` ${text}`, speaker };
  return inOrder([...rest, written]);
}

/** A segment in parts: before, within and behind a stretch of time, cut between words. */
function cutAround(segment: StoredSegment, { start, end }: LiveEdit): StoredSegment[] {
  if (segment.end <= start || segment.start >= end) return [segment];
  const parts = [segment];
  for (const second of [start, end]) {
    const last = parts.pop() as StoredSegment;
    const next = wordSpans(last).find((word) => (word.start + word.end) / 2 > second);
    const cut = next ? splitSegment(last, next.from, `${segment.id}:${crypto.randomUUID()}`) : null;
    parts.push(...(cut && cut.put.length > 0 ? cut.put : [last]));
  }
  return parts;
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
