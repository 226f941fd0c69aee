import { areDurations, readDuration } from '#base/durations.ts';
import { toPlain } from '#base/words.ts';

/** A row of a table in a document's text, as `rowsToText` writes it: `Name: value | Name: value`. */
export interface TableRow {
  /** Its line, in UTF-16 units of the text. */
  start: number;
  end: number;
  cells: ReadonlyMap<string, string>;
}

export interface TextTable {
  /** Its sheet, or the line above it; empty for none. */
  title: string;
  columns: TextColumn[];
  rows: TableRow[];
}

export interface TextColumn {
  name: string;
  kind: 'number' | 'date' | 'text';
  /** Of a column of numbers: whether a comma is before their decimals. */
  hasCommas: boolean;
  /** Digits behind it, at most. */
  decimals: number;
  /** Of a column of numbers: whether they are times that something took, in seconds. */
  isDuration: boolean;
  /** Of a column of dates such as 5/3/2024: whether the day comes first; null where its values say nothing. */
  isDayFirst: boolean | null;
}

/** A condition of a question, as words and as a test of a row. */
interface Condition {
  words: string;
  /** Whether it is a whole value or a number, not a part of a value or a time. */
  isExact?: boolean;
  /** Whether it is a time. */
  isTime?: boolean;
  /** Whether it says that something was done, at a time of its own. */
  isAct?: boolean;
  holds: (row: TableRow) => boolean;
}

/** The same with the parts of the question that say it. */
export interface Found extends Condition {
  parts: string[];
}

/** Fewer lines with the same names are prose. */
const MIN_ROWS = 2;
/** The share of a column's cells that decide what it holds. */
const MOST = 0.8;
const SAMPLE = 1_000;
/** Numbers that name something: nothing is to be summed up or compared. */
const IS_NAME = /^(?:.*\b)?(?:id|no|nr|zip|postcode|plz|phone|tel|code|isbn|iban|year|jahr)$/iu;
/** Nouns of which each row has one of its own, where no two have the same. */
const NAMES_ROWS =
  /^(?:invoice|order|receipt|ticket|booking|reservation|reference|ref|voucher|document|serial|rechnung|auftrag|beleg|bestellung)(?: ?(?:number|num|nummer))?$|^(?!.*\b(?:total|average|mean)\b).+ (?:number|nummer)$/iu;
/** How many there are, or in the first column which one it is. */
const NUMBERED = /^(?:number|nummer)$/iu;

/** Characters of a line that is the title of a table. */
const MAX_TITLE = 120;

/** The tables of a text: its lines with named cells, by their sheet and by the line above their head. */
export function findTables(text: string): TextTable[] {
  const tables = new Map<string, TableRow[]>();
  let start = 0;
  let above = '';
  let title = '';
  for (const line of text.split('\n')) {
    const found = readLine(line);
    if (found) {
      const key = `${found.sheet} ${title}`.trim();
      const rows = tables.get(key) ?? [];
      rows.push({ start, end: start + line.length, cells: found.cells });
      tables.set(key, rows);
    } else if (line.includes(' | ')) title = above;
    else if (line.trim() !== '') above = line.trim().slice(0, MAX_TITLE);
    start += line.length + 1;
  }
  return [...tables].flatMap(([key, rows]) => toTable(key, rows) ?? []);
}

function readLine(line: string) {
  if (!line.includes(': ')) return null;
  const parts = line.split(' | ');
  const cells = new Map<string, string>();
  let last: string | null = null;
  for (const part of parts) {
    const at = part.indexOf(': ');
    if (at > 0) {
      last = part.slice(0, at);
      cells.set(last, part.slice(at + 2));
    } else if (last !== null) cells.set(last, `${cells.get(last)} | ${part}`);
  }
  const sheet = parts[0]?.includes(': ') ? '' : (parts[0] ?? '');
  return cells.size > 0 ? { sheet, cells } : null;
}

/** A row of results adds up the others: it is not one of them. */
const RESULT =
  /^(?:(?:grand |overall |sub-?)?totals?|sums?|averages?|mean|(?:gesamt|end|zwischen)?summen?|gesamt|insgesamt|durchschnitt|mittelwert)\s*:?$/i;
const isResult = (value: string) => value.length < 30 && RESULT.test(value.trim());

function toTable(title: string, lines: TableRow[]): TextTable | null {
  const rows = lines.filter(({ cells }) => cells.size > 1);
  if (rows.length < MIN_ROWS) return null;
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    for (const name of cells.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // A name that few rows have is part of a value.
  const names = [...counts].filter(([, count]) => count > 1 && count * 20 >= rows.length);
  const columns = names.map(([name], i) => readColumn(name, rows, i === 0));
  if (columns.length < 2) return null;
  // A row whose other cells are empty; a line of prose may look like one cell, but names no column.
  const known = new Set(columns.map(({ name }) => name));
  const isRow = ({ cells }: TableRow) =>
    (cells.size > 1 || known.has([...cells.keys()][0] ?? '')) &&
    ![...cells.values()].some(isResult);
  return { title, columns, rows: lines.filter(isRow) };
}

function readColumn(name: string, rows: readonly TableRow[], isFirst: boolean): TextColumn {
  const values = rows.slice(0, SAMPLE).flatMap(({ cells }) => cells.get(name) ?? []);
  const hasCommas = hasDecimalCommas(values);
  const share = (read: (value: string) => unknown) =>
    values.filter((value) => read(value) !== null).length / values.length;
  const isDayFirst = dayFirst(values);
  // A day that cannot be read would be left out.
  const isDate =
    share((value) => readDate(value, isDayFirst)) >= MOST &&
    values.every((value) => !/\d/.test(value) || readDate(value, isDayFirst) !== null);
  const digits = values.map((value) => (hasCommas ? /,(\d+)/ : /\.(\d+)/).exec(value)?.[1] ?? '');
  const decimals = Math.min(6, Math.max(0, ...digits.map(({ length }) => length)));
  const plain = toPlain(name).replaceAll('_', ' ');
  const column = { name, hasCommas, decimals, isDayFirst, isDuration: false };
  const isNaming = NAMES_ROWS.test(plain) || (isFirst && NUMBERED.test(plain));
  if (isNaming && areNames(values)) return { ...column, kind: 'text' };
  if (isDate) return { ...column, kind: 'date' };
  if (share(readDuration) >= MOST && areDurations(plain, values))
    return { ...column, kind: 'number', isDuration: true };
  const isNumber =
    !IS_NAME.test(plain) &&
    !(isOfThousands(values) && !hasCommas) &&
    share((value) => readNumber(value, hasCommas)) >= MOST;
  return { ...column, kind: isNumber ? 'number' : 'text' };
}

/** Whether a comma is before decimals: `12,5`, `0,125`, or `1.200` next to `980`, in which the point is before thousands. */
function hasDecimalCommas(values: readonly string[]): boolean {
  const has = (form: RegExp) => values.some((value) => form.test(value));
  if (has(/\d\.\d{1,2}(?!\d)|(?<!\d)0\.\d/)) return false;
  if (has(/\d,\d{1,2}(?!\d)|(?<!\d)0,\d|\.\d{3}\.\d{3}(?!\d)/)) return true;
  return has(/\d\.\d{3}(?!\d)/) && has(/^\D*\d{3}\D*$/) && !has(/\d\.\d{4}/);
}

/** Whether all points may be before thousands as well as before decimals: 45.000 and 8.500. */
const isOfThousands = (values: readonly string[]): boolean =>
  values.some((value) => value.includes('.')) &&
  values.every((value) => !value.includes('.') || /^\D*[1-9]\d{0,2}\.\d{3}\D*$/.test(value));

/** The number of a row in a column of numbers; null where its cell is empty, or says something else. */
export function numberIn(
  { cells }: TableRow,
  { name, hasCommas, isDuration }: TextColumn,
): number | null {
  const value = cells.get(name) ?? '';
  return isDuration ? readDuration(value) : readNumber(value, hasCommas);
}

/** Whether whole numbers are each another one, as the numbers of invoices; amounts repeat some, or have a unit. */
export const areNames = (values: readonly string[]): boolean =>
  new Set(values).size === values.length && values.every((value) => /^\d+$/.test(value));

const NUMBER =
  /^[(]?\s*(?:([A-Z]{3})\s?|\p{Sc}\s?)?([-+−]?)\s?(?:\p{Sc}\s?)?(\d[\d.,'\s]*|\.\d+)\s*(?:%|\p{Sc}|(?![kKMB]n?$)[A-Za-z°]{1,4}\.?)?\s*([)]?)$/u;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * A cell as a number: with a currency, a unit or a percent sign, negative in brackets; null where it is none, as 1.5M, whose
 * letter changes its size.
 */
export function readNumber(value: string, hasCommas = false): number | null {
  const [, code, sign, digits, bracket] = NUMBER.exec(value.trim()) ?? [];
  // Of VAN-1 and ABC 12 the letters are part of a name.
  if (digits === undefined || (code !== undefined && !CURRENCIES.has(code))) return null;
  // One or two digits behind a mark are decimals, whatever the other cells have.
  const [, mark] = /^\d+([.,])\d{1,2}$/.exec(digits) ?? [];
  const plain = (mark === undefined ? hasCommas : mark === ',')
    ? digits.replace(/[.'\s]/g, '').replace(',', '.')
    : digits.replace(/[,'\s]/g, '');
  const number = Number(plain);
  if (!Number.isFinite(number)) return null;
  return sign === '-' || sign === '−' || bracket === ')' ? -number : number;
}

/** Names of months in English and German, short and long, as a part of an expression. */
export const MONTH =
  'jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|maerz|märz|mär|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?';
const IS_MONTH = new RegExp(`^(?:${MONTH})$`, 'iu');
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const GERMAN: Readonly<Record<string, string>> = { mae: 'mar', mai: 'may', okt: 'oct', dez: 'dec' };

/** 1 to 12; 0 where a word is no month. */
export function monthOf(name: string): number {
  if (!IS_MONTH.test(name)) return 0;
  const short = toPlain(name).slice(0, 3);
  return MONTHS.indexOf(GERMAN[short] ?? short) + 1;
}

/** A day, or the month or year that a cell names: 20240305, 20240300, 20240000; null where it is none. `isDayFirst`: in
 * 5/3/2024, where its column shows it. */
export function readDate(value: string, isDayFirst: boolean | null = null): number | null {
  const text = value.trim();
  const iso = /^([12]\d{3})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?:[T ].*)?$/.exec(text);
  if (iso && (iso[4] || iso[2] !== '.')) return toDay(iso[1], iso[3], iso[4]);
  const mixed = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,].*)?$/.exec(text);
  if (mixed) {
    const [, a = '', mark, b = '', y = ''] = mixed;
    const isFirst = isDayFirst ?? (mark === '.' || Number(a) > 12);
    return isFirst ? toDay(fullYear(y), b, a) : toDay(fullYear(y), a, b);
  }
  const words = /^(?:(\d{1,2})\.?[ -])?(\p{L}{3,9})\.?[ -](?:(\d{1,2})(?:,? |-))?(\d{4})$/u.exec(
    text,
  );
  if (words) {
    const [, before, month = '', after, y] = words;
    const number = monthOf(month);
    return number === 0 ? null : toDay(y, String(number), before ?? after);
  }
  return /^(?:19|20)\d\d$/.test(text) ? Number(text) * 10_000 : null;
}

/** Whether the day comes first in dates such as 5/3/2024, by the ones that can be read in one way only. */
function dayFirst(values: readonly string[]): boolean | null {
  for (const value of values) {
    const [, first = '', second = ''] = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(value) ?? [];
    if (Number(first) > 12) return true;
    if (Number(second) > 12) return false;
  }
  return null;
}

const fullYear = (y: string) => (y.length === 2 ? `20${y}` : y);

function toDay(y = '0', m = '0', d = '0'): number | null {
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  return month < 1 || month > 12 || day > 31 ? null : year * 10_000 + month * 100 + day;
}
