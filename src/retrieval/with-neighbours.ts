interface Placed {
  documentId: string;
  start: number;
}

/**
 * Where fewer passages were found than there is room for: those next to them in their documents. What a
 * question asks is often told in other words, close to where its words are.
 */
export function withNeighbours<T extends Placed>(
  found: readonly T[],
  all: readonly T[],
  most: number,
): T[] {
  const near = found.flatMap(({ documentId, start }) => {
    const distance = (passage: T) => Math.abs(passage.start - start);
    const others = all.filter((passage) => passage.documentId === documentId);
    return others.sort((a, b) => distance(a) - distance(b));
  });
  return [...new Set([...found, ...near])].slice(0, most);
}
