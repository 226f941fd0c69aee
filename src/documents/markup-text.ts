import { Tokenizer } from 'htmlparser2';
import { nameRows } from './row-text.ts';

/** Ends reading where there is enough. */
export class Enough extends Error {}

export function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Rows of tables as lines, with the names of their columns where a table has them. In a cell lines end as words do, unless it holds a table: then its own is for the layout. */
export class Tables {
  readonly #out: Pieces;
  /** For each open table, whether a cell of its row was seen. */
  readonly #rows: ('start' | 'cells' | 'layout')[] = [];
  #inCell = false;
  /** Columns that the last cell covers beyond its own. */
  #spanned = 0;
  /** Where the outermost table begins; null where it arranges other tables. */
  #from: number | null = null;
  #hasHead = false;

  constructor(out: Pieces) {
    this.#out = out;
  }

  endLine(): void {
    if (this.#inCell) this.#out.gap();
    else this.#out.push('\n');
  }

  /** The words of a picture, a chart or another object, on lines of their own. */
  block(words: string): void {
    const lines = words.split('\n').filter((line) => line !== '');
    for (const line of lines) {
      this.endLine();
      this.#out.push(line);
    }
    if (lines.length > 0) this.endLine();
  }

  table(isEnd: boolean): void {
    if (isEnd) this.#rows.pop();
    else if (this.#rows.length > 0) this.#rows[this.#rows.length - 1] = 'layout';
    if (isEnd && this.#rows.length === 0 && this.#from !== null)
      this.#out.rewrite(this.#from, (lines) => withoutBlanks(nameRows(lines, this.#hasHead)));
    this.#inCell = false;
    this.#out.startLine();
    this.#from = isEnd || this.#rows.length > 0 ? null : this.#out.position;
    this.#hasHead = false;
    if (!isEnd) this.#rows.push('start');
  }

  /** The open cell is marked as the name of its column or row. */
  head(): void {
    this.#hasHead = true;
  }

  row(): void {
    this.#inCell = false;
    this.#out.startLine();
    this.#state = 'start';
  }

  /** `columns`: how many the cell covers. */
  cell(isEnd: boolean, columns = 1): void {
    if (isEnd) {
      this.#inCell = false;
      return;
    }
    if (this.#state === 'layout') this.#out.startLine();
    if (this.#state === 'cells')
      for (let i = 0; i <= this.#spanned; i++) this.#out.pushWords(' | ');
    if (this.#state === 'start') this.#state = 'cells';
    this.span(columns);
    this.#inCell = this.#state === 'cells';
  }

  /** The open cell covers this many columns. */
  span(columns: number): void {
    this.#spanned = Math.min(Math.max(columns, 1), 100) - 1;
  }

  get #state() {
    return this.#rows.at(-1) ?? 'start';
  }

  set #state(state) {
    if (this.#rows.length > 0) this.#rows[this.#rows.length - 1] = state;
  }
}

/** A table without its empty rows: a form has many. */
const withoutBlanks = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => !line.includes('|') || /[^\s|]/.test(line))
    .join('\n');

/** Text in pieces. Line ends at the start or in long runs are not worth their memory. */
export class Pieces {
  readonly #parts: string[] = [];
  readonly #limit: number;
  #length = 0;
  #newlines = 2;
  #endsInSpace = true;
  #mark = '';
  #hasGap = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds the number of an item before its words, wherever they begin. */
  mark(mark: string): void {
    this.#mark = mark;
  }

  /** A gap of one space, if there are words on both sides. */
  gap(): void {
    this.#hasGap = true;
  }

  push(piece: string): void {
    const needsGap = this.#hasGap && !this.#endsInSpace && !/^\s/.test(piece);
    this.#hasGap = false;
    if (needsGap) this.push(' ');
    if (this.#mark !== '' && piece.trim() !== '') {
      const mark = this.#mark;
      this.#mark = '';
      this.push(mark);
    }
    this.#newlines = piece === '\n' ? this.#newlines + 1 : 0;
    if (this.#newlines > 2) return;
    this.#endsInSpace = piece.endsWith(' ') || piece === '\n';
    this.#parts.push(piece);
    this.#length += piece.length;
    if (this.#length > this.#limit) throw new Enough();
  }

  /** A place in the text, for `rewrite`. */
  get position(): number {
    return this.#parts.length;
  }

  /** Replaces the lines added since `from` by the same lines in another form. */
  rewrite(from: number, change: (text: string) => string): void {
    const before = this.#parts.splice(from).join('');
    const lines = before.trimEnd();
    const after = change(lines) + before.slice(lines.length);
    this.#parts.push(after);
    this.#length += after.length - before.length;
    if (this.#length > this.#limit) throw new Enough();
  }

  startLine(): void {
    if (this.#newlines === 0) this.push('\n');
  }

  /** Adds words in which every gap is one space; next to another gap theirs is left out. */
  pushWords(words: string): void {
    const piece = this.#endsInSpace && words.startsWith(' ') ? words.slice(1) : words;
    if (piece !== '') this.push(piece);
  }

  /** Adds text as it is written, line by line. */
  pushLines(text: string): void {
    for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
      if (i > 0) this.push('\n');
      if (line !== '') this.push(line);
    }
  }

  text(): string {
    return this.#parts
      .join('')
      .slice(0, this.#limit + 1)
      .replaceAll(' \n', '\n');
  }
}

/** A program may call the namespaces what it likes. */
export const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

interface TagReader {
  onOpen: (name: string, selfCloses: boolean, attributes: ReadonlyMap<string, string>) => void;
  onText: (text: string) => void;
  onClose: (name: string) => void;
}

/** Attributes that say how words are arranged, or where other parts are, by their local names. */
const ATTRIBUTES = new Set(
  (
    'start value colspan val styleId ilvl numId abstractNumId r t s c id Id Target name numFmtId formatCode date1904 ' +
    'idx dm author creator embed idref href full-path type number-columns-repeated number-rows-repeated number-columns-spanned state'
  ).split(' '),
);
/** Characters of such an attribute, and of its name. */
const MAX_ATTRIBUTE = 500;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

export function readTags(markup: string, isXml: boolean, reader: TagReader): void {
  const slice = (start: number, end: number) => markup.slice(start, end);
  const nameAt = (start: number, end: number) =>
    isXml ? slice(start, end) : slice(start, end).toLowerCase();
  let open = '';
  let attributes: Map<string, string> | null = null;
  let attribute = '';
  const nothing = () => {};
  /** Entities divide a value. */
  const addToAttribute = (part: string) => {
    if (!ATTRIBUTES.has(attribute)) return;
    attributes ??= new Map();
    const value = (attributes.get(attribute) ?? '') + part;
    if (value.length <= MAX_ATTRIBUTE) attributes.set(attribute, value);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        open = nameAt(start, end);
        attributes = null;
      },
      onopentagend: () => reader.onOpen(open, false, attributes ?? NO_ATTRIBUTES),
      onselfclosingtag: () => {
        // HTML knows no self-closing tags but in drawings, which are not read.
        reader.onOpen(open, true, attributes ?? NO_ATTRIBUTES);
        if (isXml) reader.onClose(open);
      },
      onclosetag: (start, end) => reader.onClose(nameAt(start, end)),
      ontext: (start, end) => reader.onText(slice(start, end)),
      ontextentity: (code) => reader.onText(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => reader.onText(slice(start, end - offset)),
      onattribname: (start, end) => {
        attribute = end - start > MAX_ATTRIBUTE ? '' : localName(nameAt(start, end));
        attributes?.delete(attribute);
      },
      onattribdata: (start, end) => {
        addToAttribute(end - start > MAX_ATTRIBUTE ? '' : slice(start, end));
      },
      onattribentity: (code) => addToAttribute(String.fromCodePoint(code)),
      onattribend: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  try {
    tokenizer.write(markup);
    tokenizer.end();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}
