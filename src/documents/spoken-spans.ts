/** A sentence, a heading, an item of a list or a block of code: read aloud as one. Characters, end exclusive. */
export interface SpokenSpan {
  start: number;
  end: number;
  kind: 'text' | 'code' | 'formula';
  /** Whether its line is a heading, an item, a quotation or a row of a table. */
  isBlock: boolean;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)/u;
/** Formulas between dollars or in LaTeX's own brackets, on lines of their own. */
const FORMULA_LINE = /^\s*(?:\$\$|\\\[)/u;
const FORMULA_END = /(?:\$\$|\\\])\s*$/u;
const BLOCK_LINE = /^\s*(?:#{1,6}\s|[-*+•‣◦▪→]\s|\d+[.)]\s|>|\|)/u;
const SAYABLE = /[\p{L}\p{N}\p{S}@&%§]/u;
/** A shorter line ends where its author ended it: an address, a verse, an item without its mark. */
const MIN_WRAPPED = 50;
/** A dot after these ends no sentence. */
const SHORT_FORMS =
  /^(?:Mr|Mrs|Ms|Dr|Prof|Mt|Ft|Gen|Gov|Sen|Rep|Capt|Lt|Col|Sgt|Cmdr|Rev|Hon|Pres|Cpl|Maj|Adm|Fr|Msgr|Supt|e\.g|i\.e|vs|cf|No|Nos|pp?|approx|Fig|Figs|Eq|Vol|al|v)$/u;

/** Nor does a dot after these before a number: "Dec. 25", "ext. 12", "5 min. 30 sec." */
const SHORT_BEFORE_NUMBERS =
  /^(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|ext|Ext|Rs|Apt|apt|Ch|ch|fig|eq|sec|Sec|vol|Art|para|Rm|Tel|tel|[Bb]ldg|[Ee]st|ca|[bcd]|hr|min|max|avg|mo|yr|ft|lb|oz)$/u;
/** Letters with dots between: "U.S.", "P.O.", "Ph.D.", "plan B.", and "Main St.". They end a sentence before a word that often begins one. */
const LETTERS = /^(?!e\.g$|i\.e$)(?:\p{L}\.)+\p{L}$|^\p{Lu}$|^Ph\.D$|^St$/u;
const BEGINNING =
  /^(?:The|This|That|These|Those|There|Then|They|It|Its|He|She|We|You|I|His|Her|Our|My|In|On|At|By|For|From|But|And|So|Or|If|As|When|While|After|Before|What|Why|How|Who|Where|A|An|Some|Many|Most|All|No|Not|Now|Today|However|Also)(?![\p{L}\p{N}.])/u;
/** After a time of day, its zone: "7 p.m. EST". After a street, its quarter: "Ave. NW". */
const CAPITALS = /^\p{Lu}{2,4}(?![\p{L}\p{N}])/u;

/** The language that the opening line of a block of code names; empty for none. */
export const codeLanguage = (block: string): string => FENCE.exec(block)?.[2] ?? '';

/**
 * The sentences of plain text or Markdown, in their order. A block of code or a formula is one span. Where the text is still
 * being written the last span may still grow.
 */
export function spokenSpans(text: string): SpokenSpan[] {
  const spans: SpokenSpan[] = [];
  const lines = linesOf(text);
  for (let i = 0; i < lines.length; i++) {
    const first = lines[i] as Line;
    const { kind, last } = blockAt(lines, i);
    const end = (lines[last] as Line).end;
    i = last;
    if (kind !== 'text') {
      spans.push({ start: first.start, end, kind, isBlock: true });
      continue;
    }
    const block = text.slice(first.start, end);
    const isBlock = BLOCK_LINE.test(block);
    for (const { from, to } of splitSentences(block)) {
      const span = { start: first.start + from, end: first.start + to };
      if (SAYABLE.test(text.slice(span.start, span.end))) spans.push({ ...span, kind, isBlock });
    }
  }
  return spans;
}

interface Line {
  start: number;
  end: number;
  text: string;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { start, end: start + line.length, text: line };
    start = found.end + 1;
    return found;
  });
}

/** The kind of the block that begins with a line, and its last line. */
function blockAt(lines: readonly Line[], at: number): { kind: SpokenSpan['kind']; last: number } {
  const { text } = lines[at] as Line;
  const [, fence] = FENCE.exec(text) ?? [];
  const lastWhere = (isLast: (line: string) => boolean) => {
    const found = lines.findIndex((line, i) => i > at && isLast(line.text));
    return found < 0 ? lines.length - 1 : found;
  };
  if (fence) {
    const closes = (line: string) => line.trim().startsWith(fence) && !codeLanguage(line);
    return { kind: 'code', last: lastWhere(closes) };
  }
  if (FORMULA_LINE.test(text)) {
    const isWhole = FORMULA_END.test(text.trim().slice(2));
    return { kind: 'formula', last: isWhole ? at : lastWhere((line) => FORMULA_END.test(line)) };
  }
  let last = at;
  while (continues(lines[last] as Line, lines[last + 1])) last++;
  return { kind: 'text', last };
}

/** Whether a paragraph that was wrapped at its margin continues on the next line. */
function continues({ text }: Line, next: Line | undefined): boolean {
  if (!next || next.text.trim() === '' || text.trimEnd().length < MIN_WRAPPED) return false;
  if (/^\s*(?:#{1,6}\s|\|)/u.test(text)) return false;
  return ![BLOCK_LINE, FENCE, FORMULA_LINE].some((pattern) => pattern.test(next.text));
}

/** Characters before a dot in which its word is searched: a whole paragraph would be read for each dot. */
const MAX_SHORT = 40;
const END = /(?<=[.!?…])["”’)\]*_]*\s+(?=\S)|(?<=[。！？])/gu;

/** Ranges of the sentences of a paragraph. */
function splitSentences(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(END)) {
    if (!endsSentence(text, index, text.slice(index + gap.length, index + gap.length + 16)))
      continue;
    ranges.push({ from, to: index + gap.trimEnd().length });
    from = index + gap.length;
  }
  ranges.push({ from, to: text.length });
  return ranges;
}

function endsSentence(text: string, end: number, next: string): boolean {
  const [first = ''] = next;
  if (first !== first.toUpperCase()) return false;
  if (text[end - 1] !== '.') return true;
  const word =
    text
      .slice(Math.max(0, end - MAX_SHORT), end - 1)
      .match(/[^\s–—-]*$/u)?.[0]
      .replace(/^[("“'‘*_]+/u, '') ?? '';
  // The number of an item.
  if (/^\d{1,3}$/u.test(word) && text.slice(0, end - 1).trim() === word) return false;
  if (/^[ap]\.m$/iu.test(word) || /^(?:Ave|Blvd|Rd)$/u.test(word)) return !CAPITALS.test(next);
  if (LETTERS.test(word)) return BEGINNING.test(next);
  return !(SHORT_FORMS.test(word) || (/^\d/u.test(next) && SHORT_BEFORE_NUMBERS.test(word)));
}
