import { UNSPACED_LANGUAGES } from '#base/words.ts';
import type { SpeechWord } from '#engine/tasks.ts';

const FRAMES_PER_SECOND = 50;
const SENTENCE_ENDS = '.。!！?？';
const OPENING = '"\'“¿([{-';
const CLOSING = '"\'.。,，!！?？:：”)]}、';
const REPLACEMENT = '\uFFFD';

/** Some tokens that make a word. */
export interface WordTokens {
  text: string;
  /** How many. */
  tokens: number;
}

/** Cuts tokens into words: at spaces, or at characters in languages that have none. */
export function splitWords(
  ids: readonly number[],
  decode: (ids: readonly number[]) => string,
  language: string | null,
): WordTokens[] {
  const characters = splitCharacters(ids, decode);
  if (language !== null && UNSPACED_LANGUAGES.has(language)) return characters;
  const words: WordTokens[] = [];
  for (const { text, tokens } of characters) {
    const last = words.at(-1);
    const isPunctuation = /^[\p{P}\p{S}]+$/u.test(text.trim());
    if (!last || text.startsWith(' ') || isPunctuation) words.push({ text, tokens });
    else {
      last.text += text;
      last.tokens += tokens;
    }
  }
  return words;
}

/** Tokens joined until they are whole characters. */
function splitCharacters(
  ids: readonly number[],
  decode: (ids: readonly number[]) => string,
): WordTokens[] {
  const pieces: WordTokens[] = [];
  let from = 0;
  for (let to = 1; to <= ids.length; to++) {
    const text = decode(ids.slice(from, to));
    if (text.includes(REPLACEMENT) && to < ids.length) continue;
    pieces.push({ text, tokens: to - from });
    from = to;
  }
  return pieces;
}

interface Span {
  start: number;
  end: number;
}

interface TimedWord extends WordTokens, Span {
  probability: number;
}

/** Times of words whose tokens start at these frames; `starts` has one more for the end. */
export function timeWords(
  words: readonly WordTokens[],
  starts: readonly number[],
  probabilities: readonly number[],
): TimedWord[] {
  let at = 0;
  const timed = words.map((word) => {
    const mine = probabilities.slice(at, at + word.tokens);
    const start = (starts[at] ?? 0) / FRAMES_PER_SECOND;
    at += word.tokens;
    const end = (starts[at] ?? starts.at(-1) ?? 0) / FRAMES_PER_SECOND;
    return { ...word, start, end, probability: mean(mine) };
  });
  shortenAtSentences(timed);
  return joinPunctuation(timed);
}

/** A pause counts to the word next to it: no word at a sentence's edge lasts twice the usual time. */
function shortenAtSentences(words: TimedWord[]): void {
  const limit = 2 * usualDuration(words);
  for (let i = 1; i < words.length; i++) {
    const word = words[i] as TimedWord;
    const before = words[i - 1] as TimedWord;
    if (word.end - word.start <= limit) continue;
    if (isIn(SENTENCE_ENDS, word.text)) word.end = word.start + limit;
    else if (isIn(SENTENCE_ENDS, before.text)) word.start = word.end - limit;
  }
}

function usualDuration(words: readonly TimedWord[]): number {
  const spans = words.map((w) => w.end - w.start).filter((d) => d > 0);
  const middle = spans.sort((a, b) => a - b)[spans.length >> 1] ?? 0;
  return Math.min(0.7, middle);
}

const isIn = (set: string, text: string) => text.trim() !== '' && set.includes(text.trim());

/** Opening signs belong to the word behind them, closing ones to the word before. */
function joinPunctuation(words: readonly TimedWord[]): TimedWord[] {
  const joined: TimedWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const closes =
      last && !last.text.endsWith(' ') && isIn(CLOSING, word.text) && !word.text.startsWith(' ');
    const follows = last?.text.startsWith(' ') && isIn(OPENING, last.text);
    if (closes) {
      last.text += word.text;
      last.tokens += word.tokens;
    } else if (last && follows) {
      joined[joined.length - 1] = {
        ...word,
        text: last.text + word.text,
        tokens: last.tokens + word.tokens,
      };
    } else joined.push({ ...word });
  }
  return joined;
}

/**
 * Shares words out to segments by their tokens, and has both agree at the edges: a first or last
 * word that is much too long ends where the segment does, else the segment takes the word's time.
 */
export function placeWords(
  words: readonly TimedWord[],
  segments: readonly (Span & { tokens: number })[],
): (Span & { words: SpeechWord[] })[] {
  const usual = usualDuration([...words]);
  let next = 0;
  let spokenUntil = 0;
  return segments.map((segment) => {
    const mine: TimedWord[] = [];
    for (let tokens = 0; next < words.length && tokens < segment.tokens; next++) {
      const word = words[next] as TimedWord;
      tokens += word.tokens;
      if (word.text.trim() !== '') mine.push({ ...word });
    }
    shortenAfterPause(mine, spokenUntil, usual);
    const edges = agreeOnEdges(mine, segment, usual);
    spokenUntil = edges.end;
    return { ...edges, words: mine.map(toSpeechWord) };
  });
}

function agreeOnEdges(words: TimedWord[], segment: Span, usual: number): Span {
  const { start, end } = segment;
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return { start, end };
  const startsEarly = start < first.end && start - 0.5 > first.start;
  if (startsEarly) first.start = Math.max(0, Math.min(first.end - usual, start));
  const endsLate = end > last.start && end + 0.5 < last.end;
  if (endsLate) last.end = Math.max(last.start + usual, end);
  return { start: startsEarly ? start : first.start, end: endsLate ? end : last.end };
}

const toSpeechWord = ({ text, start, end, probability }: TimedWord): SpeechWord => ({
  text,
  start,
  end: Math.max(start, end),
  probability,
});

function shortenAfterPause(words: TimedWord[], spokenUntil: number, usual: number): void {
  const [first, second] = words;
  if (!first) return;
  const limit = 2 * usual;
  const isLong = first.end - first.start > limit;
  const areLong = second !== undefined && second.end - first.start > 2 * limit;
  if (first.end - spokenUntil <= 4 * usual || !(isLong || areLong)) return;
  if (second && second.end - second.start > limit) {
    const boundary = Math.max(second.end / 2, second.end - limit);
    first.end = boundary;
    second.start = boundary;
  }
  first.start = Math.max(0, first.end - limit);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}
