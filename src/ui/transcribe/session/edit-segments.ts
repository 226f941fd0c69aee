import type { StoredSegment } from '#storage/transcript-records.ts';

/** What to delete and what to put, in one step. */
export interface SegmentChange {
  remove: string[];
  put: StoredSegment[];
}

/** A segment as two, cut before the character `at`; its time is shared by their length. */
export function splitSegment(segment: StoredSegment, at: number, id: string): SegmentChange {
  const { text, start, end } = segment;
  const head = text.slice(0, at).trimEnd();
  const tail = text.slice(at).trimStart();
  if (head.trim() === '' || tail === '') return { remove: [], put: [] };
  const middle = start + ((end - start) * head.length) / Math.max(1, head.length + tail.length);
  const first = { ...segment, text: head, end: middle };
  return { remove: [], put: [first, { ...segment, id, text: ` ${tail}`, start: middle }] };
}

/** Two segments as one, in the place and voice of the first. */
export function mergeSegments(first: StoredSegment, second: StoredSegment): SegmentChange {
  const text = `${first.text.trimEnd()} ${second.text.trimStart()}`;
  const end = Math.max(first.end, second.end);
  return { remove: [second.id], put: [{ ...first, text, end }] };
}

/** Segments in which a text stands, whatever the case of its letters. */
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

/** Every place of a text replaced; only segments that change are put. */
export function replaceInSegments(
  segments: readonly StoredSegment[],
  text: string,
  by: string,
): SegmentChange {
  const places = findSegments(segments, text);
  const put = new Map<string, StoredSegment>();
  // From behind, so that earlier places stay where they are.
  for (const { segment, at } of places.reverse()) {
    const now = put.get(segment.id) ?? segment;
    const changed = now.text.slice(0, at) + by + now.text.slice(at + text.length);
    put.set(segment.id, { ...now, text: changed });
  }
  return { remove: [], put: [...put.values()] };
}
