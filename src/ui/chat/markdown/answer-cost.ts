/** Estimates the cost of formatting a text from its characters: one pass, before any parser runs. */
export interface AnswerCost {
  /** Milliseconds on a slow device: an estimate that errs high. */
  ms: number;
  /** The same when every line counts as text, as it does where a code fence turns out to be none. */
  msAsText: number;
  /** The same of the paragraph, list or table that takes longest: nothing else can be done meanwhile. */
  longestMs: number;
  /** Levels of lists and quotes inside each other. */
  depth: number;
}

/** Milliseconds for each occurrence, measured over thousands of them (e2e/answers.e2e.ts draws the worst). */
const LINE = 0.6;
const CODE_LINE = 0.03;
const CELL = 0.25;
const BRACKET = 0.4;
const DELIMITER = 0.1;
const ADDRESS = 0.2;
const FORMULA = 1.6;
/** A backtick: two make an element. */
const TICK = 0.08;
const FENCE = 0.8;
const FOOTNOTE = 1;
/** An escape, an entity or a bracket of HTML. */
const MARK = 0.04;
/** For each character of a formula, which becomes several elements. */
const FORMULA_CHARACTER = 0.05;
/** For work that parsers repeat for each earlier occurrence in the paragraph. */
const LINK_PAIR = 2e-4;
const MIXED_PAIR = 3e-4;
const SCANNED = 8e-5;
/** For each word behind a bracket that is still open, and each before it: a possible address searches for the bracket. */
const WORD_PAIR = 4e-6;
/** For each character of the paragraph behind an HTML comment, declaration or instruction that may not end. */
const HTML_SCANNED = 2e-5;
/** For each character of a paragraph: long ones are broken into lines again and again. */
const CHARACTER = 2e-4;

interface Paragraph {
  length: number;
  links: number;
  stars: number;
  underscores: number;
  tildes: number;
  /** Lengths of runs of backticks: for each, the rest of the paragraph is searched for its end. */
  ticks: Set<number>;
  /** Openings of HTML comments and declarations: for each, the rest of the paragraph is searched for its end. */
  declarations: number;
  /** Brackets that are open, and words behind the first of them. */
  brackets: number;
  words: number;
  /** Columns of the table that its delimiter row announces: shorter rows are filled up. */
  columns: number;
  linear: number;
}

const empty = (): Paragraph => ({
  length: 0,
  links: 0,
  stars: 0,
  underscores: 0,
  tildes: 0,
  ticks: new Set(),
  declarations: 0,
  brackets: 0,
  words: 0,
  columns: 0,
  linear: 0,
});

function paragraphMs(p: Paragraph): number {
  // Two kinds of delimiters that do not close each other are searched in vain.
  const [, mixed = 0] = [p.stars, p.underscores, p.tildes].sort((a, b) => b - a);
  return (
    p.linear +
    p.length * CHARACTER +
    p.links ** 2 * LINK_PAIR +
    mixed ** 2 * MIXED_PAIR +
    p.ticks.size * p.length * SCANNED +
    p.declarations * p.length * HTML_SCANNED +
    p.words ** 2 * WORD_PAIR
  );
}

const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})/;
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
/** A line of dashes, colons and pipes, as below the header of a table. */
const DELIMITER_ROW = /^[\s>:|-]*-[\s:|-]*$/;
const CONTAINER = />|[-+*](?=[ \t])|\d+[.)]/g;

/** Estimates the cost of formatting a text. Linear in its length. */
export function estimateCost(text: string): AnswerCost {
  let asText = 0;
  let inFences = 0;
  let asCode = 0;
  let longest = 0;
  let fence: string | null = null;
  let depth = 0;
  let paragraph = empty();
  let fenced = false;
  const nesting = new Nesting();
  const formulas = new Formulas();

  const close = () => {
    const ms = paragraphMs(paragraph);
    asText += ms;
    longest = Math.max(longest, ms);
    if (fenced) inFences += ms;
    paragraph = empty();
  };

  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    start = end + 1;
    const mark = FENCE_LINE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || closes(line, mark, fence))) {
      close();
      fence = fence === null ? mark : null;
      fenced = fence !== null;
      formulas.end();
      asText += FENCE / 2;
      continue;
    }
    if (fence !== null) asCode += CODE_LINE;
    if (line.trim() === '') {
      close();
      formulas.blank();
    } else {
      depth = Math.max(depth, nesting.next(line));
      note(line, paragraph);
      paragraph.linear += formulas.next(line) * FORMULA_CHARACTER;
    }
  }
  close();
  return { ms: asText - inFences + asCode, msAsText: asText, longestMs: longest, depth };
}

/** A fence ends at a line of its own character, as long as the first one or longer, with nothing behind. */
function closes(line: string, mark: string, fence: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

/** How deep lists and quotes are nested, line by line: by their marks, and by indentation below earlier ones. */
class Nesting {
  /** Columns where the content of open list items starts. */
  #columns: number[] = [];

  next(line: string): number {
    const prefix = CONTAINERS.exec(line)?.[0] ?? '';
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
    while (this.#columns.length > 0 && (this.#columns.at(-1) ?? 0) > indent) this.#columns.pop();
    const outer = this.#columns.length;
    for (const { index, 0: mark } of prefix.matchAll(CONTAINER)) {
      if (mark !== '>') this.#columns.push(index + mark.length + 1);
    }
    return outer + (prefix.match(CONTAINER)?.length ?? 0);
  }
}

/** Characters of formulas, line by line. A formula ends with its paragraph unless it began a line. */
class Formulas {
  #end: string | null = null;
  #isBlock = false;

  /** Characters of the line that are in formulas. */
  next(line: string): number {
    let characters = 0;
    for (let at = 0; at < line.length; ) {
      if (this.#end === null) {
        FORMULA_START.lastIndex = at;
        const found = FORMULA_START.exec(line);
        if (!found) break;
        this.#end = FORMULA_ENDS[found[0]] ?? null;
        this.#isBlock = line.trimStart().startsWith(found[0]);
        at = found.index + found[0].length;
      } else {
        const found = line.indexOf(this.#end, at);
        characters += (found === -1 ? line.length : found) - at;
        if (found === -1) break;
        at = found + this.#end.length;
        this.#end = null;
      }
    }
    return characters;
  }

  blank(): void {
    if (!this.#isBlock) this.#end = null;
  }

  end(): void {
    this.#end = null;
  }
}

const FORMULA_START = /\$\$|\\[([]/g;
const FORMULA_ENDS: Record<string, string> = { $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** What one occurrence costs in any place. */
const LINEAR: readonly (readonly [RegExp, number])[] = [
  [/\]/g, BRACKET],
  [/\[\^/g, FOOTNOTE],
  [/[*_~]/g, DELIMITER],
  [/`/g, TICK],
  [/\$/g, FORMULA / 4],
  [/@|:\/\/|www\./gi, ADDRESS],
  [/[<&]|\\./g, MARK],
];

function note(line: string, paragraph: Paragraph): void {
  paragraph.length += line.length;
  paragraph.linear += LINE;
  for (const [pattern, ms] of LINEAR) paragraph.linear += ms * count(line, pattern);
  const pipes = count(line, /\|/g);
  paragraph.linear += CELL * Math.max(pipes, paragraph.columns);
  if (pipes > 0 && DELIMITER_ROW.test(line)) paragraph.columns = pipes + 1;
  paragraph.declarations += count(line, /<[!?]/g);
  noteWords(line, paragraph);
  paragraph.links += count(line, /\]\(/g);
  paragraph.stars += count(line, /\*/g);
  paragraph.underscores += count(line, /_/g);
  paragraph.tildes += count(line, /~/g);
  for (const [run] of line.matchAll(/`+/g)) paragraph.ticks.add(run.length);
}

/** Words behind an open bracket: most lines have neither. */
function noteWords(line: string, paragraph: Paragraph): void {
  if (paragraph.brackets === 0 && !line.includes('[')) return;
  for (const [part] of line.matchAll(/[[\]]|[\w.+-]+/g)) {
    if (part === '[') paragraph.brackets++;
    else if (part === ']') paragraph.brackets = Math.max(0, paragraph.brackets - 1);
    else if (paragraph.brackets > 0) paragraph.words++;
  }
}

function count(line: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(line)) found++;
  return found;
}
