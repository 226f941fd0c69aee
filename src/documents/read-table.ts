import { csvRows, guessDelimiter, isEmptyRow } from './csv-rows.ts';
import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';

export interface Column {
  name: string;
  values: readonly string[];
  /** The cell of the first row, where that row names the columns. */
  head?: string;
}

/** A table read from a file: columns of text, each as long. */
export interface Table {
  name: string;
  columns: Column[];
  /** Whether the first row of a file of separated values names the columns; null where a format has names. */
  hasHead: boolean | null;
}

/** Rows under limits: a table that grows beyond them is refused before it takes the memory. */
export class TableBuilder {
  readonly #file: string;
  readonly #columns: string[][] = [];
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get rows(): number {
    return this.#rows;
  }

  get width(): number {
    return this.#columns.length;
  }

  /** Opens a column; the rows before it are empty there. */
  addColumn(): void {
    this.require(this.#columns.length + 1, LIMITS.tableColumns, 'columns');
    this.#columns.push(Array<string>(this.#rows).fill(''));
    this.#requireCells();
  }

  addRow(valueAt: (column: number) => string): void {
    this.#rows++;
    this.require(this.#rows, LIMITS.tableRows, 'rows');
    this.#requireCells();
    for (const [i, values] of this.#columns.entries()) values.push(valueAt(i));
  }

  require(count: number, max: number, what: 'rows' | 'columns' | 'cells'): void {
    if (count > max) throw new DocumentError(what, { name: this.#file, max });
  }

  finish(names: readonly string[]): Column[] {
    return this.#columns.map((values, i) => ({ name: names[i] ?? nameOf(i), values }));
  }

  #requireCells(): void {
    this.require(this.#rows * this.#columns.length, LIMITS.tableCells, 'cells');
  }
}

/** The line before the head in which a file for Excel names its delimiter. */
const EXCEL_DELIMITER = /^sep=(.)\r?\n/i;

/**
 * The columns of a text of separated values. `hasHead` says whether its first row names them; null guesses.
 * @throws DocumentError
 */
export function readCsv(
  file: string,
  text: string,
  delimiter: string | null,
  hasHead: boolean | null = null,
): Pick<Table, 'columns' | 'hasHead'> {
  const table = new TableBuilder(file);
  for (const row of rowsOf(text, delimiter)) {
    if (isEmptyRow(row)) continue;
    table.require(row.length, LIMITS.tableColumns, 'columns');
    // A row may have more cells than those before it.
    while (table.width < row.length) table.addColumn();
    table.addRow((i) => row[i] ?? '');
  }
  if (table.rows === 0) throw new DocumentError('empty', { name: file });
  const columns = table.finish([]);
  return (hasHead ?? looksNamed(columns)) ? takeHead(columns) : { columns, hasHead: false };
}

/** The same table with its first row as names, or as texts: what a guess missed, a person knows. */
export function withHead(table: Table, hasHead: boolean): Table {
  if (table.hasHead === null || table.hasHead === hasHead) return table;
  if (hasHead) return { ...table, ...takeHead(table.columns) };
  const columns = table.columns.map(({ head = '', values }, i) => ({
    name: nameOf(i),
    values: [head, ...values],
  }));
  return { ...table, columns, hasHead };
}

const nameOf = (column: number) => `Column ${column + 1}`;

function takeHead(columns: readonly Column[]): Pick<Table, 'columns' | 'hasHead'> {
  const named = columns.map(({ values: [head = '', ...values] }, i) => ({
    name: head.trim() || nameOf(i),
    values,
    head,
  }));
  return { columns: named, hasHead: true };
}

/** Rows that show what a column holds. */
const SHOWN_ROWS = 50;
const VALUE = /^\s*[[(]?\s*[-+]?[\d.,][-+\d.,:/\s%€$£eTZ]*[\])]?\s*$/;
const YEAR = /^\s*(?:19|20)\d\d\s*$/;

/** Whether the first row names the columns: no cell of it is a value as those below are, or is below as well. */
export function looksNamed(columns: readonly Pick<Column, 'values'>[]): boolean {
  return !columns.some(({ values }) => {
    const [head = '', ...rest] = values.slice(0, SHOWN_ROWS + 1);
    const below = rest.filter((value) => value.trim() !== '');
    if (head.trim() === '' || below.length === 0) return false;
    const share = (kind: RegExp) => below.filter((value) => kind.test(value)).length / below.length;
    // A table may have a column for each year.
    if (VALUE.test(head)) return share(YEAR.test(head) ? YEAR : VALUE) >= 0.8;
    if (below.includes(head)) return true;
    const lengths = below.map((value) => value.length).sort((x, y) => x - y);
    const middle = lengths[lengths.length >> 1] ?? 0;
    return columns.length === 1 && /\S\s+\S+\s+\S/.test(head) && head.length * 2 > middle;
  });
}

function rowsOf(text: string, delimiter: string | null): Generator<string[]> {
  const [line, named = delimiter] = EXCEL_DELIMITER.exec(text) ?? [];
  const rest = line ? text.slice(line.length) : text;
  return csvRows(rest, named ?? guessDelimiter(rest), LIMITS.tableColumns);
}
