import { DocumentError } from './document-error.ts';
import { relationsOf } from './embedded-pictures.ts';
import { LIMITS } from './limits.ts';
import { Enough, localName, numberOf, readTags } from './markup-text.ts';
import { rowsToText } from './row-text.ts';
import type { ZipPackage } from './zip-entry.ts';

/** Columns that a spreadsheet of Excel can have. */
const MAX_COLUMNS = 16_384;
/** Times that a cell or a row with words is repeated at most: the whole of an empty sheet is one repeated row. */
const MAX_REPEATED = 1_000;

/** Elements of OpenDocument that stand for space. */
const SPACES = new Set(['s', 'tab', 'line-break']);

/** Rows of one sheet under the limits of tables. */
class SheetRows {
  readonly rows: (string | undefined)[][] = [];
  readonly #file: string;
  #cells = 0;
  #left: number;

  constructor(file: string, limit: number) {
    this.#file = file;
    this.#left = limit;
  }

  /** @throws Enough when the characters that are stored of a document are reached, DocumentError beyond its cells */
  add(row: readonly (string | undefined)[]): void {
    let characters = 0;
    let cells = 0;
    row.forEach((value) => {
      if (value === undefined) return;
      cells++;
      characters += value.length + 3;
    });
    this.#cells += cells;
    if (this.#cells > LIMITS.tableCells)
      throw new DocumentError('cells', { name: this.#file, max: LIMITS.tableCells });
    this.rows.push([...row]);
    this.#left -= characters;
    if (this.#left < 0) throw new Enough();
  }
}

/** Sheets as one text: a line for each row, apart by an empty line. */
class Workbook {
  readonly #sheets: { name: string; rows: SheetRows }[] = [];

  add(name: string, rows: SheetRows): void {
    this.#sheets.push({ name, rows });
  }

  text(): string {
    const sheets = this.#sheets.filter(({ rows }) => rows.rows.length > 0);
    return sheets
      .map(({ name, rows }) => rowsToText(rows.rows, sheets.length > 1 ? name : ''))
      .join('\n\n');
  }
}

/** The sheets of a workbook of Excel. @throws DocumentError */
export async function readXlsx(file: File, zip: ZipPackage, limit: number): Promise<string> {
  const [main = ''] = zip.names(/(?:^|\/)workbook\.xml$/);
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  readTags(await zip.text(main), true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name === 'sheet')
        sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '' });
    },
    onText: () => {},
    onClose: () => {},
  });
  const relations = await relationsOf(zip, main);
  const strings = await sharedStrings(zip);
  const formats = await cellFormats(zip);
  const book = new Workbook();
  for (const { name, id } of sheets) {
    const rows = new SheetRows(file.name, limit);
    const show = (value: string, style: string) =>
      formatValue(value, formats[Number(style)], is1904);
    readSheet(await zip.text(relations.get(id)), strings, show, rows);
    book.add(name, rows);
  }
  return book.text();
}

async function sharedStrings(zip: ZipPackage): Promise<string[]> {
  const [part] = zip.names(/(?:^|\/)sharedStrings\.xml$/);
  const strings: string[] = [];
  let text = '';
  let isOpen = false;
  /** How a word is pronounced, which Japanese workbooks repeat. */
  let phonetic = 0;
  readTags(await zip.text(part), true, {
    onOpen(tag) {
      const name = localName(tag);
      if (name === 'si') text = '';
      if (name === 't') isOpen = true;
      if (name === 'rPh') phonetic++;
    },
    onText(piece) {
      if (isOpen && phonetic === 0) text += piece;
    },
    onClose(tag) {
      const name = localName(tag);
      if (name === 'si') strings.push(text);
      if (name === 't') isOpen = false;
      if (name === 'rPh') phonetic = Math.max(0, phonetic - 1);
    },
  });
  return strings;
}

type Format = 'date' | 'time' | 'percent' | undefined;

/** How numbers of each style of cells are shown. */
async function cellFormats(zip: ZipPackage): Promise<Format[]> {
  const [part] = zip.names(/(?:^|\/)styles\.xml$/);
  const codes = new Map<string, string>();
  const formats: Format[] = [];
  let isInCells = false;
  readTags(await zip.text(part), true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      const id = attributes.get('numFmtId') ?? '';
      if (name === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) formats.push(kindOf(Number(id), codes.get(id) ?? ''));
    },
    onText: () => {},
    onClose(tag) {
      if (localName(tag) === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

export const formatOfCode = (code: string): Format => kindOf(0, code);

/** @see ECMA-376 part 1, 18.8.30: the formats without a code */
function kindOf(id: number, code: string): Format {
  // Words in quotes, escaped characters, and colours or conditions.
  const plain = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').toLowerCase();
  if (id === 9 || id === 10 || plain.includes('%')) return 'percent';
  if ((id >= 14 && id <= 17) || id === 22 || /[yd]/.test(plain)) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47) || /h|s|mm/.test(plain)) return 'time';
  return undefined;
}

const DAY_MS = 86_400_000;

export function formatValue(value: string, format: Format, is1904: boolean): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  // Fifteen digits are what Excel has: 0.1 + 0.2 is 0.3.
  const short = (n: number) => String(Number(n.toPrecision(15)));
  if (format === 'percent') return `${short(number * 100)}%`;
  if (format === undefined || number < 0 || number > 2_958_466) return short(number);
  const days = daysOf(number, is1904);
  const iso = new Date(Math.round((days - 25_569) * 86_400) * 1_000).toISOString();
  const time = iso.slice(11, 19).replace(/:00$/, '');
  if (format === 'time' && number < 1) return time;
  return (number * DAY_MS) % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Days since the first of January 1900; day 60 of Excel is a 29 February that there was not. */
function daysOf(number: number, is1904: boolean): number {
  if (is1904) return number + 1_462;
  return number < 60 ? number + 1 : number;
}

function readSheet(
  xml: string,
  strings: readonly string[],
  show: (value: string, style: string) => string,
  rows: SheetRows,
): void {
  let row: (string | undefined)[] = [];
  let column = 0;
  let kind = '';
  let style = '';
  let text = '';
  let isValue = false;
  readTags(xml, true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      if (name === 'row') [row, column] = [[], 0];
      if (name === 'c') {
        kind = attributes.get('t') ?? '';
        style = attributes.get('s') ?? '0';
        column = columnOf(attributes.get('r') ?? '') ?? column;
        text = '';
      }
      if (name === 'v' || name === 't') isValue = true;
    },
    onText(piece) {
      if (isValue) text += piece;
    },
    onClose(tag) {
      const name = localName(tag);
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') {
        const value = wordsOf(kind, text, strings) ?? show(text, style);
        if (value !== '' && column < MAX_COLUMNS) row[column] = value;
        column++;
      }
      if (name === 'row') rows.add(row);
    },
  });
}

/** Null for a number. */
function wordsOf(kind: string, text: string, strings: readonly string[]): string | null {
  if (kind === 's') return strings[Number(text)] ?? '';
  if (kind === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return kind === '' || kind === 'n' ? null : text;
}

/** The column of a cell such as AB12, from 0; null where it says none. */
function columnOf(reference: string): number | null {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return letters === '' ? null : column - 1;
}

/** The tables of an OpenDocument spreadsheet, as they are shown. @throws DocumentError */
export function odsToText(file: File, xml: string, limit: number): string {
  const book = new Workbook();
  let rows = new SheetRows(file.name, limit);
  let row: (string | undefined)[] = [];
  let column = 0;
  let cells = 1;
  let copies = 1;
  let text = '';
  let depth = 0;
  let unseen = 0;
  const startCell = (attributes: ReadonlyMap<string, string>) => {
    text = '';
    cells = repeats(attributes, 'columns');
  };
  const endCell = () => {
    const count = text === '' ? 0 : Math.min(cells, MAX_REPEATED, MAX_COLUMNS - column);
    for (let i = 0; i < count; i++) row[column + i] = text;
    column += cells;
  };
  const open: Record<string, (attributes: ReadonlyMap<string, string>) => void> = {
    annotation: () => unseen++,
    table: (attributes) => {
      rows = new SheetRows(file.name, limit);
      book.add(attributes.get('name') ?? '', rows);
    },
    'table-row': (attributes) => {
      [row, column] = [[], 0];
      copies = Math.min(repeats(attributes, 'rows'), MAX_REPEATED);
    },
    'table-cell': startCell,
    'covered-table-cell': startCell,
    p: () => {
      depth++;
      if (text !== '') text += ' ';
    },
  };
  const close: Record<string, () => void> = {
    annotation: () => {
      unseen = Math.max(0, unseen - 1);
    },
    p: () => {
      depth = Math.max(0, depth - 1);
    },
    'table-cell': endCell,
    'covered-table-cell': endCell,
    'table-row': () => {
      for (let i = 0; i < copies && row.length > 0; i++) rows.add(row);
    },
  };
  readTags(xml, true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      if (SPACES.has(name)) text += ' ';
      if (Object.hasOwn(open, name)) open[name]?.(attributes);
    },
    onText(piece) {
      if (depth > 0 && unseen === 0) text += piece;
    },
    onClose(tag) {
      const name = localName(tag);
      if (Object.hasOwn(close, name)) close[name]?.();
    },
  });
  return book.text();
}

const repeats = (attributes: ReadonlyMap<string, string>, what: string) =>
  Math.max(1, numberOf(attributes.get(`number-${what}-repeated`)) ?? 1);
