import { runsOf, toPlain } from '#base/words.ts';
import { comparisons, equalNumbers, type Found } from './table-numbers.ts';
import {
  MONTH,
  monthOf,
  readDate,
  stem,
  stems,
  type TableRow,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';

/** Values of a column that a question may name. */
const MAX_VALUES = 20_000;

/**
 * Which rows a question means: values that it names, months and years, and comparisons with a number. @returns null where
 * it names something that no row has: nothing of the table answers it.
 */
export function findConditions(
  question: string,
  table: TextTable,
  [target, group]: readonly (TextColumn | null)[],
): Found[] | null {
  const compared = comparisons(question, table, target ?? null);
  const numbered = equalNumbers(without(question, compared), table);
  const rest = without(question, [...compared, ...numbered]);
  const dated = dates(rest, table);
  const left = without(rest, dated);
  const equal = values(left, table, group ?? null);
  if (!equal) return null;
  const certain = [...equal, ...dated, ...compared, ...numbered];
  const contained = containing(left, equal, certain, table);
  if (!contained) return null;
  return [...equal, ...contained, ...dated, ...compared, ...numbered];
}

/** `Hawaii (HI)` is `HI` where that is a value: the words before it only spell it out. */
export function withoutSpelled(question: string, { columns, rows }: TextTable): string {
  return question.replace(/(?:\p{Lu}\p{L}+ )+\((\p{Lu}[\p{Lu}\d]{1,5})\)/gu, (all, code: string) =>
    columns.some(({ name }) => rows.some(({ cells }) => cells.get(name) === code)) ? code : all,
  );
}

interface Value {
  /** The value in plain words, and the form of it that the question has. */
  words: string;
  form: string;
  value: string;
  column: string;
}

/**
 * The longest values that the question contains: several of one column are either of them. @returns null where a value
 * stands in two columns, and the question does not say which.
 */
function values(
  question: string,
  { columns, rows }: TextTable,
  group: TextColumn | null,
): Found[] | null {
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
  const certain = inOneColumn(taken, new Set(stems(question)));
  if (!certain) return null;
  return [...new Set(certain.map(({ column }) => column))].map((column) => {
    const of = certain.filter((one) => one.column === column);
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
    const named = same.filter(({ column }) => stems(column).some((word) => asked.has(word)));
    return same.length === 1 ? same : named;
  });
  return chosen.every(({ length }) => length === 1) ? chosen.flat() : null;
}

/** A value, and its adjective: `rain` is meant by "rainy days". */
const formsOf = (words: string): string[] =>
  /^\p{Ll}{3,8}$/u.test(words) ? [words, `${words}y`, `${words}${words.at(-1)}y`] : [words];

/** Before an adjective of a place, these mean another one, or all others. */
const NARROWED = '(?:non|latin|north|south|east|west|northern|southern|eastern|western|central)';

const ADJECTIVE = /\p{Lu}\p{L}+(?:n|ese|ish)(?!\p{L})/u;

/** The adjective of a place that a question has with a capital: `European` of `Europe`. */
function placeIn(question: string, value: string): string | undefined {
  // A table may have thousands of values, and most questions no such word.
  if (!ADJECTIVE.test(question) || !/^\p{Lu}\p{L}{2,15}$/u.test(value)) return undefined;
  const stem = value === 'USA' ? 'America' : value.replace(/o$/, '');
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
    const isValue = !STOP.has(words) || isCode(question, value);
    const isNamed = words.length > 1 && words !== plainWords(column) && isValue;
    const adjective = isNamed && placeIn(question, value);
    const forms = isNamed ? [...formsOf(words), ...(adjective ? [adjective] : [])] : [];
    // A word that is a value itself means no other, as “Evan” next to “Eva”.
    const form = forms.find(
      (one) => asked.includes(` ${one} `) && (one === words || !(STOP.has(one) || plain.has(one))),
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

const without = (question: string, found: readonly Found[]) =>
  found.flatMap(({ parts }) => parts).reduce((text, part) => text.replace(part, ' '), question);

const plainWords = (text: string) => [...runsOf(toPlain(text))].map(([word]) => word).join(' ');

const PERIOD = `(?:(?<month>${MONTH})\\.?\\s+(?:of\\s+)?)?(?<year>(?:19|20)\\d\\d)|(?<only>${MONTH})\\b(?!\\.?\\s*\\d)`;
const TIME = new RegExp(
  `(?:\\b(?<rel>before|after|since|until|till|from|in|during|vor|nach|seit|bis|im)\\s+(?:the\\s+year\\s+)?)?\\b(?:${PERIOD})\\b`,
  'iu',
);
const REL = '(?<rel>before|after|since|until|till|from|in|on|during|vor|nach|seit|bis|im|am)';
const DAYS = new RegExp(
  `(?:\\b${REL}\\s+(?:the\\s+)?)?\\b(?<day>\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}(?<mark>[-/.])\\d{1,2}\\k<mark>\\d{2,4}|(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}\\.? (?:${MONTH})\\.? \\d{4})\\b`,
  'giu',
);
const BEFORE = /^(?:before|until|till|vor|bis)$/i;
const AFTER = /^(?:after|since|from|nach|seit)$/i;

/** A month, a year, or the time before or after one, where the table has one column of dates. */
function dates(question: string, { columns }: TextTable): Found[] {
  const all = columns.filter(({ kind }) => kind === 'date');
  const [column] = all;
  if (!column || all.length !== 1) return [];
  const match = TIME.exec(question);
  const day = dayIn(question, column);
  if (day) {
    const { part, value, rel } = day;
    const words = isRelative(rel) ? `${column.name}: ${part}` : `${column.name} = ${part}`;
    const holds = ({ cells }: TableRow) => {
      const own = readDate(cells.get(column.name) ?? '', column.isDayFirst);
      return own !== null && compares(own, value, rel);
    };
    return [{ parts: [part], words, holds }];
  }
  if (!match) return [];
  const { rel = '', month = match.groups?.['only'] ?? '', year = '' } = match.groups ?? {};
  // `May` is a month behind a word of time alone.
  if (year === '' && (rel === '' || month.length < 3)) return [];
  const m = monthOf(month);
  const period = { y: Number(year), m };
  const name = [month, year].filter(Boolean).join(' ');
  const how = isRelative(rel) ? `${rel.toLowerCase()} ${name}` : name;
  const holds = ({ cells }: TableRow) => {
    const day = readDate(cells.get(column.name) ?? '', column.isDayFirst);
    return day !== null && isWithin(day, period, rel);
  };
  return [{ parts: [match[0]], words: `${column.name}: ${how}`, holds }];
}

/** The one day that a question names, and what stands before it. */
function dayIn(question: string, { isDayFirst }: TextColumn) {
  for (const { 0: part, groups = {} } of question.matchAll(DAYS)) {
    const written = (groups['day'] ?? '').replace(/(?<=\d)(?:st|nd|rd|th)\b/g, '');
    const value = readDate(written, isDayFirst);
    if (value !== null && value % 100 !== 0) return { part, value, rel: groups['rel'] ?? '' };
  }
  return null;
}

const isRelative = (rel: string) => BEFORE.test(rel) || AFTER.test(rel);

/** Whether a time is as `rel` says: before and after leave the time itself out, since and until do not. */
function compares(own: number, asked: number, rel: string): boolean {
  if (/^(?:before|vor)$/i.test(rel)) return own < asked;
  if (BEFORE.test(rel)) return own <= asked;
  if (/^(?:after|nach)$/i.test(rel)) return own > asked;
  return AFTER.test(rel) ? own >= asked : own === asked;
}

function isWithin(day: number, { y, m }: { y: number; m: number }, rel: string): boolean {
  const [year, month] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100];
  const own = y === 0 ? month : year * 100 + (m === 0 ? 0 : month);
  const asked = y === 0 ? m : y * 100 + m;
  return compares(own, asked, rel);
}

/** Words of questions that are no values. */
const STOP = new Set(
  'the and for all are was were who what which whose where when how many much long more most less least than total sum number count average mean highest lowest largest smallest biggest latest oldest newest earliest first last top overall altogether row rows table file list show tell give find does did do have has had is of in on at to my our me you with without from between per each every there their that this these those i we no yes not spend spent pay paid cost costs made make value values entry entries record records column data maximum minimum max min please only by be'.split(
    ' ',
  ),
);
/** Letters of a word that a question does not write as a name. */
const MIN_WORD = 4;
export const isStop = (word: string): boolean => STOP.has(word);
/** The words of a question that say what it is about. */
export const contentWords = (question: string): string[] =>
  [...runsOf(toPlain(question))].flatMap(([word]) => (STOP.has(word) ? [] : stem(word)));
export const COUNTED =
  /\b(?:how many|number of|count of|list all|list of|which|the most|the fewest|wie viele|anzahl der|die meisten) (\p{L}+)/gu;
/** Words of a cell, on average, above which a column is prose: a question shares any of its words. */
const MAX_CELL_WORDS = 8;

/**
 * Conditions of words that are parts of values. @returns null where a question names somebody or something in capitals,
 * or a number, that is nowhere in the table.
 */
function containing(
  question: string,
  equal: readonly Found[],
  certain: readonly Found[],
  table: TextTable,
): Found[] | null {
  const rows = table.rows.filter((row) => certain.every(({ holds }) => holds(row)));
  const used = new Set(equal.flatMap(({ parts }) => parts.flatMap((part) => part.split(' '))));
  const names = new Set(
    [...question.matchAll(/(?<=\S\s+["'(]?)(?:\p{Lu}[\p{L}\p{N}]*|\d+)/gu)].map(([name]) =>
      toPlain(name),
    ),
  );
  const ofColumns = new Set([table.title, ...table.columns.map(({ name }) => name)].flatMap(stems));
  // Each row is counted, whatever a question calls it.
  const counted = new Set([...toPlain(question).matchAll(COUNTED)].map(([, noun = '']) => noun));
  const found: Found[] = [];
  for (const word of new Set([...runsOf(toPlain(question))].map(([run]) => run))) {
    const isName = names.has(word);
    if (used.has(word) || STOP.has(word) || counted.has(word) || ofColumns.has(stem(word)))
      continue;
    if (!isName && word.length < MIN_WORD) continue;
    const condition = contains(word, table);
    // A word of the question's own, where the rows are known and none of them has it.
    const isOwn = !isName && certain.length > 0 && condition && !rows.some(condition.holds);
    if (condition && !isOwn) found.push(condition);
    else if (isName) return null;
  }
  return found;
}

function contains(word: string, { columns, rows }: TextTable): Found | null {
  const wanted = stem(word);
  const has = ({ cells }: TableRow, { name }: TextColumn) => {
    const value = toPlain(cells.get(name) ?? '');
    // Most cells need not be cut into words.
    return value.includes(wanted) && stems(value).includes(wanted);
  };
  const inside = columns.filter(
    (column) =>
      column.kind === 'text' && isShort(column, rows) && rows.some((row) => has(row, column)),
  );
  if (inside.length === 0) return null;
  const words = `${inside.map(({ name }) => name).join(' / ')}: “${word}”`;
  return { parts: [word], words, holds: (row) => inside.some((column) => has(row, column)) };
}

function isShort({ name }: TextColumn, rows: readonly TableRow[]): boolean {
  const some = rows.slice(0, 200);
  const words = some.reduce((sum, { cells }) => sum + (cells.get(name)?.split(' ').length ?? 0), 0);
  return words <= MAX_CELL_WORDS * some.length;
}
