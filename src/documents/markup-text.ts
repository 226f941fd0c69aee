import { Tokenizer } from 'htmlparser2';

const BLOCKS = new Set(
  'p div br li ul ol dl dt dd h1 h2 h3 h4 h5 h6 tr table section article header footer blockquote pre hr'.split(
    ' ',
  ),
);
const UNSEEN = new Set('script style template noscript svg head iframe object'.split(' '));

/** Ends reading where there is enough. */
class Enough extends Error {}

/**
 * The visible words of a page, at most `limit` characters. Reads tags one by one without a stack of
 * open elements, so that the work is linear however deep they are nested.
 */
export function htmlToText(html: string, limit: number): string {
  const out = new Pieces(limit);
  let unseen: string | null = null;
  let depth = 0;
  let preformatted = 0;
  readTags(html, false, {
    onOpen(name, selfCloses) {
      // The end tag of a head may be left out.
      if (name === 'body' && unseen === 'head') unseen = null;
      if (unseen === null && UNSEEN.has(name) && !selfCloses) [unseen, depth] = [name, 0];
      if (name === unseen && !selfCloses) depth++;
      if (name === 'pre') preformatted++;
      if (BLOCKS.has(name)) out.push('\n');
    },
    onText(text) {
      if (unseen !== null) return;
      if (preformatted > 0) out.pushLines(text);
      else out.pushWords(text.replace(/\s+/g, ' '));
    },
    onClose(name) {
      if (name === unseen && --depth === 0) unseen = null;
      if (name === 'pre' && preformatted > 0) preformatted--;
      if (BLOCKS.has(name)) out.push('\n');
    },
  });
  return out.text().replaceAll(' \n', '\n').replace(/^\n+/, '').trimEnd();
}

/** The text of a Word document's main part, a line per paragraph, at most `limit` characters. */
export function wordToText(xml: string, limit: number): string {
  const out = new Pieces(limit);
  let inText = false;
  readTags(xml, true, {
    onOpen(name, selfCloses) {
      if (name === 'w:t') inText = !selfCloses;
      if (name === 'w:tab') out.push('\t');
      if (name === 'w:br' || name === 'w:cr') out.push('\n');
    },
    onText(text) {
      if (inText) out.push(text);
    },
    onClose(name) {
      if (name === 'w:t') inText = false;
      if (name === 'w:p') out.push('\n');
    },
  });
  return out.text();
}

/** Text in pieces. Line ends at the start or in long runs are not worth their memory. */
class Pieces {
  readonly #parts: string[] = [];
  readonly #limit: number;
  #length = 0;
  #newlines = 2;
  #endsInSpace = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(piece: string): void {
    this.#newlines = piece === '\n' ? this.#newlines + 1 : 0;
    if (this.#newlines > 2) return;
    this.#endsInSpace = piece.endsWith(' ') || piece === '\n';
    this.#parts.push(piece);
    this.#length += piece.length;
    if (this.#length > this.#limit) throw new Enough();
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
    return this.#parts.join('').slice(0, this.#limit + 1);
  }
}

interface TagReader {
  onOpen: (name: string, selfCloses: boolean) => void;
  onText: (text: string) => void;
  onClose: (name: string) => void;
}

function readTags(markup: string, isXml: boolean, reader: TagReader): void {
  const slice = (start: number, end: number) => markup.slice(start, end);
  const nameAt = (start: number, end: number) =>
    isXml ? slice(start, end) : slice(start, end).toLowerCase();
  let open = '';
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        open = nameAt(start, end);
      },
      onopentagend: () => reader.onOpen(open, false),
      onselfclosingtag: () => {
        // HTML knows no self-closing tags but in drawings, which are not read.
        reader.onOpen(open, true);
        if (isXml) reader.onClose(open);
      },
      onclosetag: (start, end) => reader.onClose(nameAt(start, end)),
      ontext: (start, end) => reader.onText(slice(start, end)),
      ontextentity: (code) => reader.onText(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => reader.onText(slice(start, end - offset)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
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
