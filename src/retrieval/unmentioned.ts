import { isOtherLanguage } from '#base/other-language.ts';
import { rankingTerms, runsOf, toPlain } from '#base/words.ts';
import { FUNCTION_WORDS, LIGHT_WORDS } from './function-words.ts';
import { isPlainQuestion } from './is-answerable.ts';

/** Characters of all texts that are searched for a question's words. */
const MAX_CHARACTERS = 20_000_000;
/** Words of the nearest passages that a word is compared with. */
const MAX_NEAR = 500;
/** Letters that a name and words that are compared have at least, and that another form of a word begins with. */
const [MIN_LETTERS, STEM] = [4, 4];
/** Cosine to every word near by below which no text names a thing in other words, and the kind of thing that is asked for. */
const [ALIKE, KIND_ALIKE] = [0.4, 0.45];
/** Capitalised words that name no thing. */
const CALENDAR = new Set(
  rankingTerms(
    `january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday english`,
  ),
);
/** Words for whatever is asked: a text that answers need not have them. */
const GENERAL = new Set(
  rankingTerms(
    `amount area aspect bad best better big case category change chance charge condition cost country current date day difference
    effect example fact factor fee feature first form general good group high hour idea important item kind large last less
    length level long low main maximum meaning measure method minimum minute model month much name new number old option order part
    people percent percentage period person place point possible price problem process purpose question rate reason
    result role rule second section series set short situation size small sort statement step thing time title topic total two three
    type unit use value version way week word work year`,
  ),
);
/** A text may give them as a number alone, while a row has them as a column. */
const PRICES = new Set(['price', 'cost', 'fee']);
const WORD = /[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu;
const NAME = /^\p{Lu}[\p{L}-]*\p{Ll}[\p{L}-]*$/u;
/** Before the kind of thing that is asked for. */
const ASKS =
  /^(?:(?:in|on|at|from|to|for|by|with|of|about) )?(?:how (?:many|much)|which|what (?:is|are|was|were) (?:the|a|an)|what) ([a-z]{3,})\b/i;

interface Searched {
  texts: readonly string[];
  /** The passages that the question is answered from. */
  near: readonly string[];
  /** Whether they are rows of tables. */
  hasColumns?: boolean;
}

/**
 * What an English question asks about that none of the texts mentions: names, and things that no word of the nearest passages is like, as
 * “bus” in “Which bus goes there?”.
 * @param likeness of each word the highest cosine to others; null where it cannot be said
 */
export async function unmentioned(
  question: string,
  { texts, near, hasColumns = false }: Searched,
  likeness: (words: readonly string[], others: readonly string[]) => Promise<number[] | null>,
): Promise<string[]> {
  // Texts in other languages name things in their own words.
  if (!isPlainQuestion(question) || near.some(isOtherLanguage)) return [];
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS) return [];
  const plain = texts.map(toPlain);
  const words = wordsNear(near);
  const isMentioned = (run: readonly string[]) =>
    run.some((word) => {
      const form = formOf(word);
      return (
        plain.some((text) => form.test(text)) || words.some((other) => isMistyped(word, other))
      );
    }) || texts.some((text) => initialsOf(run)?.test(text));
  const names = namesIn(question);
  const missing = names.filter((run) => !isMentioned(run)).map((run) => run.join(' '));
  const named = new Set(names.flat().map(toPlain));
  const things = wordsOf(question).filter(
    (word) =>
      (!isGeneral(word) || (hasColumns && PRICES.has(word))) &&
      !named.has(word) &&
      !isMentioned([word]),
  );
  const others = words.filter((word) => word.length > 2 && !isGeneral(word)).slice(0, MAX_NEAR);
  if (things.length === 0 || others.length === 0) return missing;
  const alike = await likeness(things, others);
  const kind = toPlain(ASKS.exec(question.trim())?.[1] ?? '');
  const isUnlike = (word: string, i: number) =>
    (alike?.[i] ?? 1) < (word === kind ? KIND_ALIKE : ALIKE);
  return [...missing, ...things.filter(isUnlike)];
}

const wordsOf = (question: string): string[] =>
  [...new Set([...runsOf(toPlain(question))].map(([word]) => word))].filter((word) =>
    /^\p{L}{3,}$/u.test(word),
  );

function isGeneral(word: string): boolean {
  const term = rankingTerms(word)[0] ?? '';
  return [FUNCTION_WORDS, LIGHT_WORDS, GENERAL, CALENDAR].some((words) => words.has(term));
}

/** The names of a question as runs of words: capitalised ones after its first. */
function namesIn(question: string): string[][] {
  const words = [...question.matchAll(WORD)].slice(1);
  const long = words.filter(([word]) => word.length >= MIN_LETTERS);
  // A question that is written as a title names nothing.
  if (long.length > 2 && long.every(([word]) => NAME.test(word))) return [];
  const runs: string[][] = [];
  let end = -1;
  for (const { 0: written, index } of words) {
    const word = written.replace(/[’']s?$/u, '');
    if (!NAME.test(word)) continue;
    if (question.slice(end, index).trim() === '' && end >= 0) runs.at(-1)?.push(word);
    else runs.push([word]);
    end = index + written.length;
  }
  const isName = (word: string) => word.length >= MIN_LETTERS && !CALENDAR.has(toPlain(word));
  return runs.filter((run) => run.some(isName));
}

/** “United States” may be written “US” or “U.S.”. */
function initialsOf(run: readonly string[]): RegExp | null {
  if (run.length < 2) return null;
  return new RegExp(`(?<!\\p{L})${run.map((word) => word.charAt(0)).join('\\.?')}`, 'u');
}

/** A word in any of its forms, in compounds too; of a short one the plural alone, as others begin like it. */
function formOf(word: string): RegExp {
  const plain = toPlain(word);
  if (plain.length > STEM) return new RegExp(plain.slice(0, Math.max(STEM, plain.length - 3)));
  return new RegExp(`(?<!\\p{L})${plain}(?:e?s)?(?!\\p{L})`, 'u');
}

function wordsNear(passages: readonly string[]): string[] {
  const words = passages.flatMap((text) => [...runsOf(toPlain(text))].map(([word]) => word));
  return [...new Set(words)].filter((word) => !/\d/.test(word));
}

/** Whether one word may be another with a letter or two wrong, in long words. */
function isMistyped(name: string, other: string): boolean {
  const word = toPlain(name);
  if (word.length <= MIN_LETTERS || Math.abs(word.length - other.length) > 2) return false;
  return edits(word, other) <= (word.length > 7 ? 2 : 1);
}

/** Levenshtein's distance. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + Number(a[i] !== b[j]);
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
