import type { StoredSegment } from '#storage/transcript-records.ts';

/** Segments of a part of the page that is drawn as a whole. */
const SIZE = 50;
/** A part that grew beyond this is divided. */
const MAX_SIZE = 2 * SIZE;

export type Chunk = readonly StoredSegment[];

/**
 * Cuts a transcript into parts that stay the same objects while nothing in them changes: an edit draws
 * one part again, not ten thousand segments.
 */
export function createChunker(): (segments: readonly StoredSegment[]) => readonly Chunk[] {
  const starts = new Set<string>();
  let before: ReadonlyMap<string, Chunk> = new Map();
  return (segments) => {
    const parts: StoredSegment[][] = [];
    for (const segment of segments) {
      const last = parts.at(-1);
      const isStart = starts.has(segment.id) || !last || (before.size === 0 && last.length >= SIZE);
      if (isStart) parts.push([segment]);
      else last.push(segment);
    }
    const chunks = parts.flatMap(divide).map((part) => {
      const known = before.get(part[0]?.id ?? '');
      return known && isSame(known, part) ? known : part;
    });
    starts.clear();
    for (const [first] of chunks) if (first) starts.add(first.id);
    before = new Map(chunks.map((chunk) => [chunk[0]?.id ?? '', chunk]));
    return chunks;
  };
}

function divide(part: StoredSegment[]): Chunk[] {
  if (part.length <= MAX_SIZE) return [part];
  const count = Math.ceil(part.length / SIZE);
  return Array.from({ length: count }, (_, i) => part.slice(i * SIZE, (i + 1) * SIZE));
}

const isSame = (a: Chunk, b: Chunk) => a.length === b.length && a.every((s, i) => s === b[i]);
