import { runsOf, toPlain } from '#base/words.ts';
import type { Found, TextTable } from './table-rows.ts';
import { asConditions, type Value } from './table-values.ts';
import { stem } from './table-words.ts';

/** What joins values that are both meant. */
const JOINED = /\b(?:and|or|und|oder|plus)\b|[,&+/]/;

/**
 * Values without those that only name the file: in `household-expenses.xlsx`, whose categories include `Household`,
 * “our household spent on groceries” means the groceries. @returns null where it may be either.
 * @param others the other conditions of the question
 */
export function withoutSubject(
  question: string,
  values: readonly Value[],
  { rows }: TextTable,
  others: readonly Found[],
  isOfFile: (word: string) => boolean,
): { values: Value[]; subjects: string[] } | null {
  const plain = toPlain(question);
  const ofFile = values.filter(({ words }) =>
    [...runsOf(words)].every(([word]) => isOfFile(stem(word))),
  );
  let left = [...values];
  for (const one of ofFile) {
    const rest = left.filter((other) => other !== one);
    const siblings = rest.filter((other) => other.column === one.column && !ofFile.includes(other));
    const isLone = siblings.length === 0;
    const isOwn = isOwner(plain, one.form);
    const isOther = isLone
      ? isOwn === 'subject' || (isOwn === 'owner' && !isHeld(left) && isHeld(rest))
      : !siblings.some((other) => isJoined(plain, one.form, other.form));
    // Once as the subject, once as a value.
    if (isOther && isRepeated(plain, one.form)) return null;
    if (isOther) left = rest;
    else if (isLone && isOwn === 'owner') return null;
  }
  const subjects = values.filter((one) => !left.includes(one)).map(({ form }) => form);
  return { values: left, subjects };

  function isHeld(some: readonly Value[]): boolean {
    const all = [...asConditions(some), ...others];
    return rows.some((row) => all.every(({ holds }) => holds(row)));
  }
}

/** `our household` that does something, and `the household's`. */
function isOwner(plain: string, form: string): 'subject' | 'owner' | null {
  if (new RegExp(`\\b(?:did|do|does|has|have|had) (?:our|my) ${form}\\b`, 'u').test(plain))
    return 'subject';
  return new RegExp(`\\b${form}['’]s\\b`, 'u').test(plain) ? 'owner' : null;
}

const isRepeated = (plain: string, form: string): boolean =>
  plain.indexOf(form) !== plain.lastIndexOf(form);

function isJoined(plain: string, a: string, b: string): boolean {
  const [first, second] = [plain.indexOf(a), plain.indexOf(b)];
  if (first < 0 || second < 0) return true;
  const between =
    first < second ? plain.slice(first + a.length, second) : plain.slice(second + b.length, first);
  return JOINED.test(between);
}
