import type { OpenAnalysis } from '#vectors/open-analysis.ts';
import type { NamedClusters } from './embeddings-state.ts';

/** Groups of the texts with the words that name each. `k`: null for the number that suits the texts. */
export async function findGroups(
  analysis: OpenAnalysis,
  texts: readonly string[],
  k: number | null,
): Promise<NamedClusters> {
  const found = await analysis.clusters(k);
  const typical = found.clusters.map((cluster) => cluster.typical);
  return { ...found, words: await analysis.groupWords(texts, found.of, typical) };
}

/** The rows of one entry of the legend. `of`: the entry of each row. */
export function rowsOf(entry: number, of: ArrayLike<number>): Set<number> {
  return new Set(Array.from(of).flatMap((mine, row) => (mine === entry ? [row] : [])));
}
