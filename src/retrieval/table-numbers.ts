import { toPlain } from '#base/words.ts';
import { withoutComparisons } from './table-comparisons.ts';
import {
  type Found,
  numberIn,
  readNumber,
  type TableRow,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';
import { hasMoney, isMoney } from './table-units.ts';
import { stem, stems } from './table-words.ts';

const COUNT = /(?<![\p{L}\p{N}.,]|[\p{L}\p{N}]-)(-?\d(?:[\d.,]*\d)?)(?!\p{L})[\s-]+(\p{L}+)/gu;
const IS =
  /(\p{L}+)\s+(?:of|is|are|was|equals|=|:)?\s*(?:\p{Sc}\s?)?(-?\d(?:[\d.,]*\d)?)(?![\p{L}\p{N}])/gu;
const NONE = /(?<!\p{L})(?:no|without|zero)\s+(?:(?:an?|any|a single)\s+)?(\p{L}+)/giu;

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
    // Of another currency than that of the column.
    const [amount = ''] =
      new RegExp(`\\p{Sc}?\\s?${value}(?:\\s?\\p{Sc}|\\s\\p{L}+)?`, 'u').exec(question) ?? [];
    if (isMoney(toPlain(amount)) && !hasMoney(column, toPlain(amount))) return [];
    taken.add(column);
    const holds = (row: TableRow) => numberIn(row, column) === number;
    return [{ isExact: true, parts: [part], words: `${column.name} = ${value}`, holds }];
  });
}

/** Whether a question says which numbers count: they are no column to be summed up. */
export const namesNumber = (question: string, table: TextTable): boolean =>
  withoutComparisons(question) !== question || equalNumbers(question, table).length > 0;
