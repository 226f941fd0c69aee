import { parseClock } from './clock.ts';
import { unmarkFormula } from './csv-cell.ts';
import { MAX_SECONDS, MAX_SEGMENTS, MAX_TEXT, type TranscriptFile } from './read-transcript.ts';
import type { SpokenSegment } from './segment.ts';
import { NAME, unmarkWords } from './words-like-names.ts';

// The exports for readers. They name where a segment begins, the table also where it ends; one without times cannot be read back.

/** A paragraph of a file, and who says it where the file marks that. */
interface Paragraph {
  text: string;
  speaker: string | null;
}

const TIME = /^\[((?:\d{1,5}:)?\d{1,2}:\d{2})\] /;
const CODE_TIME = /^`(\d{2,5}:\d{2}:\d{2})` /;
const WORD_TIME = /^((?:\d{1,5}:)?\d{1,2}:\d{2}) {2}/;
/** A name rather than the beginning of a sentence: a few words without its marks. */
const SHORT_NAME = /^[^\s,;!?…"“”]+(?: [^\s,;!?…"“”]+){0,3}$/;
/** A name as chat logs have it, which have times of the day. */
const CHAT_NAME = /^<[^<>\s]{1,60}> /;
/** A name before the words, as Markdown has it. */
const BOLD_NAME = /^\*\*([^\n]{1,200}?):\*\* /;

/** Lines that begin with `[m:ss]`; null for any other text. */
export function readPlain(text: string): TranscriptFile | null {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const spoken = timed(lines.map(plain), TIME, '\n');
  return spoken?.every((segment) => CHAT_NAME.test(segment.text)) ? null : toFile(named(spoken));
}

/** Paragraphs that begin with a time in code marks, after the title; null for any other text. */
export function readMarkdown(text: string): TranscriptFile | null {
  const blocks = text.replace(/^\ufeff/, '').split(/\r?\n\r?\n/);
  const title = /^# (.*)$/.exec(blocks[0] ?? '');
  const spoken = timed(blocks.slice(title ? 1 : 0).map(plain), CODE_TIME, '\n\n');
  const all = spoken?.map((segment) => {
    const [head = '', speaker = null] = BOLD_NAME.exec(segment.text) ?? [];
    return { ...segment, speaker, text: segment.text.slice(head.length) };
  });
  return toFile(all ?? null);
}

/** `word/document.xml` of a transcript, also after Word has stored it again; null for any other document. */
export function readWord(xml: string): TranscriptFile | null {
  const [first, ...others] = xml.split('</w:p>').map(readParagraph);
  if (!first) return null;
  // The title has no time.
  return toFile(timed(WORD_TIME.test(first.text) ? [first, ...others] : others, WORD_TIME, '\n'));
}

/** A table with the columns `start` and `text`, in seconds or `h:mm:ss`; null for any other. */
export function readTable(rows: Iterable<readonly string[]>): TranscriptFile | null {
  let columns: Columns | null = null;
  const found: SpokenSegment[] = [];
  for (const row of rows) {
    if (columns) {
      found.push(...toSegment(row, columns));
      if (found.length >= MAX_SEGMENTS) break;
      continue;
    }
    const names = row.map((cell) =>
      cell
        .replace(/^\ufeff/, '')
        .trim()
        .toLowerCase(),
    );
    const at = (name: string) => names.indexOf(name);
    columns = { start: at('start'), end: at('end'), speaker: at('speaker'), text: at('text') };
    if (columns.start < 0 || columns.text < 0) return null;
  }
  return toFile(columns && columns.end >= 0 ? found : withEnds(found));
}

type Columns = Record<'start' | 'end' | 'speaker' | 'text', number>;

/** None of a row without a time or words. */
function toSegment(row: readonly string[], columns: Columns): SpokenSegment[] {
  const cell = (name: keyof Columns) => row[columns[name]] ?? '';
  const text = unmarkFormula(cell('text')).trim().slice(0, MAX_TEXT);
  const start = secondsOf(cell('start'));
  if (start === null || start > MAX_SECONDS || text === '') return [];
  const end = Math.max(start, Math.min(MAX_SECONDS, secondsOf(cell('end')) ?? start));
  return [{ start, end, text, speaker: unmarkFormula(cell('speaker')).trim() || null }];
}

const secondsOf = (text: string): number | null =>
  /^\d{1,9}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : parseClock(text);

const plain = (text: string): Paragraph => ({ text, speaker: null });

/**
 * Segments of paragraphs that begin with a time; one without belongs to the segment before it.
 * Null where the first has none, and where times fall: that is another text with clocks in it.
 */
function timed(
  paragraphs: readonly Paragraph[],
  pattern: RegExp,
  between: string,
): SpokenSegment[] | null {
  const found: SpokenSegment[] = [];
  for (const { text, speaker } of paragraphs) {
    const [head, time = ''] = pattern.exec(text) ?? [];
    const last = found.at(-1);
    if (head === undefined) {
      if (text.trim() === '') continue;
      if (!last) return null;
      last.text = `${last.text}${between}${text.trim()}`.slice(0, MAX_TEXT);
      continue;
    }
    const start = secondsOf(time) ?? 0;
    if (!mayFollow(start, last)) return null;
    if (found.length >= MAX_SEGMENTS) break;
    found.push({
      start,
      end: start,
      text: text.slice(head.length).trim().slice(0, MAX_TEXT),
      speaker,
    });
  }
  return withEnds(found);
}

const mayFollow = (start: number, last: SpokenSegment | undefined) =>
  start <= MAX_SECONDS && start >= (last?.start ?? 0);

/** Each ends where the next begins; the ones of the same second share it, in their order. */
function withEnds(segments: readonly SpokenSegment[]): SpokenSegment[] {
  const starts: number[] = [];
  for (let from = 0, to = 0; from < segments.length; from = to) {
    const start = segments[from]?.start ?? 0;
    while (to < segments.length && segments[to]?.start === start) to++;
    for (let i = from; i < to; i++) starts.push(start + (i - from) / (to - from));
  }
  return segments.map((segment, i) => {
    const start = starts[i] ?? segment.start;
    return { ...segment, start, end: Math.max(start, starts[i + 1] ?? start) };
  });
}

/**
 * Names that the plain text has before the words: where all segments begin with one; else the ones that come more than once
 * or look like one. A segment without a name stands alone.
 */
function named(segments: SpokenSegment[] | null): SpokenSegment[] | null {
  const names = segments?.map(({ text }) => NAME.exec(text)?.[1]) ?? [];
  const isNamed = names.every((name) => name !== undefined);
  const once = new Set<string>();
  const often = new Set<string>();
  for (const name of names) if (name !== undefined) (once.has(name) ? often : once).add(name);
  const isName = (name: string) => isNamed || SHORT_NAME.test(name) || often.has(name);
  return (
    segments?.map((segment, i) => {
      const speaker = names[i];
      if (speaker === undefined || !isName(speaker)) {
        return { ...segment, text: unmarkWords(segment.text) };
      }
      return { ...segment, speaker, text: segment.text.slice(speaker.length + 2) };
    }) ?? null
  );
}

function toFile(segments: SpokenSegment[] | null): TranscriptFile | null {
  const spoken = segments?.filter(({ text }) => text !== '') ?? [];
  if (spoken.length === 0) return null;
  const seconds = spoken.reduce((most, { end }) => Math.max(most, end), 0);
  return { recording: null, language: '', translated: false, seconds, segments: spoken };
}

/** The text of a paragraph; a bold run before the words that ends with a colon is a name. */
function readParagraph(xml: string): Paragraph {
  let [text, speaker]: [string, string | null] = ['', null];
  for (const run of xml.split('</w:r>')) {
    const own = run
      .split('</w:t>')
      .map((part) => /<w:t(?:\s[^>]{0,200})?>([^<]*)$/.exec(part.slice(-MAX_TEXT))?.[1] ?? '')
      .join('');
    const isName = speaker === null && /<w:b\/>/.test(run) && /^[^:]{1,200}: $/.test(own);
    if (isName) speaker = unescapeXml(own.slice(0, -2));
    else text += unescapeXml(own);
  }
  return { text, speaker };
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};
const unescapeXml = (text: string) =>
  text.replace(/&(\w{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole);
