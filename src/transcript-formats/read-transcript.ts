import { type Overlap, overlapsWithin } from './overlaps.ts';
import type { SpokenSegment, Word } from './segment.ts';

/** A transcript that was read from a file. */
export interface TranscriptFile {
  /** Of the recording that Alcove exported; null in files of other programs. */
  recording: { id: string; name: string; model: string } | null;
  /** As the file names it: a code, or its English name; empty where it does not. */
  language: string;
  translated: boolean;
  seconds: number;
  segments: SpokenSegment[];
}

/** More than a year of speech has: the rest of a file is not read. */
export const MAX_SEGMENTS = 200_000;
/** Seconds of the longest recording that is plausible: a year. */
export const MAX_SECONDS = 31_536_000;
/** Characters of a name, and of one segment. */
const MAX_NAME = 200;
export const MAX_TEXT = 100_000;
/** Stretches of a segment in which somebody else speaks. */
const MAX_OVERLAPS = 100;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_SEGMENTS * 20) : [];
const textOf = (value: unknown, max = MAX_NAME) =>
  typeof value === 'string' ? value.slice(0, max) : '';

/** `verbose_json`, of Alcove or of another program; null for anything else. */
export function readVerboseJson(value: unknown): TranscriptFile | null {
  const { segments, words, duration, task, language, recording } = fieldsOf(value);
  if (!Array.isArray(segments)) return null;
  const spoken = itemsOf(segments).slice(0, MAX_SEGMENTS).flatMap(toSegment);
  if (spoken.length === 0) return null;
  const { id, name, model } = fieldsOf(recording);
  return {
    recording:
      textOf(id) === '' ? null : { id: textOf(id), name: textOf(name), model: textOf(model) },
    language: textOf(language),
    translated: task === 'translate',
    seconds: lengthOf(spoken, duration),
    segments: withWords(spoken, itemsOf(words).flatMap(toWord)),
  };
}

/** SubRip or WebVTT; null where no subtitle is in the text. */
export function readSubtitles(text: string): TranscriptFile | null {
  const isVtt = /^\ufeff?WEBVTT/.test(text);
  const segments: SpokenSegment[] = [];
  // Joined where the next subtitle begins: a file may be of blocks without times alone.
  let more: string[] = [];
  let room = 0;
  const close = () => {
    const last = segments.at(-1);
    if (last && more.length > 0) last.text = [last.text, ...more].join('\n').slice(0, MAX_TEXT);
    more = [];
  };
  for (const block of blocksOf(text.replaceAll('\r\n', '\n'))) {
    const cue = block.includes('-->') ? toCue(block, isVtt) : null;
    if (cue) {
      close();
      if (segments.length >= MAX_SEGMENTS) break;
      segments.push(cue);
      room = MAX_TEXT - cue.text.length;
    } else if (room > 0 && !/^(?:NOTE|STYLE|REGION)\b/.test(block)) {
      // An empty line in a subtitle: what follows is still its text.
      const rest = block.trim();
      room -= rest.length + 1;
      more.push(rest);
    }
  }
  close();
  if (segments.length === 0) return null;
  return {
    recording: null,
    language: '',
    translated: false,
    seconds: lengthOf(segments, 0),
    segments,
  };
}

/** What empty lines divide, one at a time: a text of 64 MB may have twenty million. */
function* blocksOf(text: string): Generator<string> {
  const gap = /\n{2,}/g;
  let start = 0;
  for (let found = gap.exec(text); found; found = gap.exec(text)) {
    const block = text.slice(start, found.index);
    if (block.trim() !== '') yield block;
    start = gap.lastIndex;
  }
  if (start < text.length) yield text.slice(start);
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;

function toSegment(value: unknown): SpokenSegment[] {
  const { start, end, text, speaker, overlaps } = fieldsOf(value);
  if (!isTime(start) || !isTime(end) || end < start || typeof text !== 'string') return [];
  const own = itemsOf(overlaps).slice(0, MAX_OVERLAPS).flatMap(toOverlap);
  return [
    {
      ...{ start, end, text: textOf(text, MAX_TEXT), speaker: textOf(speaker) || null },
      ...overlapsWithin(own, { start, end }),
    },
  ];
}

function toOverlap(value: unknown): Overlap<string>[] {
  const { start, end, speaker } = fieldsOf(value);
  if (!isTime(start) || !isTime(end) || textOf(speaker) === '') return [];
  return [{ start, end, speaker: textOf(speaker) }];
}

function toWord(value: unknown): Word[] {
  const { start, end, word, probability } = fieldsOf(value);
  if (!isTime(start) || !isTime(end) || textOf(word).trim() === '') return [];
  const isKnown = typeof probability === 'number' && probability >= 0 && probability <= 1;
  return [{ start, end, text: textOf(word), probability: isKnown ? probability : 1 }];
}

const lengthOf = (segments: readonly SpokenSegment[], duration: unknown) =>
  segments.reduce((most, { end }) => Math.max(most, end), isTime(duration) ? duration : 0);

/**
 * The words of a file are one list: each segment gets those that spell its text, with the space before them and the
 * punctuation around them, which the words of other programs lack. A text that a person changed since is not spelt by
 * its words; the words after it are found by their times.
 */
function withWords(segments: readonly SpokenSegment[], words: readonly Word[]): SpokenSegment[] {
  let next = 0;
  const skipWhile = (isBefore: (word: Word) => boolean) => {
    for (let word = words[next]; word && isBefore(word); word = words[next]) next++;
  };
  return segments.map((segment) => {
    let own = spell(segment.text, words, next);
    if (!own) {
      skipWhile(({ end }) => end < segment.start);
      own = spell(segment.text, words, next);
    }
    // Times are rounded: the last word of the text before may end in this one.
    for (let more = 1; !own && more <= MAX_STRAY; more++) {
      own = spell(segment.text, words, next + more);
      if (own) next += more;
    }
    if (!own) {
      skipWhile(({ start, end }) => (start + end) / 2 < segment.end);
      return segment;
    }
    next += own.length;
    return { ...segment, words: own };
  });
}

/** Words between two texts that belong to neither. */
const MAX_STRAY = 2;
/** Characters between two words. */
const MAX_GAP = 100;
const GAP = /^[\p{P}\p{S}\s]*$/u;

/** The words from a place on that spell a text, with the characters between them; null where they do not. */
function spell(text: string, words: readonly Word[], from: number): Word[] | null {
  const own: Word[] = [];
  let at = 0;
  for (let word = words[from]; word; word = words[from + own.length]) {
    // No search through a long text for a word that is not next.
    const near = text.slice(at, at + MAX_GAP + word.text.length);
    const found = near.indexOf(word.text);
    const gap = near.slice(0, found);
    if (found < 0 || !GAP.test(gap)) break;
    // Commas belong to the word before them, opening brackets to the one after.
    const last = own.at(-1);
    const mark = last ? (/^\S*/.exec(gap)?.[0] ?? '') : '';
    if (last) last.text += mark;
    own.push({ ...word, text: gap.slice(mark.length) + word.text });
    at += found + word.text.length;
  }
  const last = own.at(-1);
  const rest = text.slice(at, at + MAX_GAP);
  if (!last || text.length - at > MAX_GAP || !GAP.test(rest)) return null;
  last.text += rest.trimEnd();
  return own;
}

const TIMES =
  /^(?:(\d{1,5}):)?(\d{1,2}):(\d{2})[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,5}):)?(\d{1,2}):(\d{2})[.,](\d{3})/;

function toCue(block: string, isVtt: boolean): SpokenSegment | null {
  // Before the times stands the number of the subtitle, or nothing.
  const lines = block.replace(/^\ufeff?\n*/, '').split('\n');
  const at = lines.slice(0, 2).findIndex((line) => TIMES.test(line));
  if (at < 0) return null;
  const [h = 0, m = 0, s = 0, ms = 0, ...to] = (TIMES.exec(lines[at] ?? '') ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  const [toH = 0, toM = 0, toS = 0, toMs = 0] = to;
  const start = h * 3600 + m * 60 + s + ms / 1000;
  const end = toH * 3600 + toM * 60 + toS + toMs / 1000;
  if (!isTime(start) || !isTime(end) || end < start) return null;
  const text = lines
    .slice(at + 1)
    .join('\n')
    .slice(0, MAX_TEXT)
    .trim();
  if (!isVtt) return { start, end, text, speaker: null };
  const speaker = /^<v(?:\.[^ >]*)? ([^>]{1,200})>/.exec(text)?.[1]?.trim() ?? null;
  return { start, end, text: unescapeCue(text.replace(/<[^>]{0,300}>/g, '')), speaker };
}

const unescapeCue = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
