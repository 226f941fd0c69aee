import type { StoredSegment } from '#storage/transcript-records.ts';

/** Segments that are assigned to a speaker together. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins: the segment chosen last. */
  from: string;
}

/** Adds or removes a segment; `isRange` adds all from the one chosen last, in both directions. */
export function selectSegment(
  selection: Selection,
  segments: readonly StoredSegment[],
  id: string,
  isRange: boolean,
): Selection {
  const ids = new Set(selection.ids);
  if (isRange) {
    const ends = [selection.from, id].map((end) => segments.findIndex((s) => s.id === end));
    const range = segments.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1);
    for (const segment of range) ids.add(segment.id);
  } else if (!ids.delete(id)) ids.add(id);
  return { ids, from: id };
}

/** Adds every segment after the first selected one. */
export function selectToEnd(selection: Selection, segments: readonly StoredSegment[]): Selection {
  const first = segments.findIndex(({ id }) => selection.ids.has(id));
  const rest = first < 0 ? [] : segments.slice(first).map(({ id }) => id);
  return { ...selection, ids: new Set(rest) };
}
