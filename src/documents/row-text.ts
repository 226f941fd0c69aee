import { csvRows, guessDelimiter } from './csv-rows.ts';
import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';
import { looksNamed } from './read-table.ts';

/** Rows in which the names of columns are searched, and with which they are compared. */
const HEAD_ROWS = 20;
const SHOWN_ROWS = 60;

/** The cells of a row by their columns; holes are empty. */
export type Row = readonly (string | undefined)[];

/**
 * A table as text, a line for each row. Where it names its columns, each cell has the name of its column, so that a
 * row says all that it says in whatever passage it is in. `sheet`: begins each line, where a file has several sheets.
 */
export function rowsToText(rows: readonly Row[], sheet = ''): string {
  const filled = rows.map(cellsOf).filter((row) => row.length > 0);
  const at = findHead(filled);
  const names = new Map(at < 0 ? [] : filled[at]);
  const lines = filled.map((row, i) => {
    const cells = row.map(([column, value]) => {
      const name = i > at ? names.get(column) : undefined;
      return name === undefined ? value : `${name}: ${value}`;
    });
    return (sheet === '' ? cells : [sheet, ...cells]).join(' | ');
  });
  return lines.join('\n');
}

type Cell = [column: number, value: string];

function cellsOf(row: Row): Cell[] {
  const cells: Cell[] = [];
  row.forEach((value = '', column) => {
    const words = value.replace(/\s+/g, ' ').trim();
    if (words !== '') cells.push([column, words]);
  });
  return cells;
}

/** The row that names the columns, below titles and above values; −1 where none does. */
function findHead(rows: readonly Cell[][]): number {
  const widths = rows.slice(0, SHOWN_ROWS).map((row) => row.length);
  const width = widths.sort((a, b) => a - b)[widths.length >> 1] ?? 0;
  const at = rows
    .slice(0, HEAD_ROWS)
    .findIndex((row) => row.length > 1 && row.length >= width * 0.6);
  const head = rows[at];
  // One row of names alone names nothing.
  if (!head || at === rows.length - 1) return -1;
  const below = rows.slice(at, at + SHOWN_ROWS).map((row) => new Map(row));
  const columns = head.map(([column]) => ({
    values: below.map((row) => row.get(column) ?? ''),
  }));
  return looksNamed(columns) ? at : -1;
}

/** Characters of a cell that is data, in the middle of a table's; longer ones are arranged texts. */
const DATA_CELL = 60;
const IS_NUMBER = /^\s*[-+(]?\p{Sc}?\s?\d/u;

/**
 * The lines of a marked-up table, their cells with the names of their columns: where cells are marked as names (`hasHead`),
 * where a column of numbers stands below a word, or where there are three columns. A form of two columns is left unchanged.
 */
export function nameRows(lines: string, hasHead: boolean): string {
  const width = lines.trimStart().split('\n', 1)[0]?.split('|').length ?? 0;
  if (width < 2 || width > LIMITS.tableColumns) return lines;
  const rows = lines.split('\n').flatMap((line) => (line.trim() ? [line.split(/ ?\| ?/)] : []));
  const [head = [], ...below] = rows;
  // A cell over several rows, or with a bar in it, would give those behind it the names of others.
  if (below.length < 2 || below.some((row) => row.length > 1 && row.length !== width)) return lines;
  if (below.filter((row) => row.length === 1).length > below.length * 0.2) return lines;
  const lengths = rows.flat().map(({ length }) => length);
  if ((lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0) > DATA_CELL) return lines;
  const hasNumbers = head.some(
    (name, column) =>
      !IS_NUMBER.test(name) && below.every((row) => IS_NUMBER.test(row[column] ?? '0')),
  );
  return hasHead || hasNumbers || width > 2 ? rowsToText(rows) : lines;
}

/** Separated values as rows with names; null for a text that is no table of several columns, or a damaged one. */
export function csvToText(text: string, delimiter: string | null): string | null {
  try {
    const rows = [...csvRows(text, delimiter ?? guessDelimiter(text), LIMITS.tableColumns)];
    const isTable = rows.length > 1 && (rows[0]?.length ?? 0) > 1;
    return isTable ? rowsToText(rows) : null;
  } catch (error) {
    if (error instanceof DocumentError) return null;
    throw error;
  }
}
