import { Enough, Pieces } from './markup-text.ts';

/** Groups that hold no text of the document. Headers and footers repeat on each page. */
const UNSEEN = new Set(
  (
    'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf ' +
    'fldinst listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping latentstyles datastore ' +
    'xmlnstbl pgdsctbl nonshppict bkmkstart bkmkend annotation atnid atnauthor template filetbl private1'
  ).split(' '),
);
/** Encodings of fonts by their character sets. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
/** Control words that end a line, a cell, or a row. */
const ENDS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  page: '\n',
  sect: '\n',
  row: '\n',
  cell: ' | ',
  '\n': '\n',
  '\r': '\n',
};
const TOKEN =
  /[{}]|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|[\r\n]+|[^{}\\\r\n]+/giy;
/** Open groups of which the state is stored; deeper ones only are counted. */
const MAX_DEPTH = 2_000;

interface Group {
  isSeen: boolean;
  font: number;
  /** Characters after a `\u` that stand for it in older readers. */
  fallback: number;
}

/** The text of a Rich Text file, whose bytes are the characters of `rtf`, at most `limit` characters. */
export function rtfToText(rtf: string, limit: number): string {
  const out = new Pieces(limit);
  try {
    new RtfReader(out).read(rtf);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return out.text().replace(/(?: \| *)+$/gm, '');
}

class RtfReader {
  readonly #out: Pieces;
  readonly #groups: Group[] = [];
  #group: Group = { isSeen: true, font: -1, fallback: 1 };
  /** Groups deeper than their states are stored for. */
  #deeper = 0;
  readonly #fonts = new Map<number, string>();
  #encoding = 'windows-1252';
  /** Bytes that are decoded together: a character may have two. */
  #bytes: number[] = [];
  /** Characters that are left out: the `\u` before them says the same. */
  #skipped = 0;
  #isFonts = false;
  /** Control words that change how the text after them is read. */
  readonly #words: Readonly<Record<string, (number: number) => void>> = {
    '*': () => {
      this.#group.isSeen = false;
    },
    f: (number) => {
      this.#group.font = number;
    },
    fcharset: (number) => {
      if (this.#isFonts) this.#fonts.set(this.#group.font, CHARSETS[number] ?? '');
    },
    ansicpg: (number) => {
      this.#encoding = CODE_PAGES[number] ?? `windows-${number}`;
    },
    mac: () => {
      this.#encoding = 'macintosh';
    },
    uc: (number) => {
      this.#group.fallback = number < 0 ? 1 : number;
    },
    u: (number) => this.#addUnicode(number),
  };

  constructor(out: Pieces) {
    this.#out = out;
  }

  read(rtf: string): void {
    TOKEN.lastIndex = 0;
    for (;;) {
      const match = TOKEN.exec(rtf);
      if (!match) return;
      const [token, byte, word, number, symbol] = match;
      if (byte !== undefined) this.#addByte(Number.parseInt(byte, 16));
      else if (word === 'bin') TOKEN.lastIndex += Math.max(0, Number(number ?? 0));
      else this.#control(token, word ?? symbol, number === undefined ? null : Number(number));
    }
  }

  #control(token: string, word: string | undefined, number: number | null): void {
    if (token !== '{' && token !== '}' && word === undefined) {
      this.#addText(token.replace(/[\r\n]+/g, ''));
      return;
    }
    this.#flush();
    if (token === '{') this.#open();
    else if (token === '}') this.#close();
    else if (word !== undefined) this.#obey(word, number);
  }

  #open(): void {
    this.#skipped = 0;
    if (this.#groups.length >= MAX_DEPTH) this.#deeper++;
    else this.#groups.push({ ...this.#group });
  }

  #close(): void {
    this.#skipped = 0;
    if (this.#deeper > 0) this.#deeper--;
    else this.#group = this.#groups.pop() ?? this.#group;
    if (this.#group.isSeen) this.#isFonts = false;
  }

  #obey(word: string, number: number | null): void {
    const own = this.#words[word];
    if (UNSEEN.has(word)) {
      this.#group.isSeen = false;
      this.#isFonts ||= word === 'fonttbl';
    } else if (Object.hasOwn(this.#words, word) && own) own(number ?? -1);
    else if (Object.hasOwn(ENDS, word)) this.#push(ENDS[word] ?? '');
    else if (Object.hasOwn(CHARACTERS, word)) this.#addText(CHARACTERS[word] ?? '');
  }

  #addUnicode(number: number): void {
    this.#push(String.fromCharCode(number & 0xffff));
    this.#skipped = this.#group.fallback;
  }

  #addText(text: string): void {
    this.#flush();
    const own = text.slice(this.#skipped);
    this.#skipped = Math.max(0, this.#skipped - text.length);
    this.#push(own);
  }

  #addByte(byte: number): void {
    if (this.#skipped > 0) this.#skipped--;
    else if (this.#group.isSeen) this.#bytes.push(byte);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = new Uint8Array(this.#bytes);
    this.#bytes = [];
    this.#push(decoderOf(this.#fonts.get(this.#group.font) || this.#encoding).decode(bytes));
  }

  #push(text: string): void {
    if (text !== '' && this.#group.isSeen) this.#out.push(text);
  }
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
