import type { LeftOutNote } from '#storage/transcript-records.ts';
import { segmentAt } from './word-times.ts';

export interface PlacedNotes {
  /** By the segment that follows. */
  byNext: ReadonlyMap<string, readonly LeftOutNote[]>;
  /** Behind the last segment. */
  last: readonly LeftOutNote[];
}

/** Seconds between two stretches that are shown as one. */
const GAP = 1;

/** Stretches without text, each by the segment that follows it; neighbours of one kind become one. */
export function placeNotes(
  leftOut: readonly LeftOutNote[],
  segments: readonly { id: string; start: number }[],
): PlacedNotes {
  const indexAfter = (seconds: number) => {
    const before = segmentAt(segments, seconds - 0.1);
    return before ? segments.indexOf(before) + 1 : 0;
  };
  const placed: { note: LeftOutNote; index: number }[] = [];
  for (const note of leftOut) {
    const index = indexAfter(note.start);
    const before = placed.at(-1);
    const isSame =
      before?.index === index && before.note.why === note.why && note.start - before.note.end < GAP;
    if (isSame) before.note = { ...before.note, end: note.end };
    else placed.push({ note, index });
  }
  const byNext = new Map<string, LeftOutNote[]>();
  const last: LeftOutNote[] = [];
  for (const { note, index } of placed) {
    const next = segments[index];
    if (next) byNext.set(next.id, [...(byNext.get(next.id) ?? []), note]);
    else last.push(note);
  }
  return { byNext, last };
}
