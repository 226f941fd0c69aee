import { chatThreadText } from '#ui/messages/chat-thread.ts';

/** Above one of these limits, a text is shown unformatted. A part is about an element: 0.2 ms on a slow device. */
const SOFT = { parts: 5_000, asText: 20_000, paragraph: 3_000, paragraphAsText: 8_000, depth: 40 };
/** Past one of these, not even a person who asks for it gets it formatted: the page would stop. */
const HARD = { asText: 30_000, paragraph: 5_000, depth: 150 };
const MAX_LENGTH = 400_000;
const HARD_LENGTH = 1_000_000;
/** Characters of one paragraph: parsers search it again for some signs. */
const MAX_PARAGRAPH = 30_000;

/** Texts of fewer parts are formatted when drawn; others are queued, so that many of them do not block the page. */
const LIGHT_PARTS = 300;

interface FormatProblem {
  /** Why a text is shown unformatted, as a sentence. */
  reason: string;
  /** Whether it can be formatted when a person asks for it. */
  canFormat: boolean;
}

export interface FormatPlan {
  /** Why the text is not formatted by itself; null when it is. */
  problem: FormatProblem | null;
  isLight: boolean;
}

/** How a text is formatted. Takes a time linear in its length. */
export function planFormat(text: string): FormatPlan {
  if (text.length > HARD_LENGTH) {
    const problem = { reason: chatThreadText.tooLongToFormat, canFormat: false };
    return { problem, isLight: false };
  }
  const size = measure(text);
  return { problem: problemOf(text, size), isLight: size.parts <= LIGHT_PARTS };
}

/** Why a text is not formatted by itself; null when it is. */
function problemOf(text: string, size: Size): FormatProblem | null {
  const canFormat =
    size.depth <= HARD.depth && size.asText <= HARD.asText && size.paragraph <= HARD.paragraph;
  if (size.depth > SOFT.depth) return { reason: chatThreadText.nested(size.depth), canFormat };
  if (text.length > MAX_LENGTH) return { reason: chatThreadText.veryLong, canFormat };
  const isLarge =
    size.parts > SOFT.parts ||
    size.asText > SOFT.asText ||
    size.paragraph > SOFT.paragraph ||
    size.paragraphAsText > SOFT.paragraphAsText ||
    size.longest > MAX_PARAGRAPH;
  return isLarge ? { reason: chatThreadText.tooManyParts, canFormat } : null;
}

interface Size {
  parts: number;
  /** The same when every line counts as text, as it does where a code fence turns out to be none. */
  asText: number;
  /** Signs in one paragraph that parsers compare with each other, outside fences and everywhere. */
  paragraph: number;
  paragraphAsText: number;
  /** Characters of the longest paragraph outside fences. */
  longest: number;
  /** Levels of lists and quotes inside each other. */
  depth: number;
}

/** Parts of a line of text, of code, of a fence, and of a character of a formula, which becomes several elements. */
const PARTS = { line: 3, codeLine: 0.15, fence: 2, formulaCharacter: 0.25 };
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line of dashes, colons and pipes, as below the header of a table. */
const DELIMITER_ROW = /^[\s>:|-]*-[\s:|-]*$/;
/** Formulas, as far as the end of their paragraph: an empty line in one is rare. */
const FORMULAS =
  /\$\$[\s\S]*?(?:\$\$|\n\s*\n|$(?![\s\S]))|\\\([\s\S]*?(?:\\\)|\n\s*\n|$(?![\s\S]))|\\\[[\s\S]*?(?:\\\]|\n\s*\n|$(?![\s\S]))/g;

function measure(text: string): Size {
  const meter = new Meter();
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    meter.add(text.slice(start, end));
    start = end + 1;
  }
  for (const [formula] of text.matchAll(FORMULAS)) {
    meter.size.parts += formula.length * PARTS.formulaCharacter;
    meter.size.asText += formula.length * PARTS.formulaCharacter;
  }
  return meter.size;
}

/** Adds up a text, line by line. */
class Meter {
  readonly size: Size = {
    parts: 0,
    asText: 0,
    paragraph: 0,
    paragraphAsText: 0,
    longest: 0,
    depth: 0,
  };
  readonly #nesting = new Nesting();
  #paragraph = { signs: 0, length: 0, columns: 0 };
  #fence: string | null = null;

  add(line: string): void {
    const mark = FENCE.exec(line)?.[1];
    const isFence = mark !== undefined && (this.#fence === null || closes(line, mark, this.#fence));
    if (isFence) {
      this.#count(PARTS.fence, PARTS.fence);
      this.#fence = this.#fence === null ? mark : null;
    }
    if (isFence || line.trim() === '') this.#paragraph = { signs: 0, length: 0, columns: 0 };
    else this.#addWords(line);
  }

  #addWords(line: string): void {
    const { size } = this;
    const paragraph = this.#paragraph;
    const { signs, others, pipes } = weigh(line);
    if (pipes > 0 && DELIMITER_ROW.test(line)) paragraph.columns = pipes + 1;
    // Shorter rows of a table are filled up.
    const cells = Math.max(pipes, paragraph.columns);
    this.#count(PARTS.line + signs + others + cells, PARTS.codeLine);
    paragraph.signs += signs;
    paragraph.length += line.length;
    size.paragraphAsText = Math.max(size.paragraphAsText, paragraph.signs);
    if (this.#fence !== null) return;
    size.paragraph = Math.max(size.paragraph, paragraph.signs);
    size.longest = Math.max(size.longest, paragraph.length);
    size.depth = Math.max(size.depth, this.#nesting.next(line));
  }

  #count(asText: number, asCode: number): void {
    this.size.asText += asText;
    this.size.parts += this.#fence === null ? asText : asCode;
  }
}

/** A fence ends at a line of its own character, as long as the first one or longer, with nothing behind. */
function closes(line: string, mark: string, fence: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

/** Parts of a sign; parsers compare the first kind with others of their paragraph. */
const SIGNS: Record<string, number> = { '](': 2, '*': 1, _: 1, '~': 1, '`': 0.5, $: 2, '<': 1 };
const OTHERS: Record<string, number> = { ']': 2, '&': 0.25, '\\': 0.25 };

/** Parts of a line, by its signs. An address is three: a button, its words and its host. */
function weigh(line: string): { signs: number; others: number; pipes: number } {
  const sum = { signs: 0, others: 0, pipes: 0 };
  for (const sign of line.match(/\]\(?|[*_~`$<&@|\\]|:\/\/|www\./gi) ?? []) {
    if (sign === '|') sum.pipes++;
    else if (sign in SIGNS) sum.signs += SIGNS[sign] ?? 0;
    else sum.others += OTHERS[sign] ?? 3;
  }
  return sum;
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
const CONTAINER = />|[-+*](?=[ \t])|\d+[.)]/g;

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
