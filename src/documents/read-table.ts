import { csvRows, guessDelimiter, isEmptyRow } from './csv-rows.ts';
import { DocumentError } from './document-error.ts';
import { formatLimit, LIMITS } from './limits.ts';

export interface Column {
  name: string;
  values: readonly string[];
}

/** A table read from a file: columns of text, each as long. */
export interface Table {
  name: string;
  columns: Column[];
}

/** Rows under limits: a table that grows beyond them is refused before it takes the memory. */
class TableBuilder {
  readonly #file: string;
  readonly #columns: string[][] = [];
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get rows(): number {
    return this.#rows;
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

  require(count: number, max: number, what: string): void {
    if (count <= max) return;
    throw new DocumentError(
      `“${this.#file}” has more than ${formatLimit(max)} ${what}, the limit of a table.`,
    );
  }

  finish(names: readonly string[]): Column[] {
    return this.#columns.map((values, i) => ({ name: names[i] ?? `Column ${i + 1}`, values }));
  }

  #requireCells(): void {
    this.require(this.#rows * this.#columns.length, LIMITS.tableCells, 'cells');
  }
}

/** The line before the head in which a file for Excel names its delimiter. */
const EXCEL_DELIMITER = /^sep=(.)\r?\n/i;

/** @throws DocumentError */
export function readCsv(file: string, text: string, delimiter: string | null): Column[] {
  const rows = rowsOf(text, delimiter);
  const table = new TableBuilder(file);
  const names: string[] = [];
  let hasHead = false;
  const openColumn = (title = '') => {
    table.addColumn();
    names.push(title.trim() || `Column ${names.length + 1}`);
  };
  for (const row of rows) {
    if (isEmptyRow(row)) continue;
    table.require(row.length, LIMITS.tableColumns, 'columns');
    if (!hasHead) for (const title of row) openColumn(title);
    // A row may have more cells than the head has names.
    while (names.length < row.length) openColumn();
    if (hasHead) table.addRow((i) => row[i] ?? '');
    hasHead = true;
  }
  if (!hasHead) throw new DocumentError(`“${file}” holds no text.`);
  return table.finish(names);
}

function rowsOf(text: string, delimiter: string | null): Generator<string[]> {
  const [line, named = delimiter] = EXCEL_DELIMITER.exec(text) ?? [];
  const rest = line ? text.slice(line.length) : text;
  return csvRows(rest, named ?? guessDelimiter(rest), LIMITS.tableColumns);
}

/** One JSON value per line; the keys of objects become columns. @throws DocumentError */
export function readJsonLines(file: string, text: string): Column[] {
  const table = new TableBuilder(file);
  const places = new Map<string, number>();
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    if (line.trim() === '') continue;
    const row = parseLine(line, number);
    for (const name of row.keys()) {
      if (places.has(name)) continue;
      table.addColumn();
      places.set(name, places.size);
    }
    const values: string[] = [];
    for (const [name, value] of row) values[places.get(name) ?? 0] = value;
    table.addRow((i) => values[i] ?? '');
  }
  if (table.rows === 0) throw new DocumentError(`“${file}” holds no text.`);
  return table.finish([...places.keys()]);
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? undefined : end);
    start = end < 0 ? text.length : end + 1;
  }
}

/** An integer that may have more digits than a number holds: ids of 64 bits have up to 20. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/;
const LONG_INTEGERS = new RegExp(LONG_INTEGER, 'g');

/** JSON whose integers that a number would round are strings. */
function quoteLongIntegers(json: string): string {
  const quote = (n: string) => (Number.isSafeInteger(Number(n)) ? n : `"${n}"`);
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const found = json.indexOf('"', at);
    const start = found < 0 ? json.length : found;
    const end = endOfString(json, start);
    parts.push(json.slice(at, start).replace(LONG_INTEGERS, quote), json.slice(start, end));
    at = end;
  }
  return parts.join('');
}

/** Index after the string that begins at `start`. A loop: a pattern needs memory for each character. */
function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    if (json[i] === '"') return i + 1;
    if (json[i] === '\\') i++;
  }
  return json.length;
}

/** Own keys only, in a map: a key may be called `__proto__` or `constructor`. */
function parseLine(line: string, number: number): Map<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(LONG_INTEGER.test(line) ? quoteLongIntegers(line) : line);
  } catch {
    throw new DocumentError(`Line ${number} is not JSON.`);
  }
  if (typeof value !== 'object' || value === null) return new Map([['text', String(value)]]);
  return new Map(Object.entries(value).map(([name, part]) => [name, toText(part)]));
}

/** JSON nests without end, and writing it down takes a stack. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    throw new DocumentError('A value is nested too deeply to be shown.');
  }
}
