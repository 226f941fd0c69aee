import { toPlain } from '#base/words.ts';
import { readNumber, type TableRow, type TextColumn, type TextTable } from './table-rows.ts';
import { stem, stems } from './table-words.ts';

/** A condition of a question, as words and as a test of a row. */
interface Condition {
  words: string;
  /** Whether it is a whole value or a number, not a part of a value or a time. */
  isExact?: boolean;
  /** Whether it is a time. */
  isTime?: boolean;
  holds: (row: TableRow) => boolean;
}

/** The same with the parts of the question that say it. */
export interface Found extends Condition {
  parts: string[];
}

const NUMBER = '(?:\\p{Sc}\\s?)?(-?\\d(?:[\\d.,]*\\d)?)';
const COMPARED = new RegExp(
  `(?<!\\p{L})(more than|greater than|higher than|larger than|older than|over|above|at least|less than|fewer than|lower than|smaller than|younger than|under|below|at most|exactly|mehr als|über|weniger als|unter|mindestens|höchstens)\\s+${NUMBER}(?:\\s?%|\\s?\\p{Sc})?`,
  'iu',
);

const TESTS: readonly [RegExp, string, (a: number, b: number) => boolean][] = [
  [/^(?:at least|mindestens)/i, '≥', (a, b) => a >= b],
  [/^(?:at most|höchstens)/i, '≤', (a, b) => a <= b],
  [/^exactly/i, '=', (a, b) => a === b],
  [/^(?:more|greater|higher|larger|older|over|above|mehr|über)/i, '>', (a, b) => a > b],
  [/^/, '<', (a, b) => a < b],
];

/** `more than 100`, of the column that stands nearest before it or behind it, or is the only one. */
export function comparisons(
  question: string,
  { columns }: TextTable,
  target: TextColumn | null,
): Found[] {
  const match = COMPARED.exec(question);
  const numbers = columns.filter(({ kind }) => kind === 'number');
  if (!match) return [];
  const [part, how = '', written = ''] = match;
  const near = (name: string) => {
    const at = toPlain(question).indexOf(toPlain(name).replaceAll('_', ' '));
    return at < 0 ? Infinity : Math.abs(at - match.index);
  };
  const column = [...numbers].sort((a, b) => near(a.name) - near(b.name))[0] ?? null;
  const isNamed = column !== null && near(column.name) < Infinity;
  const chosen = isNamed ? column : (target ?? (numbers.length === 1 ? column : null));
  const limit = readNumber(written, chosen?.hasCommas);
  const test = TESTS.find(([form]) => form.test(how));
  if (!chosen || limit === null || !test) return [];
  const holds = ({ cells }: TableRow) => {
    const value = readNumber(cells.get(chosen.name) ?? '', chosen.hasCommas);
    return value !== null && test[2](value, limit);
  };
  return [{ isExact: true, parts: [part], words: `${chosen.name} ${test[1]} ${written}`, holds }];
}

const UNIT = new RegExp(`${COMPARED.source}\\s+(\\p{L}+)`, 'iu');
/** The noun behind the number of a comparison. */
export const comparedNoun = (plain: string): string[] => UNIT.exec(plain)?.slice(3, 4) ?? [];

const COUNT = /(?<![\p{L}\p{N}.,])(-?\d(?:[\d.,]*\d)?)(?!\p{L})[\s-]+(\p{L}+)/gu;
const IS = /(\p{L}+)\s+(?:of|is|are|was|equals|=|:)?\s*(-?\d(?:[\d.,]*\d)?)(?![\p{L}\p{N}])/gu;
const NONE = /(?<!\p{L})(?:no|without|zero)\s+(\p{L}+)/giu;

/** `8 cylinders`, `with cylinders = 8` and `no wounds`: the value of a column of numbers that stands next to its name. */
export function equalNumbers(question: string, { columns }: TextTable): Found[] {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const said = [
    ...[...question.matchAll(COUNT)].map(([part, value = '', name = '']) => ({
      part,
      value,
      name,
    })),
    ...[...question.matchAll(IS)].map(([part, name = '', value = '']) => ({ part, value, name })),
    ...[...question.matchAll(NONE)].map(([part, name = '']) => ({ part, value: '0', name })),
  ];
  const taken = new Set<TextColumn>();
  return said.flatMap(({ part, value, name }) => {
    const wanted = stem(toPlain(name));
    const named = numbers.filter((column) => stems(column.name).includes(wanted));
    const [column] = named;
    const number = column ? readNumber(value, column.hasCommas) : null;
    if (!column || named.length > 1 || number === null || taken.has(column)) return [];
    taken.add(column);
    const holds = ({ cells }: TableRow) =>
      readNumber(cells.get(column.name) ?? '', column.hasCommas) === number;
    return [{ isExact: true, parts: [part], words: `${column.name} = ${value}`, holds }];
  });
}

/** Whether a question says which numbers count: they are no column to be summed up. */
export const namesNumber = (question: string, table: TextTable): boolean =>
  COMPARED.test(question) || equalNumbers(question, table).length > 0;
