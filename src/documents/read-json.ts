import { DocumentError } from './document-error.ts';
import { type Column, TableBuilder } from './read-table.ts';

/**
 * The rows of JSON: a value on each line, values over several lines, or one array of them. The keys of objects become
 * columns. Null for a text that is one object or none at all, where `isLines` is false. @throws DocumentError
 */
export function readJson(file: string, text: string, isLines: boolean): Column[] | null {
  const table = new TableBuilder(file);
  const places = new Map<string, number>();
  for (const value of rowsOf(text, isLines)) {
    if (value === NO_ROWS) return null;
    const row = toRow(value);
    for (const name of row.keys()) {
      if (places.has(name)) continue;
      table.addColumn();
      places.set(name, places.size);
    }
    const values: string[] = [];
    for (const [name, part] of row) values[places.get(name) ?? 0] = part;
    table.addRow((i) => values[i] ?? '');
  }
  if (table.rows === 0) throw new DocumentError('empty', { name: file });
  return table.finish([...places.keys()]);
}

const NO_ROWS = Symbol('no rows');

function* rowsOf(text: string, isLines: boolean): Generator<unknown> {
  const values = valuesOf(text);
  try {
    const first = values.next();
    const second = first.done ? first : values.next();
    // One array alone is a list of rows; arrays line by line are rows themselves.
    if (!first.done && second.done && Array.isArray(first.value)) yield* first.value;
    else if (!isLines && second.done) yield NO_ROWS;
    else {
      if (!first.done) yield first.value;
      if (!second.done) yield second.value;
      yield* values;
    }
  } catch (error) {
    if (isLines || !(error instanceof DocumentError)) throw error;
    yield NO_ROWS;
  }
}

/** JSON values one after another, whatever is between their lines. Linear: brackets are counted. */
function* valuesOf(text: string): Generator<unknown> {
  let line = 1;
  let counted = 0;
  for (let start = nextValue(text, 0); start < text.length; ) {
    for (; counted < start; counted++) if (text.charCodeAt(counted) === LINE_FEED) line++;
    const end = endOfValue(text, start);
    yield parse(text.slice(start, end), line);
    start = nextValue(text, end);
  }
}

/** Index after the value that begins at `start`: its bracket is closed, or a gap follows. */
function endOfValue(text: string, start: number): number {
  const mark = /["{}[\]\s,]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const [sign] = found;
    if (sign === '"') mark.lastIndex = endOfString(text, found.index);
    if (sign === '{' || sign === '[') depth++;
    if (sign === '}' || sign === ']') depth--;
    if (depth <= 0) return /[\s,]/.test(sign) ? found.index : mark.lastIndex;
  }
  return text.length;
}

const LINE_FEED = 10;

function nextValue(text: string, from: number): number {
  const found = /[^\s,\ufeff]/g;
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
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

function parse(json: string, line: number): unknown {
  try {
    return JSON.parse(LONG_INTEGER.test(json) ? quoteLongIntegers(json) : json);
  } catch {
    throw new DocumentError('not-json', { line });
  }
}

/** Own keys only, in a map: a key may be called `__proto__` or `constructor`. */
function toRow(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([['text', String(value)]]);
  return new Map(Object.entries(value).map(([name, part]) => [name, toText(part)]));
}

/** JSON nests without end, and writing it down takes a stack. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    throw new DocumentError('too-deep');
  }
}
