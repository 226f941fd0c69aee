import { scoreByWords } from './bm25.ts';

/** Ranks below this weigh little against each other (Cormack et al., reciprocal rank fusion). */
const RANK_OFFSET = 60;

export interface Candidate {
  text: string;
  /** Of length 1. */
  vector: Float32Array;
}

export interface HybridOptions {
  /** Cosine below which a vector says that a text has nothing to do with the query. */
  minCosine: number;
  /** Texts that are candidates whatever their cosine is. */
  isAlways?: (index: number) => boolean;
}

/**
 * Indices of the texts that may answer a query, the likeliest first: those near to it in meaning and
 * those that share its rarer words, fused by rank. The first of either ranking is among the first three.
 */
export async function hybridSearch(
  query: string,
  vector: Float32Array,
  candidates: readonly Candidate[],
  { minCosine, isAlways = () => false }: HybridOptions,
): Promise<number[]> {
  const cosines = candidates.map((candidate) => cosine(candidate.vector, vector));
  const texts = candidates.map(({ text }) => text);
  const words = await scoreByWords(texts, query);
  const rankings = [
    ranking(cosines, (score, index) => score >= minCosine || isAlways(index)),
    ranking(words, (score) => score > 0),
  ];
  // A name that only one text has says more than many texts that are somewhat near.
  const fused = fuseRanks(rankings);
  const firsts = rankings.flatMap((order) => order.slice(0, 1));
  return [...new Set([...fused.slice(0, 1), ...firsts, ...fused])];
}

/** Indices in some ranking, those that several put first before others. */
export function fuseRanks(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const order of rankings) {
    for (const [rank, index] of order.entries()) {
      scores.set(index, (scores.get(index) ?? 0) + 1 / (RANK_OFFSET + rank + 1));
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([index]) => index);
}

/** Indices by falling score. */
function ranking(
  scores: ArrayLike<number>,
  isWanted: (score: number, index: number) => boolean,
): number[] {
  return Array.from(scores, (score, index) => ({ score, index }))
    .filter(({ score, index }) => isWanted(score, index))
    .sort((a, b) => b.score - a.score)
    .map(({ index }) => index);
}

/** Of vectors of length 1; 0 where they come from different models. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}
