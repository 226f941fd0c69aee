/** Parts of an answer that are not said, or are none of its words. */
const NOT_SAID = 'details, pre, button, [aria-hidden="true"], .katex';
/** Elements within a line: a word may reach over them. */
const INLINE = new Set([
  'A',
  'STRONG',
  'EM',
  'B',
  'I',
  'CODE',
  'DEL',
  'MARK',
  'SPAN',
  'SUP',
  'SUB',
]);
/** Characters after the last word in which the next one is looked for. */
const REACH = 120;
const NAME = 'read-aloud';

const isSupported = typeof Highlight === 'function' && 'highlights' in CSS;

/**
 * Marks the word that is said by the CSS Custom Highlight API, so that nothing is drawn again. The place of a word in
 * Markdown is not its place on the page: it is found by its letters, after the word before.
 */
export class WordMark {
  #element: Element | null = null;
  #pieces: { node: Text; from: number }[] = [];
  #text = '';
  #source = -1;
  /** Where words of the source were found: a skip back continues there. */
  #found: { source: number; at: number }[] = [];

  /** @param at The word's first character in its source, from the element's beginning. */
  show(element: Element, source: string, at: number): void {
    if (!isSupported) return;
    if (element !== this.#element || !this.#isCurrent(element)) this.#read(element);
    if (at < this.#source) this.#found = this.#found.filter((found) => found.source < at);
    this.#source = at;
    const after = this.#found.at(-1)?.at ?? 0;
    const word = bare(source);
    const index = word === '' ? -1 : this.#find(word, after);
    if (index < 0) return;
    if (this.#found.at(-1)?.source !== at) this.#found.push({ source: at, at: index });
    const [start, end] = [this.#pointAt(index), this.#pointAt(index + word.length - 1)];
    if (!start || !end) return;
    const range = new StaticRange({
      startContainer: start.node,
      startOffset: start.offset,
      endContainer: end.node,
      endOffset: end.offset + 1,
    });
    CSS.highlights.set(NAME, new Highlight(range));
    scrollToSee(start.node.parentElement);
  }

  clear(): void {
    if (isSupported) CSS.highlights.delete(NAME);
  }

  /** Whether the text of the element is as it was read: an answer grows, and is formatted again. */
  #isCurrent(element: Element): boolean {
    const last = this.#pieces.at(-1)?.node;
    return (
      last?.isConnected === true &&
      element.contains(last) &&
      this.#pieces.every(({ node }) => node.isConnected)
    );
  }

  #read(element: Element): void {
    if (element !== this.#element) this.#found = [];
    this.#element = element;
    this.#pieces = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest(NOT_SAID) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    let text = '';
    let block: Element | null = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      const own = blockOf(node);
      if (own !== block) text += '\n';
      block = own;
      this.#pieces.push({ node, from: text.length });
      text += node.data;
    }
    this.#text = text.toLowerCase();
  }

  /** A whole word, within reach of the last one. */
  #find(word: string, after: number): number {
    for (let at = this.#text.indexOf(word, after); at >= 0; at = this.#text.indexOf(word, at + 1)) {
      if (after > 0 && at > after + REACH) return -1;
      const [before = '', next = ''] = [this.#text[at - 1], this.#text[at + word.length]];
      if (!LETTER.test(before) && !LETTER.test(next)) return at;
    }
    return -1;
  }

  #pointAt(index: number): { node: Text; offset: number } | null {
    const piece = this.#pieces.findLast(({ from }) => from <= index);
    return piece ? { node: piece.node, offset: index - piece.from } : null;
  }
}

const LETTER = /[\p{L}\p{N}]/u;

/** A word without marks: its characters, and marks within it. */
function bare(source: string): string {
  return source
    .replace(/\]\(.*$/su, '')
    .replace(/[*_`~]/gu, '')
    .replace(/^[^\p{L}\p{N}\p{Sc}]+|[^\p{L}\p{N}%]+$/gu, '')
    .toLowerCase();
}

function blockOf(node: Node): Element | null {
  let element = node.parentElement;
  while (element && INLINE.has(element.tagName)) element = element.parentElement;
  return element;
}

/** Follows the voice, unless the person has scrolled away from it. */
function scrollToSee(element: Element | null): void {
  if (!element) return;
  const { top, bottom } = element.getBoundingClientRect();
  const isNear = bottom > 0 && top < innerHeight * 1.5;
  if (isNear && (bottom > innerHeight - 120 || top < 0))
    element.scrollIntoView({ block: 'nearest' });
}
