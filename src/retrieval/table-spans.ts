import { toPlain } from '#base/words.ts';
import { readDate, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';
import { stems } from './table-words.ts';

/** Adjectives of a rhythm, and the span of time that each has one row of. */
const RHYTHM: readonly [RegExp, string][] = [
  [/\b(?:daily|taglich\w*)\b/, 'day'],
  [/\b(?:weekly|wochentlich\w*)\b/, 'week'],
  [/\b(?:monthly|monatlich\w*)\b/, 'month'],
  [/\b(?:quarterly)\b/, 'quarter'],
  [/\b(?:yearly|annual|annually|jahrlich\w*)\b/, 'year'],
];
const GERMAN: Readonly<Record<string, string>> = {
  tag: 'day',
  woche: 'week',
  monat: 'month',
  quartal: 'quarter',
  jahr: 'year',
};
/** Of a day such as 20240305 the digits below these spans. */
const DIGITS: Readonly<Record<string, number>> = { day: 1, month: 100, year: 10_000 };

export const unitOf = (word: string): string => GERMAN[word] ?? word;

/** “The monthly payment” is a row where there is one for each month; a column may have the word itself. */
export function rhythmsIn(plain: string, { columns }: TextTable) {
  const names = columns.map(({ name }) => toPlain(name)).join(' ');
  return RHYTHM.flatMap(([form, unit]) => {
    const [word] = form.exec(plain) ?? [];
    return word && !form.test(names) ? [{ word, unit }] : [];
  });
}

/** Whether no two of the rows are of the same day, week, month or year. */
export function isOnePer(
  unit: string,
  rows: readonly TableRow[],
  columns: readonly TextColumn[],
): boolean {
  const all = columns.filter(({ kind }) => kind === 'date');
  const named = columns.filter(({ name }) => stems(name).includes(unit));
  const [column, ...others] = named.length > 0 ? named : all;
  if (!column || others.length > 0) return false;
  const digits = DIGITS[unit];
  // A week is known by a column of its own alone.
  if (digits === undefined && named.length === 0) return false;
  const spans = rows.map((row) => spanOf(row, column, digits ?? 1));
  return spans.every((span) => span !== '') && new Set(spans).size === spans.length;
}

function spanOf({ cells }: TableRow, { name, kind, isDayFirst }: TextColumn, digits: number) {
  const value = cells.get(name) ?? '';
  if (kind !== 'date') return value;
  const day = readDate(value, isDayFirst);
  return day === null ? '' : String(Math.floor(day / digits));
}

/** Whether all dates of a table are of one year or month, as “over the whole year” supposes. */
export function isOfOne(unit: string, { columns, rows }: TextTable): boolean {
  const [column, ...others] = columns.filter(({ kind }) => kind === 'date');
  const digits = DIGITS[unit];
  if (!column || others.length > 0 || digits === undefined) return false;
  return new Set(rows.map((row) => spanOf(row, column, digits))).size === 1;
}
