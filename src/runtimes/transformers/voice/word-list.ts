/** How a word is said: one way, or one for each part of speech, with DEFAULT. */
export type Entry = string | ReadonlyMap<string, string>;

/** A dictionary as one sorted text, a line for each word: looked up without a table in memory. */
export class WordList {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text.endsWith('\n') ? text : `${text}\n`;
  }

  /** A small word also answers to its capitalised form, and the other way round. */
  find(word: string): Entry | null {
    const found = this.#search(word);
    if (found !== null || word.length < 2) return found;
    const [lower, capital] = [
      word.toLowerCase(),
      (word[0] ?? '').toUpperCase() + word.slice(1).toLowerCase(),
    ];
    if (word === lower) return capital === word ? null : this.#search(capital);
    return word === capital ? this.#search(lower) : null;
  }

  has(word: string): boolean {
    return this.find(word) !== null;
  }

  #search(word: string): Entry | null {
    let [low, high] = [0, this.#text.length];
    while (low < high) {
      const start = this.#text.lastIndexOf('\n', (low + high) >> 1) + 1;
      const from = Math.max(start, low);
      const end = this.#text.indexOf('\n', from);
      const tab = this.#text.indexOf('\t', from);
      const key = this.#text.slice(from, tab);
      if (key === word) return readEntry(this.#text.slice(tab + 1, end));
      if (key < word) low = end + 1;
      else high = Math.max(from - 1, low);
    }
    return null;
  }
}

function readEntry(text: string): Entry {
  if (!text.includes('=')) return text;
  return new Map(
    text.split('\t').map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}
