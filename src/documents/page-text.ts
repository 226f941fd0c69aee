import { SILENCE_MS } from './limits.ts';

/** What became of a page. `read`: its words were read from its picture. `empty`: it shows nothing. */
export type PageState = 'text' | 'read' | 'unreadable' | 'empty';

/** A page of a document; its text is from `start` to `end`. */
export interface DocumentPage {
  state: PageState;
  start: number;
  end: number;
}

/** The text of a picture. */
export interface PictureText {
  text: string;
  /** Lines that were found and not read. */
  unread: number;
}

/** Reads the picture of a page; null where nothing could be decoded. `page`: from 1. */
export type ReadPicture = (
  picture: Blob,
  page: number,
  pages: number,
) => Promise<PictureText | null>;

/** Pages as one text, apart by an empty line, each with its place in it. */
export function joinPages(pages: readonly { text: string; state: PageState }[]): {
  text: string;
  pages: DocumentPage[];
} {
  let start = 0;
  const placed = pages.map(({ text, state }) => {
    const page = { state, start, end: start + text.length };
    start = page.end + SEPARATOR.length;
    return page;
  });
  return { text: pages.map(({ text }) => text).join(SEPARATOR), pages: placed };
}

const SEPARATOR = '\n\n';

/** The state of a page by the text of its picture. */
export function stateOf(read: PictureText | null): PageState {
  if (read && read.text.trim() !== '') return 'read';
  return read && read.unread === 0 ? 'empty' : 'unreadable';
}

/** Letters and digits from which on a page is taken for text: fewer are a stamp, or a page number on a scan. */
const MIN_CHARACTERS = 60;
const CHARACTER = /[\p{L}\p{N}]/gu;
/** What broken tables of characters give: private and unassigned characters, and replacements. */
const BROKEN = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;

/** Words of one letter from which on a layer is taken for one of letters, and their share of all words. */
const MIN_LONE_LETTERS = 60;
const LONE_SHARE = 0.6;

/** Whether a program that read a scan has put a space after each letter: where words end is unknown. */
function isSpaced(text: string): boolean {
  const lone = text.match(/(?<!\S)[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?!\S)/gu);
  if (!lone || lone.length < MIN_LONE_LETTERS) return false;
  return lone.length > LONE_SHARE * (text.match(/(?<!\S)\p{L}\S*/gu)?.length ?? 0);
}

/**
 * Whether the text layer of a page is what the page says: `few`, where it says so only if there is no scan; `spaced`,
 * where it has the letters and not the words.
 */
export function judgeLayer(text: string): 'usable' | 'few' | 'broken' | 'spaced' {
  const broken = text.replaceAll(/\s/g, '').match(BROKEN)?.length ?? 0;
  const count = text.match(CHARACTER)?.length ?? 0;
  if (count === 0 || broken * 5 >= count) return 'broken';
  if (isSpaced(text)) return 'spaced';
  return count >= MIN_CHARACTERS ? 'usable' : 'few';
}

/** Says that the worker is alive while a picture is read elsewhere. */
export function alive(readPicture: ReadPicture, isAlive: () => void): ReadPicture {
  return async (...page) => {
    const timer = setInterval(isAlive, SILENCE_MS / 4);
    return readPicture(...page).finally(() => {
      clearInterval(timer);
      isAlive();
    });
  };
}
