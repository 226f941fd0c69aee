import { pause } from '#base/pause.ts';
import { isUnspaced, questionTerms, rankingTerms } from '#base/words.ts';

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

/** How well the texts of a `GrowingIndex` fit a query, one number a text. */
export interface WordMatch {
  /** BM25; 0 for a text without any of the words. */
  scores: Float64Array;
  /** The share of the query that a text has, from 0 to 1: its rarer words weigh more, words of no text nothing. */
  shares: Float64Array;
}

/** What a word of a text weighs that begins with a word of a query, and one that contains it. */
const BEGINS = 0.7;
const CONTAINS = 0.4;
/** Characters of a word that is looked for inside others, and at their beginning: shorter ones are in too many. */
const MIN_INSIDE = 6;
const MIN_BEGINNING = 2;

/**
 * For many texts that come and go, and many queries: the words of a text are counted once. A query finds words that
 * begin like its own, and compounds: a person types them letter by letter.
 */
export class GrowingIndex {
  /** Of each word the texts it is in, each followed by how often. */
  readonly #places = new Map<string, number[]>();
  /** Words of each text; -1 for one that was removed. */
  readonly #lengths: number[] = [];
  #texts = 0;
  #words = 0;

  /** The number of texts that were ever added. */
  get size(): number {
    return this.#lengths.length;
  }

  /** @returns the number of the text in `scores`. */
  add(text: string): number {
    const index = this.#lengths.length;
    const { counts, length } = count(rankingTerms(text));
    for (const [word, found] of counts) {
      const places = this.#places.get(word);
      if (places) places.push(index, found);
      else this.#places.set(word, [index, found]);
    }
    this.#lengths.push(length);
    this.#texts++;
    this.#words += length;
    return index;
  }

  /** A removed text has no words from now on. */
  remove(index: number): void {
    this.#texts--;
    this.#words -= this.#lengths[index] ?? 0;
    this.#lengths[index] = -1;
  }

  match(query: string): WordMatch {
    const scores = new Float64Array(this.size);
    const shares = new Float64Array(this.size);
    const meanLength = this.#words / Math.max(1, this.#texts) || 1;
    let all = 0;
    for (const word of new Set(questionTerms(query))) {
      const found = this.#textsWith(word);
      if (found.size === 0) continue;
      const rarity = Math.log(1 + (this.#texts - found.size + 0.5) / (found.size + 0.5));
      all += rarity;
      for (const [index, times] of found) {
        const relative = (this.#lengths[index] ?? 0) / meanLength;
        const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative);
        const weight = (times * (SATURATION + 1)) / (times + norm);
        scores[index] = (scores[index] ?? 0) + rarity * weight;
        shares[index] = (shares[index] ?? 0) + rarity;
      }
    }
    if (all > 0) for (const [index, share] of shares.entries()) shares[index] = share / all;
    return { scores, shares };
  }

  /** The texts with a word or one like it, each with how often. */
  #textsWith(wanted: string): Map<number, number> {
    const found = new Map<number, number>();
    const add = (places: readonly number[], weight: number) => {
      for (let i = 0; i < places.length; i += 2) {
        const [index = 0, times = 0] = [places[i], places[i + 1]];
        if ((this.#lengths[index] ?? -1) < 0) continue;
        found.set(index, (found.get(index) ?? 0) + weight * times);
      }
    };
    add(this.#places.get(wanted) ?? [], 1);
    if (isUnspaced(wanted) || wanted.length < MIN_BEGINNING) return found;
    const isInside = wanted.length >= MIN_INSIDE;
    for (const [word, places] of this.#places) {
      if (word === wanted || word.length < wanted.length) continue;
      if (word.startsWith(wanted)) add(places, BEGINS);
      else if (isInside && word.includes(wanted)) add(places, CONTAINS);
    }
    return found;
  }
}
