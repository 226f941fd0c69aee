/** A piece of a passage as it is read: without the signs of Markdown. */
export interface Run {
  text: string;
  /** Where it begins in the source. */
  at: number;
  /** Characters of the source; 0 for added text such as a bullet. */
  length: number;
  style: 'plain' | 'strong' | 'code';
}

const LINK = /!?\[((?:[^[\]]|!?\[[^[\]]*\](?:\([^()]*\))?)*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/y;
const TAG = /<(?:!--.*?--|\/?[a-z][^<>]*)>/iy;
const URL_IN_BRACKETS = /<(https?:[^<>\s]+)>/iy;
const STRONG = /(\*\*|__)(?=\S)(.+?)(?<=\S)\1/y;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_]+)(?<=\S)\1(?![\p{L}\p{N}*_])/uy;
const CODE = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/y;
const ESCAPED = /\\([!-/:-@[-`{-~])/y;
const FENCE = /^\s*(`{3,}(?!.*`)|~{3,})(.*)$/;
/** A line of an indented code block, which a blank line precedes. */
const INDENTED = /^(?: {4}|\t)/;
/** A line of a table between its head and its rows, or a rule. */
const RULE = /^[\s|:*_-]*$/;
const SIGN = /^\s{0,3}(#{1,6}\s+|(?:>\s?)+)/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Whether a document is written in Markdown, by its name. */
export const isMarkdown = (name: string) => /\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i.test(name);

/** The fence that is open behind a line: null outside of code. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, fence = '', info = ''] = FENCE.exec(line) ?? [];
  if (fence === '') return open;
  if (open === null) return fence;
  const closes = fence[0] === open[0] && fence.length >= open.length && info.trim() === '';
  return closes ? null : open;
}

/** The fence of the code that the first `end` characters of a text end in; null outside of code. */
export function openFence(text: string, end: number): string | null {
  // The rest of a line that is cut is no fence.
  const whole = text.slice(0, text.lastIndexOf('\n', end - 1) + 1);
  let open: string | null = null;
  for (const [line] of whole.matchAll(/^[^\S\n]*(?:```|~~~).*$/gm)) open = fenceAfter(open, line);
  return open;
}

/**
 * Markdown as it is read, in a short form: emphasis and code stay, marks, tags and addresses go. Any text is allowed.
 * @param fence of the code that the text begins in (`openFence`).
 */
export function readableRuns(source: string, fence: string | null = null): Run[] {
  const runs: Run[] = [];
  let open = fence;
  let mayIndent = true;
  let isList = false;
  let at = 0;
  for (const line of source.split('\n')) {
    const before = open;
    open = fenceAfter(before, line);
    const isBlank = line.trim() === '';
    const isCode: boolean =
      before !== null || (mayIndent && !isList && INDENTED.test(line) && !isBlank);
    if (before === open && isCode)
      addLine(runs, at, [{ text: line, at, length: line.length, style: 'code' }]);
    else if (before === open && (isBlank || !RULE.test(line)))
      addLine(runs, at, lineRuns(line, at));
    mayIndent = isBlank || (isCode && before === null);
    if (!isBlank && !INDENTED.test(line)) isList = ITEM.test(line);
    at += line.length + 1;
  }
  return runs;
}

/** Adds a line under those before it; of blank lines in a row only one. */
function addLine(runs: Run[], at: number, line: Run[]): void {
  const isBlank = line.every(({ text }) => text.trim() === '');
  if (isBlank && (runs.length === 0 || runs.at(-1)?.text === '\n\n')) return;
  const before = runs.at(-1);
  if (isBlank) runs.push({ text: '\n\n', at, length: 0, style: 'plain' });
  else {
    if (before && before.text !== '\n\n') runs.push({ text: '\n', at, length: 0, style: 'plain' });
    runs.push(...line);
  }
}

function lineRuns(line: string, at: number): Run[] {
  const sign = SIGN.exec(line)?.[0] ?? '';
  const rest = line.slice(sign.length);
  const start = at + sign.length;
  if (sign.includes('#')) {
    return inlineRuns(rest.replace(/\s#+\s*$/, ''), start, 'strong');
  }
  const item = ITEM.exec(rest);
  if (item) {
    const [all, indent = ''] = item;
    const number = /\d+[.)]/.exec(all)?.[0];
    const bullet: Run = {
      text: `${indent}${number ?? '•'} `,
      at: start,
      length: 0,
      style: 'plain',
    };
    return [bullet, ...inlineRuns(rest.slice(all.length), start + all.length, 'plain')];
  }
  if (/^\s*\|/.test(rest)) return rowRuns(rest, start);
  return inlineRuns(rest, start, 'plain');
}

/** A row of a table: its cells in one line. */
function rowRuns(row: string, at: number): Run[] {
  const runs: Run[] = [];
  let start = at;
  for (const cell of row.split('|')) {
    const found = inlineRuns(cell.trim(), start + cell.length - cell.trimStart().length, 'plain');
    if (found.length > 0 && runs.length > 0)
      runs.push({ text: ' · ', at: start, length: 0, style: 'plain' });
    runs.push(...found);
    start += cell.length + 1;
  }
  return runs;
}

type Rule = [pattern: RegExp, read: (match: RegExpExecArray, at: number) => Run[]];

function inlineRuns(text: string, at: number, style: Run['style']): Run[] {
  const inner = (of: string, from: number, as = style) => inlineRuns(of, from, as);
  const plain = (of: string, from: number, as = style): Run[] => [
    { text: of, at: from, length: of.length, style: as },
  ];
  const rules: Rule[] = [
    [ESCAPED, ([, sign = ''], from) => plain(sign, from + 1)],
    [CODE, ([, ticks = '', code = ''], from) => plain(code, from + ticks.length, 'code')],
    [LINK, ([all, label = ''], from) => inner(label, from + all.indexOf('[') + 1)],
    [URL_IN_BRACKETS, ([, url = ''], from) => plain(url, from + 1)],
    [TAG, () => []],
    [STRONG, ([, mark = '', words = ''], from) => inner(words, from + mark.length, 'strong')],
    [EMPHASIS, ([, , words = ''], from) => inner(words, from + 1)],
  ];
  const runs: Run[] = [];
  let begin = 0;
  const flush = (to: number) => {
    if (to > begin) runs.push(...plain(text.slice(begin, to), at + begin));
  };
  for (let i = 0; i < text.length; ) {
    const found = '\\`![<*_'.includes(text[i] ?? '') ? firstMatch(rules, text, i) : null;
    if (!found) {
      i++;
      continue;
    }
    flush(i);
    runs.push(...found.read(found.match, at + i));
    i += found.match[0].length;
    begin = i;
  }
  flush(text.length);
  return runs;
}

function firstMatch(rules: readonly Rule[], text: string, at: number) {
  for (const [pattern, read] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, read };
  }
  return null;
}
