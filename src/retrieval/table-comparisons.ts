import { toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import { IS_RATE, measuredBy, SCORED } from './table-operations.ts';
import {
  areNames,
  type Found,
  MONTH,
  numberIn,
  readNumber,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';
import { isOtherAge } from './table-target.ts';
import { hasMoney, isMoney, sizeIn } from './table-units.ts';
import { stem, stems } from './table-words.ts';

const WRITTEN: ReadonlyMap<string, number> = new Map([
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, i + 1] as const),
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
]);
/** Not the day of a date, the first half of “four and a half hours”, nor a part of a longer word. */
const NUMBER = `(?:\\p{Sc}\\s?)?(?:-?\\d(?:[\\d.,]*\\d)?|(?:${[...WRITTEN.keys()].join('|')})\\b|an?(?=\\s(?:hour|minute)\\b))(?![\\p{L}\\p{N}]|[-/.,:]\\d|(?:st|nd|rd|th)\\b|\\s*(?:${MONTH})\\b|(?:\\s\\p{L}+)?\\s(?:and|&)\\s(?:a|one|three)\\s(?:half|quarter))`;
const UP = 'more|greater|higher|larger|bigger|older|longer|heavier|taller|dearer|faster|quicker';
const DOWN = 'less|fewer|lower|smaller|younger|shorter|lighter|cheaper|slower';
const AMOUNT = `(?<number>${NUMBER})(?:\\s?(?:%|\\p{Sc}))?(?:[\\s-]+(?<noun>\\p{L}+))?(?:\\s(?:and\\s)?(?<more>\\d+)\\s(?<minor>minutes|mins?|seconds|secs?)\\b)?`;
/** How a number is compared, before it and behind it. */
const BEFORE = `at least|at most|exactly|mindestens|höchstens|(?:no|not) (?:more|less|fewer|longer|older) than|(?:${UP}|${DOWN}|(?:more|less) expensive) than|over|above|exceeding|under|below|mehr als|weniger als|über|unter`;
const FORMS: readonly RegExp[] = [
  new RegExp(`(?<!\\p{L})(?<how>${BEFORE})\\s+${AMOUNT}`, 'giu'),
  new RegExp(
    `(?<!\\p{L})${AMOUNT}\\s(?:or|and) (?<how>${UP}|over|above|up|upwards|${DOWN}|under|below)(?!\\p{L}|\\s(?:than\\b|\\p{Sc}?\\d))`,
    'giu',
  ),
];
const BETWEEN = new RegExp(`(?<!\\p{L})between\\s+(?<first>${NUMBER})\\s+and\\s+${AMOUNT}`, 'giu');

/** Before a number alone it is an age: “members over 60”. */
const AGED =
  /^(?:aged|people|persons?|men|women|boys|girls|donors?|members?|patients?|guests?|pupils?|students?|tenants?|residents?|runners?|swimmers?|kids|children|adults|employees|volunteers?|players?|visitors?|riders?|everyone)$/;

type Test = readonly [sign: string, holds: (a: number, b: number) => boolean];
const MORE: Test = ['>', (a, b) => a > b];
const LESS: Test = ['<', (a, b) => a < b];
const LEAST: Test = ['≥', (a, b) => a >= b];
const MOST: Test = ['≤', (a, b) => a <= b];
const SAME: Test = ['=', (a, b) => a === b];
const TESTS: readonly [RegExp, Test][] = [
  [/^(?:at least|mindestens|(?:no|not) (?:less|fewer))/i, LEAST],
  [/^(?:at most|höchstens|between|(?:no|not) )/i, MOST],
  [/^exactly/i, SAME],
  [/^less/i, LESS],
  [new RegExp(`^(?:${UP}|over|above|exceeding|mehr|über)\\b`, 'i'), MORE],
  [/^/, LESS],
];
const COSTS = /^(?:(?:costs?|costing|priced?) |.*\b(?:cheaper|dearer|expensive)\b)/i;
const SPEED = /^(faster|quicker|slower)/i;

/** A comparison as a question says it. */
interface Said {
  index: number;
  /** All of it, and without the noun. */
  whole: string;
  part: string;
  how: string;
  /** The verb before it: “earn more than”. */
  verb: string;
  isBehind: boolean;
  /** The lower end of “between”. */
  first: string | undefined;
  number: string;
  noun: string;
  /** Minutes next to hours. */
  more: string;
  minor: string;
}

function saidIn(question: string): Said[] {
  const all = [...FORMS, BETWEEN].flatMap((form, i) =>
    [...question.matchAll(form)].map(({ 0: whole, index, groups = {} }) => {
      const { how = 'between', first, number = '', noun = '', more = '', minor = '' } = groups;
      const isBehind = i === 1;
      const isWhole = isBehind || noun === '';
      const part = isWhole ? whole : whole.slice(0, whole.lastIndexOf(noun)).trim();
      const [verb = ''] = /\p{L}+(?=\s*$)/u.exec(question.slice(0, index)) ?? [];
      return {
        verb: toPlain(verb),
        index,
        whole,
        part,
        how,
        isBehind,
        first,
        number,
        noun: toPlain(noun),
        more,
        minor,
      };
    }),
  );
  return all.sort((a, b) => a.index - b.index);
}

/** A question without its comparisons: “at least” asks for no least value, and “no more than” leaves out no rows. */
export const withoutComparisons = (question: string): string =>
  saidIn(question).reduce((text, { part }) => text.replace(part, ' '), question);

/** The nouns behind the numbers of comparisons. */
export const comparedNouns = (plain: string): string[] =>
  saidIn(plain).flatMap(({ noun }) => (noun === '' ? [] : noun));

/** `more than 100`, of the column that its unit, its noun or its adjective means, that stands nearest, or is the only one. */
export function comparisons(
  question: string,
  table: TextTable,
  target: TextColumn | null,
): Found[] {
  return saidIn(question).flatMap((said) => {
    const byNoun = byNounOf(said, table);
    const column = nearest(
      said,
      question,
      byNoun ?? byAdjective(said, question, table),
      table,
      target,
    );
    return (column && compared(said, column, byNoun !== null, table)) ?? [];
  });
}

const numbersOf = ({ columns }: TextTable) => columns.filter(({ kind }) => kind === 'number');
const namesAny = ({ name }: TextColumn, words: readonly string[]) =>
  // kWh is one word.
  [...stems(name), ...stems(toPlain(name))].some((word) => words.includes(word));

/** The columns of money; of totals and prices of one each the totals. */
function costsOf(numbers: readonly TextColumn[], amount: string): TextColumn[] {
  const all = numbers.filter((column) => hasMoney(column, amount));
  const totals = all.filter(({ name }) => !IS_RATE.test(toPlain(name)));
  return totals.length > 0 ? totals : all;
}

/** The columns that have the unit or the noun of a comparison; null where it says none. */
function byNounOf({ whole, noun }: Said, table: TextTable): TextColumn[] | null {
  const numbers = numbersOf(table);
  const isUnit = numbers.some((column) => sizeIn(noun, column, table.rows) !== undefined);
  if (isUnit) return numbers.filter((column) => sizeIn(noun, column, table.rows) !== null);
  if (isMoney(toPlain(whole))) return costsOf(numbers, toPlain(whole));
  const named = numbers.filter((column) => namesAny(column, [stem(noun)]));
  return noun !== '' && named.length > 0 ? named : null;
}

/** The columns that “older than”, “cheaper than” or “earn more than” means; null where any may be meant. */
function byAdjective({ verb, how }: Said, question: string, table: TextTable): TextColumn[] | null {
  const said = toPlain(SCORED.test(verb) ? how : `${verb} ${how}`);
  if (COSTS.test(said)) return costsOf(numbersOf(table), '');
  const measured = measuredBy(said);
  return measured.length === 0
    ? null
    : numbersOf(table).filter(
        (column) => namesAny(column, measured) && !isOtherAge(column, toPlain(question)),
      );
}

/** Of the columns that may be meant the one whose name stands nearest, the one that is computed, or the only one. */
function nearest(
  { index, noun, verb }: Said,
  question: string,
  meant: readonly TextColumn[] | null,
  table: TextTable,
  target: TextColumn | null,
): TextColumn | null {
  const columns = meant ?? numbersOf(table);
  if (meant?.length === 1) return meant[0] ?? null;
  const near = (name: string) => {
    const at = toPlain(question).indexOf(toPlain(name).replaceAll('_', ' '));
    return at < 0 ? Infinity : Math.abs(at - index);
  };
  const [first] = [...columns].sort((a, b) => near(a.name) - near(b.name));
  if (first && near(first.name) < Infinity) return first;
  const age = meant ? undefined : ageOf(noun, verb, columns);
  if (age) return age;
  // “Over 60 people” is of none of them.
  if (!meant && noun !== '' && !isEmptyWord(noun)) return null;
  if (target && columns.includes(target)) return target;
  const [only, ...others] = columns;
  const isName = only && areNames(table.rows.flatMap(({ cells }) => cells.get(only.name) ?? []));
  return only && others.length === 0 && !isName ? only : null;
}

/** The column of ages, where a number alone is one: “how many were under 12”, “members over 60 came”. */
function ageOf(noun: string, verb: string, columns: readonly TextColumn[]) {
  const isOfPeople = AGED.test(verb);
  const isBare = noun === '' || (isOfPeople && isEmptyWord(noun));
  const isAge = isBare && (isOfPeople || /^(?:are|is|was|were)$/.test(verb));
  return isAge ? columns.find(({ name }) => /^(?:age|alter)\b/i.test(name)) : undefined;
}

function compared(
  said: Said,
  column: TextColumn,
  isByNoun: boolean,
  { rows }: TextTable,
): Found | null {
  const { number, first, noun, more, minor } = said;
  const size = sizeIn(noun, column, rows);
  // A time in seconds is compared with no number alone, and minutes are no miles.
  if (size === null || (column.isDuration && size === undefined)) return null;
  const rest = more === '' ? 0 : Number(more) * (sizeIn(minor, column, rows) ?? Number.NaN);
  const limit = readLimit(number, column) * (size ?? 1) + rest;
  const least = first === undefined ? -Infinity : readLimit(first, column) * (size ?? 1);
  if (Number.isNaN(limit + least)) return null;
  const [sign, holds] = testOf(said, column);
  const unit = isByNoun && size !== undefined ? [noun] : [];
  const amount = [plainNumber(number), ...unit, more, minor]
    .filter((word) => word !== '')
    .join(' ');
  return {
    isExact: true,
    parts: [isByNoun ? said.whole : said.part],
    words: `${column.name} ${first === undefined ? sign : `${plainNumber(first)} –`} ${amount}`,
    holds: (row) => {
      const value = numberIn(row, column);
      return value !== null && value >= least && holds(value, limit);
    },
  };
}

const plainNumber = (written: string) => written.replace(/^\p{Sc}\s?/u, '');

function readLimit(written: string, { hasCommas, decimals }: TextColumn): number {
  const word = plainNumber(written).toLowerCase();
  if (/^an?$/.test(word)) return 1;
  // Thousands, as another country writes them than the one of the table.
  if (decimals < 3 && (hasCommas ? /^\d+,\d{3}$/ : /^\d+\.\d{3}$/).test(word)) return Number.NaN;
  return WRITTEN.get(word) ?? readNumber(word, hasCommas) ?? Number.NaN;
}

function testOf({ how, isBehind }: Said, { name }: TextColumn): Test {
  // The faster, the shorter the time.
  const [, speed] = SPEED.exec(how) ?? [];
  if (speed !== undefined && /\b(?:time|duration)\b/i.test(name))
    return speed.toLowerCase() === 'slower' ? MORE : LESS;
  const test = TESTS.find(([form]) => form.test(how))?.[1] ?? LESS;
  if (!isBehind) return test;
  return test === MORE || /^up/i.test(how) ? LEAST : MOST;
}
