import { foldCase } from './fold-case.ts';

/** Words of one message that are indexed; a longer one is found by its first. */
const MAX_WORDS = 2_000;
const MAX_LENGTH = 40;
/** Characters of a place inside a run of a script without spaces. */
const PLACE_LENGTH = 8;

/** Scripts that put no spaces between words: any character of a run may begin one. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A text as search compares it: lower case, without accents. */
export function toPlain(text: string): string {
  return foldCase(text.normalize('NFKD').replace(/\p{M}/gu, ''));
}

export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/**
 * The distinct words of a text that search knows it by, two characters or more; of scripts without spaces also what
 * begins at each of their characters.
 */
export function searchWords(text: string): string[] {
  const runs = runsOf(text);
  const words = new Set(runs.map((run) => run.slice(0, MAX_LENGTH)));
  for (const run of runs) {
    if (words.size >= MAX_WORDS) break;
    if (!isUnspaced(run)) continue;
    for (let at = 1; at < run.length - 1 && words.size < MAX_WORDS; at++)
      words.add(run.slice(at, at + PLACE_LENGTH));
  }
  return [...words].slice(0, MAX_WORDS);
}

/** The words of a query: each begins one of the `searchWords` of the texts that have it. */
export function queryWords(query: string): string[] {
  const words = runsOf(query).map((run) =>
    run.slice(0, isUnspaced(run) ? PLACE_LENGTH : MAX_LENGTH),
  );
  return [...new Set(words)].slice(0, MAX_WORDS);
}

function runsOf(text: string): string[] {
  return toPlain(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}
