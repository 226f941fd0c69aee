const QUOTE = 34;
const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;

const DELIMITERS = [',', '\t', '|', ';'];
/** Characters and rows that the delimiter is guessed from. */
const SAMPLE_CHARACTERS = 200_000;
const SAMPLE_ROWS = 10;

/**
 * The rows of a text of separated values. The work is linear whatever quotes the text has: each character is looked at
 * twice at most. A quote that neither opens nor closes a cell belongs to its text.
 * @param maxCells a row with more is given as soon as that is known, and nothing after it.
 */
export function* csvRows(text: string, delimiter: string, maxCells: number): Generator<string[]> {
  const reader = new CellReader(text, delimiter.charCodeAt(0));
  let row: string[] = [];
  while (!reader.isAtEnd) {
    row.push(reader.next());
    if (row.length > maxCells) {
      yield row;
      return;
    }
    if (!reader.endedRow) continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

class CellReader {
  readonly #text: string;
  readonly #delimiter: number;
  /** Old files of a Mac have no line feeds. */
  readonly #lineEnd: number;
  #at = 0;
  /** Whether the last cell was the last of its row. */
  endedRow = false;

  constructor(text: string, delimiter: number) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#lineEnd = text.includes('\n') ? LINE_FEED : RETURN;
  }

  get isAtEnd(): boolean {
    const { length } = this.#text;
    // A delimiter at the end opens one more cell, a line end no row.
    return this.#at > length || (this.#at === length && (this.endedRow || length === 0));
  }

  next(): string {
    return this.#text.charCodeAt(this.#at) === QUOTE ? this.#quoted() : this.#plain();
  }

  #plain(): string {
    const start = this.#at;
    let end = start;
    while (end < this.#text.length && !this.#isEnd(this.#text.charCodeAt(end))) end++;
    this.#pass(end);
    const hasReturn = this.endedRow && end > start && this.#text.charCodeAt(end - 1) === RETURN;
    return this.#text.slice(start, hasReturn ? end - 1 : end);
  }

  #quoted(): string {
    const start = this.#at + 1;
    for (let from = start; ; ) {
      // In a run of quotes a comparison is faster than a search.
      const isNext = this.#text.charCodeAt(from) === QUOTE;
      const quote = isNext ? from : this.#text.indexOf('"', from);
      // Never closed: the rest of the text is this cell.
      if (quote < 0) return this.#addCell(start, this.#text.length, this.#text.length);
      if (this.#text.charCodeAt(quote + 1) === QUOTE) {
        from = quote + 2;
        continue;
      }
      const end = this.#skipSpace(quote + 1);
      if (end === this.#text.length || this.#isEnd(this.#text.charCodeAt(end)))
        return this.#addCell(start, quote, end);
      from = quote + 1;
    }
  }

  #addCell(start: number, end: number, next: number): string {
    this.#pass(next);
    return this.#text.slice(start, end).replaceAll('""', '"');
  }

  /** Goes beyond the delimiter or line end at `end`. */
  #pass(end: number): void {
    this.endedRow = end < this.#text.length && this.#text.charCodeAt(end) === this.#lineEnd;
    this.#at = end + 1;
  }

  #skipSpace(from: number): number {
    for (let i = from; ; i++) {
      const code = this.#text.charCodeAt(i);
      const isSpace = code === SPACE || code === TAB || code === RETURN;
      if (!isSpace || this.#isEnd(code)) return i;
    }
  }

  #isEnd(code: number): boolean {
    return code === this.#delimiter || code === this.#lineEnd;
  }
}

/** The delimiter that gives the rows at the start the same number of cells, the most of them. */
export function guessDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best = { delimiter: ',', uneven: Number.POSITIVE_INFINITY, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = cellCounts(sample, delimiter);
    const cells = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const uneven = counts.reduce((sum, n, i) => sum + Math.abs(n - (counts[i - 1] ?? n)), 0);
    if (!(cells >= 2)) continue;
    if (uneven < best.uneven || (uneven === best.uneven && cells > best.cells))
      best = { delimiter, uneven, cells };
  }
  return best.delimiter;
}

function cellCounts(sample: string, delimiter: string): number[] {
  const counts: number[] = [];
  for (const row of csvRows(sample, delimiter, SAMPLE_CHARACTERS)) {
    if (isEmptyRow(row)) continue;
    counts.push(row.length);
    if (counts.length === SAMPLE_ROWS) break;
  }
  return counts;
}

export const isEmptyRow = (row: readonly string[]) => row.every((cell) => cell.trim() === '');
