interface Placed {
  documentId: string;
  start: number;
}

/**
 * Fills the passages found up to `most` with their nearest neighbours in the same document: an answer
 * often stands close to the words of the question, in other words.
 */
export function withNeighbours<T extends Placed>(
  found: readonly T[],
  all: readonly T[],
  max: number,
): T[] {
  const near = found.flatMap(({ documentId, start }) => {
    const distance = (passage: T) => Math.abs(passage.start - start);
    const others = all.filter((passage) => passage.documentId === documentId);
    return others.sort((a, b) => distance(a) - distance(b));
  });
  return [...new Set([...found, ...near])].slice(0, max);
}
