import { questionTerms, rankingTerms } from '#base/words.ts';
import { pause } from './pause.ts';

/** How quickly repeated words stop to count, and how much longer texts are discounted (Robertson). */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** Words that occur in a larger share of the texts do not distinguish them. */
const COMMON_SHARE = 0.5;

/** Scores texts by the words that they share with a query. */
export interface WordIndex {
  /** One score a text, 0 for a text without any of the query's words. */
  scores: (query: string) => Float64Array;
}

/** How often each word is in a text, and how many words the text has. */
interface Counted {
  counts: Map<string, number>;
  length: number;
}

/** For few texts and many queries. @see https://en.wikipedia.org/wiki/Okapi_BM25 */
export function createWordIndex(texts: readonly string[]): WordIndex {
  const counted = texts.map((text) => count(rankingTerms(text)));
  return { scores: (query) => score(new Set(questionTerms(query)), counted) };
}

/** For one query and many texts, megabytes of them: in slices, of which none holds the page up. */
export async function scoreByWords(texts: readonly string[], query: string): Promise<Float64Array> {
  const wanted = new Set(questionTerms(query));
  const counted: Counted[] = [];
  const rest = pause();
  for (const text of texts) {
    await rest();
    counted.push(count(rankingTerms(text), wanted));
  }
  return score(wanted, counted);
}

/** Counts all words, or the requested ones; the others only add to the length of a text. */
function count(words: readonly string[], wanted?: ReadonlySet<string>): Counted {
  const counts = new Map<string, number>();
  for (const word of words) {
    if (!wanted || wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, length: words.length };
}

function score(query: ReadonlySet<string>, texts: readonly Counted[]): Float64Array {
  const meanLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const scores = new Float64Array(texts.length);
  for (const places of findPlaces(query, texts).values()) {
    if (places.length > COMMON_SHARE * texts.length) continue;
    const rarity = Math.log(1 + (texts.length - places.length + 0.5) / (places.length + 0.5));
    for (const { index, found } of places) {
      const relative = (texts[index]?.length ?? 0) / (meanLength || 1);
      const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative);
      const weight = (found * (SATURATION + 1)) / (found + norm);
      scores[index] = (scores[index] ?? 0) + rarity * weight;
    }
  }
  return scores;
}

/** In which texts each word of a query is, and how often. */
function findPlaces(query: ReadonlySet<string>, texts: readonly Counted[]) {
  const places = new Map<string, { index: number; found: number }[]>();
  for (const [index, { counts }] of texts.entries()) {
    // Whichever is shorter: a question can have thousands of words, too.
    const words = counts.size < query.size ? counts.keys() : query;
    for (const word of words) {
      const found = query.has(word) ? counts.get(word) : undefined;
      if (found !== undefined) listOf(places, word).push({ index, found });
    }
  }
  return places;
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
