import { numberOf, Pieces, readTags, Tables } from './markup-text.ts';

const BLOCKS = new Set(
  (
    'p div br li ul ol dl dt dd h1 h2 h3 h4 h5 h6 caption section article header footer main nav aside ' +
    'blockquote pre hr figure figcaption address form fieldset legend option details summary'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);
const UNSEEN = new Set('script style template noscript svg head iframe object'.split(' '));

/**
 * The visible words of a page, at most `limit` characters; a table has a line for each row, a numbered list its
 * numbers. Reads tags one by one without a stack of open elements, so that the work is linear however deep they are nested.
 */
export function htmlToText(html: string, limit: number): string {
  const out = new Pieces(limit);
  const tables = new Tables(out);
  const lists = new HtmlLists(out);
  let unseen: string | null = null;
  let depth = 0;
  let preformatted = 0;
  const separate = (name: string, isEnd: boolean, columns = 1) => {
    if (BLOCKS.has(name)) tables.endLine();
    else if (name === 'table') tables.table(isEnd);
    else if (name === 'tr') tables.row();
    else if (CELLS.has(name)) {
      tables.cell(isEnd, columns);
      if (name === 'th' && !isEnd) tables.head();
    } else if (name === 'button') out.pushWords(' ');
  };
  readTags(html, false, {
    onOpen(name, selfCloses, attributes) {
      // The end tag of a head may be left out.
      if (name === 'body' && unseen === 'head') unseen = null;
      if (unseen === null && UNSEEN.has(name) && !selfCloses) [unseen, depth] = [name, 0];
      if (name === unseen && !selfCloses) depth++;
      if (unseen !== null) return;
      if (name === 'pre') preformatted++;
      separate(name, false, numberOf(attributes.get('colspan')) ?? 1);
      lists.open(name, attributes);
    },
    onText(text) {
      if (unseen !== null) return;
      if (preformatted > 0) out.pushLines(text);
      else out.pushWords(text.replace(/\s+/g, ' '));
    },
    onClose(name) {
      if (name === unseen && --depth === 0) unseen = null;
      if (unseen !== null) return;
      if (name === 'pre' && preformatted > 0) preformatted--;
      lists.close(name);
      separate(name, true);
    },
  });
  return out.text().replace(/^\n+/, '').trimEnd();
}

/** Numbers the items of numbered lists. */
class HtmlLists {
  readonly #out: Pieces;
  /** The next number of each open list; null where its items have none. */
  readonly #next: (number | null)[] = [];

  constructor(out: Pieces) {
    this.#out = out;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'ol') this.#next.push(numberOf(attributes.get('start')) ?? 1);
    if (name === 'ul') this.#next.push(null);
    const next = this.#next.at(-1);
    if (name !== 'li' || next === undefined || next === null) return;
    const number = numberOf(attributes.get('value')) ?? next;
    this.#out.mark(`${number}. `);
    this.#next[this.#next.length - 1] = number + 1;
  }

  close(name: string): void {
    if (name === 'ol' || name === 'ul') this.#next.pop();
  }
}
