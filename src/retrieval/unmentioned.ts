import { isOtherLanguage } from '#base/other-language.ts';
import { pause } from '#base/pause.ts';
import { rankingTerms, runsOf, toPlain } from '#base/words.ts';
import { FUNCTION_WORDS, LIGHT_WORDS } from './function-words.ts';
import { isPlainQuestion } from './is-answerable.ts';

/** Words of the nearest passages that a word is compared with. */
const MAX_NEAR = 500;
/** Letters that a name has at least, and that another form of a word begins with. */
const [MIN_LETTERS, STEM] = [4, 4];
/** Cosine to every word near by below which no text names a kind of thing in other words (measured: docs/real-models.md). */
const ALIKE = 0.45;
/** Words that name no thing, capitalised or counted: times, measures, and whatever is asked. */
const GENERAL = new Set(
  rankingTerms(
    `january february march april june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday christmas easter english celsius fahrenheit euro dollar pound franc cent watt volt gram kilogram metre meter kilometre
    kilometer mile litre liter percent degree minute hour day week month year time amount area aspect bad best better big case category change
    chance condition current date difference effect example fact factor feature form general good group high idea important item kind large level low
    main maximum meaning measure method minimum model name number option order other part people period person place point problem process purpose
    question rate reason result role rule second section set short situation size small sort statement step thing title topic total type
    unit use value version way word work`,
  ),
);
const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*/gu;
/** Capitalised, and no adjective of a place, which has another stem than its name: French, Spanish, American. */
const NAME = /^\p{Lu}\p{L}*\p{Ll}\p{L}*(?<!an|ese|ish|ch)$/u;
/** Before a kind of thing that is asked for or counted. */
const ASKS = /\b(?:[Ww]hich|[Hh]ow many) (\p{Ll}{3,})/u;

interface Searched {
  /** The texts in which the question's words are looked for. */
  texts: readonly string[];
  /** The passages that the question is answered from. */
  near: readonly string[];
}

/**
 * What an English question asks about that none of the texts mentions: names, and the kind of thing it asks for or counts, as “bus” in
 * “Which bus goes there?”, where no word of the nearest passages is like it.
 * @param likeness the highest cosine of a word to others; null where it cannot be said
 */
export async function unmentioned(
  question: string,
  { texts, near }: Searched,
  likeness: (word: string, others: readonly string[]) => Promise<number | null>,
): Promise<string[]> {
  // Texts in other languages name things in their own words.
  if (!isPlainQuestion(question) || near.some(isOtherLanguage)) return [];
  // What follows the question is no part of it: “Thanks”.
  const [asked = ''] = question.split('?');
  const kind = ASKS.exec(asked)?.[1];
  const runs = [...namesIn(asked), ...(kind && !isGeneral(kind) ? [[kind]] : [])];
  const missing = await missingIn(runs, texts, near);
  const words = missing.map((run) => run.join(' '));
  if (kind === undefined || !words.includes(kind)) return words;
  const others = wordsOf(near).filter((word) => word.length > 2 && !isGeneral(word));
  const alike = others.length > 0 ? await likeness(kind, others.slice(0, MAX_NEAR)) : null;
  return alike !== null && alike < ALIKE ? words : words.filter((word) => word !== kind);
}

const isGeneral = (word: string): boolean =>
  rankingTerms(word).some((term) =>
    [FUNCTION_WORDS, LIGHT_WORDS, GENERAL].some((words) => words.has(term)),
  );

/** The runs without a word in any text, and without one in the passages that has a wrong letter. */
async function missingIn(
  runs: readonly string[][],
  texts: readonly string[],
  near: readonly string[],
): Promise<string[][]> {
  const words = wordsOf(near);
  const hasMistyped = (run: string[]) =>
    run.some((word) => words.some((one) => isMistyped(word, one)));
  let left = runs
    .filter((run) => !hasMistyped(run))
    .map((run) => ({ run, forms: run.map(formOf), initials: initialsOf(run) }));
  const rest = pause();
  for (const text of texts) {
    if (left.length === 0) return [];
    await rest();
    const plain = toPlain(text);
    left = left.filter(
      ({ forms, initials }) => !forms.some((form) => form.test(plain)) && !initials?.test(text),
    );
  }
  return left.map(({ run }) => run);
}

/** The names of a question as runs of words: capitalised ones that no sentence begins with. */
function namesIn(question: string): string[][] {
  const words = [...question.matchAll(WORD)];
  const long = words.slice(1).filter(([word]) => word.length >= MIN_LETTERS);
  // A question that is written as a title names nothing.
  if (long.length > 2 && long.every(([word]) => NAME.test(word))) return [];
  const runs: string[][] = [];
  let end = -1;
  for (const { 0: written, index } of words) {
    const word = written.replace(/[’']s?$/u, '');
    const isFirst = /(?:^|[.!:(–])\s*["“”„‘’]?$/u.test(question.slice(0, index));
    if (isFirst || !NAME.test(word)) continue;
    // “Coca-Cola” and “Coca Cola” are the same.
    if (end >= 0 && /^[\s-]*$/.test(question.slice(end, index))) runs.at(-1)?.push(word);
    else runs.push([word]);
    end = index + written.length;
  }
  return runs.filter((run) => run.some((word) => word.length >= MIN_LETTERS && !isGeneral(word)));
}

/** “United States” may be written “US” or “U.S.”. */
function initialsOf(run: readonly string[]): RegExp | null {
  if (run.length < 2) return null;
  const initials = run.map((word) => word.charAt(0)).join('\\.?');
  return new RegExp(`(?<!\\p{L})${initials}A?(?!\\p{L})`, 'u');
}

/** The forms of a word, and what begins with it; of a short one the plural alone, as others begin like it. */
function formOf(word: string): RegExp {
  const plain = toPlain(word);
  const stem = plain.slice(0, Math.max(STEM, plain.length - 3));
  const end = plain.length > STEM ? '' : '(?:e?s)?(?!\\p{L})';
  return new RegExp(`(?<!\\p{L})${stem}${end}`, 'u');
}

const wordsOf = (passages: readonly string[]): string[] => [
  ...new Set(passages.flatMap((text) => [...runsOf(toPlain(text))].map(([word]) => word))),
];

/** Whether one word may be another with a letter wrong, or two in a long one. */
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
