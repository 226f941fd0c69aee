import { codeLanguage, spokenSpans } from '#documents/spoken-spans.ts';
import { readWrittenForms } from './written-forms.ts';
import { numberWords } from './written-rules.ts';
import { readTable } from './written-words.ts';

/** A sentence of a text, in words that can be said. */
export interface Sentence {
  /** Where it stands in the text that was given, in UTF-16 units. */
  start: number;
  end: number;
  spoken: string;
}

const LANGUAGES = readTable(
  'js: JavaScript, ts: TypeScript, py: Python, python: Python, sh: shell, cpp: C plus plus, c++: C plus plus, c#: C sharp, cs: C sharp',
);
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * The sentences of plain text or Markdown. A block of code is named, not spelled; headings and list items end as sentences
 * do; marks of Markdown are not said.
 */
export function toSentences(text: string): Sentence[] {
  return spokenSpans(text)
    .map(({ start, end, kind, isBlock }) => {
      const source = text.slice(start, end);
      if (kind === 'formula') return { start, end, spoken: 'A formula.' };
      if (kind === 'code') return { start, end, spoken: blockName(codeLanguage(source)) };
      const spoken = readWrittenForms(withoutMarks(source));
      // A heading or list item without a full stop would run into the next one.
      const isOpen = isBlock && /[\p{L}\p{N})]$/u.test(spoken);
      return { start, end, spoken: isOpen ? `${spoken}.` : spoken };
    })
    .filter(({ spoken }) => HAS_WORDS.test(spoken));
}

const blockName = (language: string) =>
  language ? `Code in ${LANGUAGES.get(language.toLowerCase()) ?? language}.` : 'A block of code.';

/** Marks of Markdown out of a line, and cells of a table as a list. */
function withoutMarks(line: string): string {
  return (
    line
      .replace(/^\s*(?:#{1,6}\s+|>(?!\d)\s?|[-*+•‣◦▪→]\s+(?:\[[ xX]\]\s+)?)+/u, '')
      .replace(/^\s*(\d{1,3})[.)]\s+/u, (_, n: string) => `${numberWords(n)}. `)
      .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/u, '')
      .replace(/^\s*\||\|\s*$/gu, '')
      .replace(/\s*\|\s*/gu, ', ')
      .replace(/!\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replace(/\[([^\]]+)\]\([^)]*\)/gu, '$1')
      .replace(/\[\^?\d+\]/gu, '')
      .replace(/<\/?[a-z!][^<>]{0,79}>/giu, ' ')
      // A paragraph that was wrapped at its margin.
      .replace(/\s*\n\s*/gu, ' ')
      .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
      .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
      .replace(/`([^`]+)`/gu, '$1')
      // A formula, not two sums of money.
      .replace(/(?<![\p{L}\p{N}\\$])\$([^$\s](?:[^$]*[^$\s])?)\$(?![\p{L}\p{N}$])/gu, '$1')
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
