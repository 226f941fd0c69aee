import { scoreByWords } from './bm25.ts';

/** Ranks below this weigh little against each other (Cormack et al., reciprocal rank fusion). */
const RANK_OFFSET = 60;

/** A vector of length 1, and what made it: vectors of different models cannot be compared. */
export interface ModelVector {
  vector: Float32Array;
  model?: string | undefined;
}

export interface Candidate extends ModelVector {
  text: string;
}

export interface HybridOptions {
  /** Cosine below which a vector says that a text has nothing to do with the query. */
  minCosine: number;
  /** Texts that are candidates whatever their cosine is. */
  isAlways?: (index: number) => boolean;
  /** How well each text fits by its words, where an index knows. */
  wordScores?: ArrayLike<number> | undefined;
}

/** A text that may answer a query. */
export interface Hit {
  index: number;
  /** How well it fits by its words: BM25, 0 for none of the query's rarer words. */
  words: number;
}

/**
 * The texts that may answer a query, the likeliest first: those near to it in meaning and
 * those that share its rarer words, fused by rank. The first of either ranking is among the first three.
 * @param queries The query as a vector of each model of the candidates; texts of other models are found by words.
 */
export async function hybridSearch(
  query: string,
  queries: readonly ModelVector[],
  candidates: readonly Candidate[],
  { minCosine, isAlways = () => false, wordScores: known }: HybridOptions,
): Promise<Hit[]> {
  const texts = candidates.map(({ text }) => text);
  const wordScores = known ?? (await scoreByWords(texts, query));
  const words = ranking(wordScores, (score) => score > 0);
  const meanings = queries.map((asked) =>
    ranking(
      candidates.map((candidate) =>
        candidate.model === asked.model ? cosine(candidate, asked) : NaN,
      ),
      (score, index) => score >= minCosine || (!Number.isNaN(score) && isAlways(index)),
    ),
  );
  const rankings = [...meanings.slice(0, 1), words, ...meanings.slice(1)];
  // A name that only one text has says more than many texts that are somewhat near.
  const fused = fuseRanks(rankings);
  const firsts = rankings.flatMap((order) => order.slice(0, 1));
  const others = texts.flatMap((_, index) => (isAlways(index) ? [index] : []));
  const order = new Set([...fused.slice(0, 1), ...firsts, ...fused, ...others]);
  return [...order].map((index) => ({ index, words: wordScores[index] ?? 0 }));
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

/** Cosine of two vectors of one model; 0 where one of them is missing. */
export function cosine({ vector: a }: ModelVector, { vector: b }: ModelVector): number {
  if (a.length !== b.length) return 0;
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}
