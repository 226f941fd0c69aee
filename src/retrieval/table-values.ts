import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord, isStop, plainWords } from './question-words.ts';
import type { Found, TableRow, TextColumn, TextTable } from './table-rows.ts';
import { stem, stems, verbForms } from './table-words.ts';

/** Values of a column that a question may name. */
const MAX_VALUES = 20_000;

/** A value of a column that a question has. */
export interface Value {
  /** The value in plain words, and the form of it that the question has. */
  words: string;
  form: string;
  value: string;
  column: string;
}

/**
 * The longest values that the question contains, of each column. @returns null where a value stands in two columns, and
 * the question does not say which.
 */
export function valuesOf(
  question: string,
  { columns, rows }: TextTable,
  group: TextColumn | null,
): Value[] | null {
  const asked = ` ${plainWords(question)} `;
  const found = columns
    .filter(({ name, kind }) => kind !== 'number' && name !== group?.name)
    .flatMap(({ name }) => valuesIn(question, asked, name, rows))
    .sort((a, b) => b.words.length - a.words.length);
  const taken: Value[] = [];
  for (const one of found) {
    const isPart = taken.some(
      ({ words }) => words !== one.words && ` ${words} `.includes(` ${one.words} `),
    );
    if (!isPart) taken.push(one);
  }
  const one = inOneColumn(taken, new Set(stems(question)));
  return one?.some((value) => isOfLists(value, rows) || isOfMany(value, rows)) ? null : one;
}

const LISTED = /\s*(?:[,;&+/]|\b(?:and|und)\b)\s*/u;

/** Whether a cell has the value among others: “with Liz” may mean `Tom and Liz` too. */
const isOfLists = ({ words, column }: Value, rows: readonly TableRow[]): boolean =>
  rows.some(({ cells }) => {
    const cell = cells.get(column) ?? '';
    if (!LISTED.test(cell) || plainWords(cell) === words) return false;
    return cell.split(LISTED).some((part) => plainWords(part) === words);
  });

/** Whether another cell has several of the value: a flat with `two cats` has a cat too. */
const isOfMany = ({ words, column }: Value, rows: readonly TableRow[]): boolean => {
  const many = new RegExp(`^(?:\\d+|an?|two|three|four|five|six|several|some|many) ${words}s?$`);
  return rows.some(({ cells }) => many.test(plainWords(cells.get(column) ?? '')));
};

/** The values of several words that a question has, of those with a word of a form: “not repairable”. */
export function valuesSaid(plain: string, form: RegExp, { columns, rows }: TextTable): string[] {
  const values = columns
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ name }) => rows.map(({ cells }) => toPlain(cells.get(name) ?? '').trim()));
  const asked = ` ${plainWords(plain)} `;
  return [...new Set(values)].filter(
    (value) => value.includes(' ') && form.test(value) && asked.includes(` ${value} `),
  );
}

/** Several values of one column are either of them. */
export function asConditions(values: readonly Value[]): Found[] {
  return [...new Set(values.map(({ column }) => column))].map((column) => {
    const of = values.filter((one) => one.column === column);
    const parts = of.map(({ words }) => words);
    return {
      isExact: true,
      parts: of.map(({ form }) => form),
      words: `${column} = ${of.map(({ value }) => value).join(' / ')}`,
      holds: ({ cells }) => parts.includes(plainWords(cells.get(column) ?? '')),
    };
  });
}

/** Each value in the one column that has it, or that the question names; null where it may be in any. */
function inOneColumn(found: readonly Value[], asked: ReadonlySet<string>): Value[] | null {
  const chosen = [...new Set(found.map(({ words }) => words))].map((value) => {
    const same = found.filter(({ words }) => words === value);
    const named = same.filter(({ column }) => isNamed(column, asked));
    return same.length === 1 ? same : named;
  });
  return chosen.every(({ length }) => length === 1) ? chosen.flat() : null;
}

/** Whether a question names a column: “by Bob” does not mean `Signed by`, but “to Oslo” does `To`. */
function isNamed(column: string, asked: ReadonlySet<string>): boolean {
  const words = stems(column);
  const own = words.filter((word) => !isEmptyWord(word));
  return (own.length > 0 ? own : words).some((word) => asked.has(word));
}

/** A value, its plural, its adjective, `rain` is meant by "rainy days", and the forms of its verb: “ate out” of `Eating out`. */
function formsOf(words: string): string[] {
  const adjectives = /^\p{Ll}{3,8}$/u.test(words) ? [`${words}y`, `${words}${words.at(-1)}y`] : [];
  const [first = ''] = words.split(' ', 1);
  const verbs = verbForms(first).map((form) => form + words.slice(first.length));
  return [words, ...numbersOf(words), ...adjectives, ...verbs];
}

/** “Ferns” of `Fern`, “birthday parties” of `Birthday party`, and “light” of `Lights`; `Carlos` is no plural. */
function numbersOf(words: string): string[] {
  if (!/\p{Ll}{2}$/u.test(words)) return [];
  if (/[^aeiou]y$/.test(words)) return [words.replace(/y$/, 'ies')];
  if (/(?:[lor]a?f|ife)$/.test(words)) return [`${words}s`, words.replace(/fe?$/, 'ves')];
  if (/(?:s|x|ch|sh)$/.test(words))
    return [`${words}es`, ...(/[^aiosu]s$/.test(words) ? [words.slice(0, -1)] : [])];
  return [`${words}s`];
}

/** Before an adjective of a place, these mean another one, or all others. */
const NARROWED = '(?:non|latin|north|south|east|west|northern|southern|eastern|western|central)';

const ADJECTIVE = /\p{Lu}\p{L}+(?:n|ese|ish)(?!\p{L})/u;

/** The adjective of a place that a question has with a capital: `European` of `Europe`. */
function placeIn(question: string, value: string): string | undefined {
  // A table may have thousands of values, and most questions no such word.
  if (!ADJECTIVE.test(question) || !/^\p{Lu}\p{L}{2,15}$/u.test(value)) return undefined;
  const stem = value === 'USA' ? 'America' : value.replace(/o$|(?<=ma)ny$/, '');
  const adjective = new RegExp(`(?<!\\b${NARROWED}[ -])\\b${stem}(?:n|an|ian|ese|ish)\\b`, 'u');
  return adjective.exec(question)?.[0].toLowerCase();
}

/** The values of a column that are words of the question. */
function valuesIn(
  question: string,
  asked: string,
  column: string,
  rows: readonly TableRow[],
): Value[] {
  const all = new Set(rows.slice(0, MAX_VALUES).map(({ cells }) => cells.get(column) ?? ''));
  const plain = new Set([...all].map(plainWords));
  const found = [...all].flatMap((value) => {
    const words = plainWords(value);
    const isValue = !isStop(words) || isCode(question, value);
    // “Studio B” of the column `Studio`.
    const behind = `${plainWords(column).split(' ').at(-1)} ${words}`;
    if (words.length === 1 && asked.includes(` ${behind} `))
      return [{ words, form: behind, value, column }];
    const isNamed = words.length > 1 && words !== plainWords(column) && isValue;
    const adjective = isNamed && placeIn(question, value);
    const forms = isNamed ? [...formsOf(words), ...(adjective ? [adjective] : [])] : [];
    // A word that is a value itself means no other, as “Evan” next to “Eva”.
    const form = forms.find(
      (one) => asked.includes(` ${one} `) && (one === words || !(isStop(one) || plain.has(one))),
    );
    return form ? [{ words, form, value, column }] : [];
  });
  // “Nigerian” is of Nigeria, not of Niger.
  return found.filter(
    ({ form, words }) =>
      !found.some((other) => other.form === form && other.words.length > words.length),
  );
}

/** Whether a question writes a value in capitals, and other words not: `ME` and `OR` are states there. */
const isCode = (question: string, value: string): boolean =>
  /^\p{Lu}+$/u.test(value) &&
  /\p{Ll}/u.test(question) &&
  [...runsOf(question)].some(([word]) => word === value);

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
