import type { StoredSegment } from '#storage/transcript-records.ts';

/** Segments to delete and to store, in one step. */
export interface SegmentChange {
  remove: string[];
  put: StoredSegment[];
}

/** Splits a segment before the character `at`; both halves get time in proportion to their length. */
export function splitSegment(segment: StoredSegment, at: number, id: string): SegmentChange {
  const { text, start, end } = segment;
  const head = text.slice(0, at).trimEnd();
  const tail = text.slice(at).trimStart();
  if (head.trim() === '' || tail === '') return { remove: [], put: [] };
  const middle = start + ((end - start) * head.length) / Math.max(1, head.length + tail.length);
  const first = { ...segment, text: head, end: middle };
  return { remove: [], put: [first, { ...segment, id, text: ` ${tail}`, start: middle }] };
}

/** Merges two segments; the result keeps the id and the speaker of the first. */
export function mergeSegments(first: StoredSegment, second: StoredSegment): SegmentChange {
  const text = `${first.text.trimEnd()} ${second.text.trimStart()}`;
  const end = Math.max(first.end, second.end);
  return { remove: [second.id], put: [{ ...first, text, end }] };
}

/** Finds every occurrence of a text, ignoring case. */
export function findSegments(
  segments: readonly StoredSegment[],
  text: string,
): { segment: StoredSegment; at: number }[] {
  const wanted = text.toLocaleLowerCase();
  if (wanted === '') return [];
  return segments.flatMap((segment) => {
    const found: { segment: StoredSegment; at: number }[] = [];
    const plain = segment.text.toLocaleLowerCase();
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
      found.push({ segment, at });
    }
    return found;
  });
}

/** Replaces every occurrence of a text; only segments that change are stored. */
export function replaceInSegments(
  segments: readonly StoredSegment[],
  text: string,
  by: string,
): SegmentChange {
  const places = findSegments(segments, text);
  const put = new Map<string, StoredSegment>();
  // From the end, so that earlier positions stay valid.
  for (const { segment, at } of places.reverse()) {
    const now = put.get(segment.id) ?? segment;
    const changed = now.text.slice(0, at) + by + now.text.slice(at + text.length);
    put.set(segment.id, { ...now, text: changed });
  }
  return { remove: [], put: [...put.values()] };
}
