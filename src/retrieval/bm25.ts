/** How quickly repeated words stop to count, and how much longer texts are discounted (Robertson). */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** A word in more of the texts than this share tells nothing about any of them. */
const COMMON_SHARE = 0.5;

const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts that write no spaces: each two characters count as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Scores texts by the words that they share with a query. */
export interface WordIndex {
  /** One score a text, 0 for a text without any of the query's words. */
  scores: (query: string) => Float64Array;
}

/** @see https://en.wikipedia.org/wiki/Okapi_BM25 */
export function createWordIndex(texts: readonly string[]): WordIndex {
  const lengths = new Float64Array(texts.length);
  const places = new Map<string, Map<number, number>>();
  for (const [index, text] of texts.entries()) {
    const words = wordsOf(text);
    lengths[index] = words.length;
    for (const word of words) {
      let counts = places.get(word);
      if (!counts) {
        counts = new Map();
        places.set(word, counts);
      }
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
  }
  const meanLength = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, texts.length);
  return {
    scores(query) {
      const scores = new Float64Array(texts.length);
      for (const word of new Set(wordsOf(query))) {
        const counts = places.get(word);
        if (!counts || counts.size > COMMON_SHARE * texts.length) continue;
        const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [index, count] of counts) {
          const length = (lengths[index] ?? 0) / (meanLength || 1);
          const norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length);
          const weight = (count * (SATURATION + 1)) / (count + norm);
          scores[index] = (scores[index] ?? 0) + rarity * weight;
        }
      }
      return scores;
    },
  };
}

/** Words in lower case without accents, and without the plural of English. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return (plain.match(WORD) ?? []).flatMap((word) => {
    if (!UNSPACED.test(word)) return [singular(word)];
    const letters = Array.from(word);
    if (letters.length === 1) return letters;
    return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
  });
}

/** Harman's S-stemmer. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/[^aeo]es$/.test(word)) return word.slice(0, -1);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}
