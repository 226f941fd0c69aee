import { localName, numberOf, Pieces, readTags, Tables } from './markup-text.ts';

/** Elements of Word and of slides whose text is elsewhere as well, or was moved; and the positions of tabs. */
const UNSEEN_IN_WORD = new Set(['moveFrom', 'Fallback', 'tabs']);

/** Attributes by which elements refer to a picture, a chart or a diagram. */
const REFERENCES: Readonly<Record<string, string>> = { blip: 'embed', chart: 'id', relIds: 'dm' };

/**
 * The text of a part of a Word document, at most `limit` characters: a line per paragraph and per row of a table.
 * `lists` numbers the items of its lists; `drawn` has the words of its pictures, charts and diagrams, by the ids of
 * their references. A comment begins with its author.
 */
export function wordToText(
  xml: string,
  limit: number,
  lists = new WordLists('', ''),
  drawn: ReadonlyMap<string, string> = new Map(),
): string {
  const out = new Pieces(limit);
  const tables = new Tables(out);
  let inText = false;
  let unseen = 0;
  let author = '';
  let item: { list?: string; level?: string; style?: string } = {};
  const open: Record<string, (value: string) => void> = {
    t: () => {
      inText = true;
    },
    p: () => {
      item = {};
      out.mark('');
    },
    pStyle: (value) => Object.assign(item, { style: value }),
    numId: (value) => Object.assign(item, { list: value }),
    ilvl: (value) => Object.assign(item, { level: value }),
    r: () => {
      const mark = author + lists.next(item.list, item.level, item.style);
      // The number is before the first words, whichever run has them.
      if (mark !== '') out.mark(mark);
      item = {};
      author = '';
    },
    tbl: () => tables.table(false),
    tr: () => tables.row(),
    tc: () => tables.cell(false),
    gridSpan: (value) => tables.span(numberOf(value) ?? 1),
    br: () => tables.endLine(),
    cr: () => tables.endLine(),
    tab: () => out.push('\t'),
    noBreakHyphen: () => out.push('-'),
  };
  const close: Record<string, () => void> = {
    p: () => tables.endLine(),
    tbl: () => tables.table(true),
    tr: () => tables.row(),
    tc: () => tables.cell(true),
  };
  readTags(xml, true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      if (UNSEEN_IN_WORD.has(name)) unseen++;
      if (unseen > 0) return;
      if (Object.hasOwn(open, name)) open[name]?.(attributes.get('val') ?? '');
      if (name === 'comment') author = `${attributes.get('author') || '?'}: `;
      tables.block(drawn.get(attributes.get(REFERENCES[name] ?? '') ?? '') ?? '');
    },
    onText(text) {
      if (inText && unseen === 0) out.push(text);
    },
    onClose(tag) {
      const name = localName(tag);
      if (UNSEEN_IN_WORD.has(name)) unseen = Math.max(0, unseen - 1);
      if (name === 't') inText = false;
      if (unseen === 0 && Object.hasOwn(close, name)) close[name]?.();
    },
  });
  return out.text();
}

/** Levels that Word has. */
const MAX_LEVELS = 9;

interface Level {
  format: string;
  /** `%1.%2` stands for the numbers of the first two levels. */
  text: string;
  start: number;
}

/** The numbers of the lists of a Word document, which its paragraphs only refer to. */
export class WordLists {
  /** Levels by the names of abstract lists; lists and styles refer to them. */
  readonly #levels = new Map<string, Level[]>();
  readonly #lists = new Map<string, string>();
  readonly #styles = new Map<string, { list: string; level: number }>();
  readonly #counts = new Map<string, number[]>();

  /** From `numbering.xml` and `styles.xml`; empty where a document has none. */
  constructor(numbering: string, styles: string) {
    let list = '';
    let levels: Level[] = [];
    let level: Level = { format: 'decimal', text: '', start: 1 };
    let style = '';
    const open: Record<string, (value: string, attributes: ReadonlyMap<string, string>) => void> = {
      abstractNum: (_, attributes) => {
        levels = [];
        this.#levels.set(attributes.get('abstractNumId') ?? '', levels);
      },
      lvl: (_, attributes) => {
        level = { format: 'decimal', text: '', start: 1 };
        const at = numberOf(attributes.get('ilvl')) ?? 0;
        if (at >= 0 && at < MAX_LEVELS) levels[at] = level;
      },
      num: (_, attributes) => {
        list = attributes.get('numId') ?? '';
        // An override has levels as well: they do not belong to the list before it.
        levels = [];
      },
      abstractNumId: (value) => this.#lists.set(list, value),
      numFmt: (value) => Object.assign(level, { format: value }),
      lvlText: (value) => Object.assign(level, { text: value }),
      start: (value) => Object.assign(level, { start: numberOf(value) ?? 1 }),
      style: (_, attributes) => {
        style = attributes.get('styleId') ?? '';
      },
      numId: (value) =>
        this.#styles.set(style, { level: this.#styles.get(style)?.level ?? 0, list: value }),
      ilvl: (value) =>
        this.#styles.set(style, {
          list: this.#styles.get(style)?.list ?? '',
          level: numberOf(value) ?? 0,
        }),
    };
    for (const xml of [numbering, styles])
      readTags(xml, true, {
        onOpen: (tag, _, attributes) => {
          const name = localName(tag);
          if (Object.hasOwn(open, name)) open[name]?.(attributes.get('val') ?? '', attributes);
        },
        onText: () => {},
        onClose: () => {},
      });
  }

  /** The number before a paragraph of a list, such as `2.1 `; empty where it has none. */
  next(list?: string, level?: string, style?: string): string {
    const styled = this.#styles.get(style ?? '');
    const abstract = this.#lists.get(list ?? styled?.list ?? '') ?? '';
    const levels = this.#levels.get(abstract);
    const at = numberOf(level) ?? styled?.level ?? 0;
    const own = levels?.[at];
    if (!levels || !own) return '';
    const counts = (this.#counts.get(abstract) ?? []).slice(0, at + 1);
    counts[at] = (counts[at] ?? own.start - 1) + 1;
    this.#counts.set(abstract, counts);
    if (own.format === 'bullet' || own.format === 'none' || own.text === '') return '';
    const text = own.text.replace(/%([1-9])/g, (_, digit) => {
      const of = Number(digit) - 1;
      return formatNumber(counts[of] ?? levels[of]?.start ?? 1, levels[of]?.format ?? 'decimal');
    });
    return `${text} `;
  }
}

const ROMAN = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function formatNumber(number: number, format: string): string {
  const isUpper = format.startsWith('upper');
  let text = String(number);
  // Word repeats a letter past the alphabet's end: z, aa, bb.
  if (/Letter$/.test(format) && number >= 1 && number <= 780)
    text = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
  if (/Roman$/.test(format) && number >= 1 && number < 4_000) {
    let rest = number;
    text = '';
    for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) text += letters;
  }
  return isUpper ? text.toUpperCase() : text;
}
