import { runsOf, toPlain } from '#base/words.ts';
import { IS_MONEY } from './table-operations.ts';
import type { TableRow, TextColumn, TextTable } from './table-rows.ts';

/** Words for the same unit, and its size next to others of its kind. */
const UNITS: ReadonlyMap<string, { unit: string; size: number }> = new Map(
  [
    'second:1 sec s',
    'minute:60 min mins',
    'hour:3600 hr hrs h',
    'kg:0 kilo kilogram',
    'g:0 gram',
    'km:0 kilometre kilometer',
    'm:0 metre meter',
    'cm:0 centimetre centimeter',
    'mile:0 mi',
    'l:0 litre liter',
    'lb:0 lbs',
    'percent:0 pct',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    const [unit = '', size] = first.split(':');
    return [unit, ...others].flatMap((word) =>
      [word, `${word}s`].map((form) => [form, { unit, size: Number(size) }] as const),
    );
  }),
);
const CURRENCIES: readonly RegExp[] = [
  /€|\beur(?:os?)?\b/,
  /£|\b(?:gbp|pounds?|quid)\b/,
  /\$|\b(?:usd|dollars?|bucks)\b/,
  /\b(?:chf|francs?)\b/,
];

/** Whether a noun is a unit, or one of money. */
export const isUnit = (noun: string): boolean => UNITS.has(noun) || isMoney(noun);

/** Whether an amount is one of money. */
export const isMoney = (amount: string): boolean =>
  /\p{Sc}/u.test(amount) || CURRENCIES.some((form) => form.test(amount));

/** Whether a column has amounts of that money: of no other currency, as its name says. */
export function hasMoney({ name }: TextColumn, amount: string): boolean {
  const plain = toPlain(name);
  const own = CURRENCIES.filter((form) => form.test(plain));
  if (own.length > 0) return own.some((form) => form.test(amount));
  return IS_MONEY.test(plain);
}

/** Words of a column's name that may be its unit: in brackets, the last, or any in full. */
function unitsOf({ name, isDuration }: TextColumn, rows: readonly TableRow[]): string[] {
  if (isDuration) return ['s'];
  const words = [...runsOf(toPlain(name).replaceAll('_', ' '))].map(([word]) => word);
  const inside = [...runsOf(/\((.*)\)/.exec(toPlain(name))?.[1] ?? '')].map(([word]) => word);
  const [, cell = ''] = /\d\s?(\p{L}{1,6})\.?$/u.exec(rows[0]?.cells.get(name) ?? '') ?? [];
  const known = words.filter((word) => word.length > 3);
  return [...inside, ...words.slice(-1), ...known, toPlain(cell)];
}

/**
 * What one unit of a question is in a column: 60 for hours in a column of minutes. Null where the word is no unit, or the column
 * has another one; undefined where the word is no unit at all.
 */
export function sizeIn(
  noun: string,
  column: TextColumn,
  rows: readonly TableRow[],
): number | null | undefined {
  const asked = UNITS.get(noun);
  if (!asked) return undefined;
  for (const word of unitsOf(column, rows)) {
    const own = UNITS.get(word);
    if (own?.unit === asked.unit) return 1;
    if (own && own.size > 0 && asked.size > 0) return asked.size / own.size;
  }
  return null;
}

/** Whether the amounts of a column are in the unit, or of the money, that a noun says. */
export const hasUnit = (noun: string, column: TextColumn, rows: readonly TableRow[]): boolean =>
  isMoney(noun) ? hasMoney(column, noun) : sizeIn(noun, column, rows) === 1;

/** Numbers of a state, of one each, or of a plan: a sum of them says nothing. */
const NOT_SUMMED =
  /\b(?:odometer|mileage|meter|reading|counter|altitude|height|elevation|depth|level|limit|speed|pace|rate|per|max\w*|min\w*|average|avg|start\w*|end|from|to|opening|closing|target|planned|due|range|capacity|size|age)\b|\//;

/** The one column that has a unit which is counted: “how many kilometres” of `Distance (km)`. */
export function unitColumn(
  counted: readonly string[],
  { columns, rows }: TextTable,
): TextColumn | null {
  const units = counted.filter(isUnit);
  const [column, ...others] = columns.filter(
    (one) => one.kind === 'number' && units.some((unit) => hasUnit(unit, one, rows)),
  );
  if (!column || others.length > 0) return null;
  return NOT_SUMMED.test(toPlain(column.name.replace(/\(\p{L}+\)/u, ' '))) ? null : column;
}
