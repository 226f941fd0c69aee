import { dot } from '#base/numbers.ts';
import { scoreByWords } from './bm25.ts';

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
 * The texts that may answer a query, the likeliest first: those near to it in meaning and those that share its rarer
 * words, by the sum of both (decision 057). The first of either ranking is among the first three.
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
  const best = Math.max(1e-9, wordScores[words[0] ?? 0] ?? 0);
  const sums = Float64Array.from(wordScores, (score) => score / best);
  const cosines = queries.map((asked) =>
    candidates.map((candidate) =>
      candidate.model === asked.model ? cosine(candidate, asked) : NaN,
    ),
  );
  const bests = cosines.map(highest);
  const nearest = Math.max(1e-9, ...bests);
  for (const [i, ofModel] of cosines.entries()) {
    // The nearest text of one model may be far: a single text is always the nearest.
    const weight = Math.max(0, bests[i] ?? 0) / nearest;
    for (const [j, share] of aboveMean(ofModel).entries())
      sums[j] = (sums[j] ?? 0) + weight * share;
  }
  const meanings = cosines.map((ofModel) =>
    ranking(
      ofModel,
      (score, index) => score >= minCosine || (!Number.isNaN(score) && isAlways(index)),
    ),
  );
  const found = new Set([words, ...meanings].flat());
  const fused = ranking(sums, (_, index) => found.has(index));
  // A name that only one text has says more than many texts that are somewhat near.
  const firsts = [...meanings.slice(0, 1), words, ...meanings.slice(1)].flatMap((order) =>
    order.slice(0, 1),
  );
  const others = texts.flatMap((_, index) => (isAlways(index) ? [index] : []));
  const order = new Set([...fused.slice(0, 1), ...firsts, ...fused, ...others]);
  return [...order].map((index) => ({ index, words: wordScores[index] ?? 0 }));
}

/**
 * How far each cosine is above their mean, as a share of the way to the best: models differ in how near they put texts
 * that have nothing in common. 0 for less, and for NaN.
 */
function aboveMean(cosines: readonly number[]): number[] {
  const known = cosines.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const best = highest(known);
  return cosines.map((value) => {
    if (Number.isNaN(value)) return 0;
    return best > mean ? Math.max(0, (value - mean) / (best - mean)) : 1;
  });
}

/** NaN counts as none. */
const highest = (values: readonly number[]) =>
  values.filter((value) => !Number.isNaN(value)).reduce((max, value) => Math.max(max, value), -1);

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
  return a.length === b.length ? dot(a, b) : 0;
}
