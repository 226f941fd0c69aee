import { readWrittenForms } from './written-forms.ts';
import { numberWords } from './written-rules.ts';
import { readTable, TITLES } from './written-words.ts';

/** A sentence of a text, in words that can be said. */
export interface Sentence {
  /** Where it stands in the text that was given, in UTF-16 units. */
  start: number;
  end: number;
  spoken: string;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)/u;
const LANGUAGES = readTable(
  'js: JavaScript, ts: TypeScript, py: Python, python: Python, sh: shell, cpp: C plus plus, c++: C plus plus, c#: C sharp, cs: C sharp',
);
/** Formulas between dollars or in LaTeX's own brackets, on lines of their own. */
const FORMULA_LINE = /^\s*(?:\$\$|\\\[)/u;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * The sentences of plain text or Markdown. A block of code is named, not spelled; headings and list items end as sentences
 * do; marks of Markdown are not said.
 */
export function toSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let fence: string | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const [, mark, language = ''] = FENCE.exec(line) ?? [];
    if (fence === null) {
      fence = mark ?? null;
      const named = mark ? blockName(language) : formulaName(line);
      const whole = { start, end: start + line.length };
      sentences.push(...(named ? [{ ...whole, spoken: named }] : lineSentences(line, start)));
    } else if (mark?.startsWith(fence) && !language) fence = null;
    start += line.length + 1;
  }
  return sentences.filter(({ spoken }) => HAS_WORDS.test(spoken));
}

const blockName = (language: string) =>
  language ? `Code in ${languageName(language)}.` : 'A block of code.';
const formulaName = (line: string) => (FORMULA_LINE.test(line) ? 'A formula.' : null);

function languageName(language: string): string {
  const name = LANGUAGES.get(language.toLowerCase());
  return name ?? language;
}

function lineSentences(line: string, start: number): Sentence[] {
  const isBlock = /^\s*(?:#{1,6}\s|[-*+•]\s|\d+[.)]\s|>|\|)/u.test(line);
  return splitLine(line).map(({ from, to }) => {
    const spoken = readWrittenForms(withoutMarks(line.slice(from, to)));
    // A heading or list item without a full stop would run into the next one.
    const isOpen = isBlock && /[\p{L}\p{N})]$/u.test(spoken);
    return { start: start + from, end: start + to, spoken: isOpen ? `${spoken}.` : spoken };
  });
}

/** Marks of Markdown out of a line, and cells of a table as a list. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+•]\s+(?:\[[ xX]\]\s+)?)+/u, '')
    .replace(/^\s*(\d{1,3})[.)]\s+/u, (_, n: string) => `${numberWords(n)}. `)
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/u, '')
    .replace(/^\s*\||\|\s*$/gu, '')
    .replace(/\s*\|\s*/gu, ', ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/gu, '$1')
    .replace(/\[\^?\d+\]/gu, '')
    .replace(/<[^<>]{1,80}>/gu, ' ')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]+)`/gu, '$1')
    .replace(/\$([^$\s][^$]*)\$/gu, '$1');
}

const END = /(?<=[.!?…])["”’)\]*_]*\s+(?=\S)|(?<=[。！？])/gu;

/** Ranges of the sentences of a line. A dot after a title or an initial ends none. */
function splitLine(line: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let from = 0;
  for (const { 0: gap, index } of line.matchAll(END)) {
    if (!endsSentence(line, index, line[index + gap.length] ?? '')) continue;
    ranges.push({ from, to: index + gap.trimEnd().length });
    from = index + gap.length;
  }
  ranges.push({ from, to: line.length });
  return ranges;
}

function endsSentence(line: string, end: number, next: string): boolean {
  if (next !== next.toUpperCase()) return false;
  if (line[end - 1] !== '.') return true;
  const word = line.slice(line.lastIndexOf(' ', end - 1) + 1, end - 1).replace(/^[("“'‘*_]+/u, '');
  if (/^\d{1,3}$/u.test(word) && line.slice(0, end - 1).trim() === word) return false;
  return !(
    TITLES.has(word) ||
    /^\p{Lu}$/u.test(word) ||
    /^(?:e\.g|i\.e|vs|cf|No|Nos|pp?|approx|Fig|Eq|Vol)$/u.test(word)
  );
}

/**
 * Which characters of a sentence each spoken word stands for: equal words are paired, rewritten words belong to the words
 * between its neighbours. @returns ranges in the source, one for each spoken word, never decreasing.
 */
export function alignWords(
  source: string,
  spoken: readonly string[],
): { start: number; end: number }[] {
  const words = [...source.matchAll(/\S+/gu)].map(({ 0: text, index }) => ({
    text: bare(text),
    start: index,
    end: index + text.length,
  }));
  const pairs = longestCommon(
    words.map(({ text }) => text),
    spoken.map(bare),
  );
  let last = -1;
  return spoken.map((_, i) => {
    const exact = pairs.get(i);
    if (exact !== undefined) last = exact;
    const next = exact ?? nextOf(pairs, i, spoken.length) ?? words.length;
    const [from, to] =
      exact === undefined ? [Math.min(last + 1, next - 1), next - 1] : [exact, exact];
    const [first, final] = [
      words[Math.max(0, from)],
      words[Math.max(0, Math.min(to, words.length - 1))],
    ];
    return { start: first?.start ?? 0, end: Math.max(first?.end ?? 0, final?.end ?? 0) };
  });
}

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function nextOf(
  pairs: ReadonlyMap<number, number>,
  from: number,
  count: number,
): number | undefined {
  for (let i = from + 1; i < count; i++) {
    const found = pairs.get(i);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Pairs of equal words in both orders, by number of the second list. */
function longestCommon(a: readonly string[], b: readonly string[]): Map<number, number> {
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] =
        a[i] === b[j]
          ? (length[(i + 1) * width + j + 1] as number) + 1
          : Math.max(length[(i + 1) * width + j] as number, length[i * width + j + 1] as number);
    }
  }
  const pairs = new Map<number, number>();
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.set(j++, i++);
    else if ((length[(i + 1) * width + j] as number) >= (length[i * width + j + 1] as number)) i++;
    else j++;
  }
  return pairs;
}
