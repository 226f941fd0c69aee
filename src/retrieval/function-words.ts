import { rankingTerms } from '#base/words.ts';

/** English words that say nothing of a subject, as `rankingTerms`. */
export const FUNCTION_WORDS = new Set(
  rankingTerms(
    `a about after all am an and any are as at be been before being between but by can could did do does done down each
    for from get had has have here how i if in into is many may me might more most much must my no nor not of off often on
    one or other out over shall should so some such than the then there through to under until up was were what when where
    which who whom whose why will with would`,
  ),
);

/** Words that a question has around what it asks: a passage that answers it may have others. */
export const LIGHT_WORDS = new Set(
  rankingTerms(
    `again also amount belong belongs call called come comes day find get gets give given go goes happen happens hour keep kind know long
    make made mean minute month move need needs number only part people person put say sort stand stands still take takes time turn turned type use used
    want week year`,
  ),
);
/** A text without function words; words in capitals stay, except at its beginning. */
export const withoutFunctionWords = (text: string): string =>
  text.replace(/^\p{L}+|(?<!\p{L})\p{Ll}+(?!\p{L})/gu, (word) =>
    FUNCTION_WORDS.has(rankingTerms(word)[0] ?? '') ? ' ' : word,
  );

/** Characters that two forms of a word begin with: study, studied. */
const STEM = 4;
/** Characters of a word that others are compounds with: newspaper, and not support. */
const COMPOUND = 5;

/**
 * Whether two words are the same, seem forms of one as all but the last two letters of the shorter begin both, or one is a
 * compound of the other.
 */
export function isForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.slice(0, Math.max(STEM, short.length - 2));
  return (
    a === b ||
    (short.length >= STEM &&
      (long.startsWith(stem) || (short.length >= COMPOUND && long.endsWith(short))))
  );
}
