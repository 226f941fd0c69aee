import { Tokenizer } from 'htmlparser2';

const BLOCKS = new Set(
  (
    'p div br li ul ol dl dt dd h1 h2 h3 h4 h5 h6 tr table caption section article header footer main nav aside ' +
    'blockquote pre hr figure figcaption address form fieldset legend option details summary'
  ).split(' '),
);
/** Elements next to each other in a line, with a gap between their words. */
const CELLS = new Set(['td', 'th', 'button']);
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
  const separate = (name: string) => {
    if (BLOCKS.has(name)) out.push('\n');
    else if (CELLS.has(name)) out.pushWords(' ');
  };
  readTags(html, false, {
    onOpen(name, selfCloses) {
      // The end tag of a head may be left out.
      if (name === 'body' && unseen === 'head') unseen = null;
      if (unseen === null && UNSEEN.has(name) && !selfCloses) [unseen, depth] = [name, 0];
      if (name === unseen && !selfCloses) depth++;
      if (name === 'pre') preformatted++;
      separate(name);
    },
    onText(text) {
      if (unseen !== null) return;
      if (preformatted > 0) out.pushLines(text);
      else out.pushWords(text.replace(/\s+/g, ' '));
    },
    onClose(name) {
      if (name === unseen && --depth === 0) unseen = null;
      if (name === 'pre' && preformatted > 0) preformatted--;
      separate(name);
    },
  });
  return out.text().replaceAll(' \n', '\n').replace(/^\n+/, '').trimEnd();
}

/** Elements of Word whose text is elsewhere as well, or was moved; and the positions of tabs. */
const UNSEEN_IN_WORD = new Set(['moveFrom', 'Fallback', 'tabs']);
const WORD_CHARACTERS = new Map([
  ['tab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

/** The text of a part of a Word document, a line per paragraph, at most `limit` characters. */
export function wordToText(xml: string, limit: number): string {
  const out = new Pieces(limit);
  let inText = false;
  let unseen = 0;
  readTags(xml, true, {
    onOpen(tag) {
      const name = localName(tag);
      if (UNSEEN_IN_WORD.has(name)) unseen++;
      if (name === 't') inText = true;
      const character = WORD_CHARACTERS.get(name);
      if (character && unseen === 0) out.push(character);
    },
    onText(text) {
      if (inText && unseen === 0) out.push(text);
    },
    onClose(tag) {
      const name = localName(tag);
      if (UNSEEN_IN_WORD.has(name)) unseen = Math.max(0, unseen - 1);
      if (name === 't') inText = false;
      if (name === 'p' && unseen === 0) out.push('\n');
    },
  });
  return out.text();
}

/** A program may call the namespaces what it likes. */
const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

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
