import { clock } from './clock.ts';
import { spaceBetween, widthOf } from './join-texts.ts';
import type { Segment } from './segment.ts';

/** Segments as SubRip text. */
export function toSrt(segments: readonly Segment[]): string {
  return segments
    .map((s, i) => `${i + 1}\n${clock(s.start, ',')} --> ${clock(s.end, ',')}\n${s.text.trim()}\n`)
    .join('\n');
}

/** Segments as WebVTT. @see https://www.w3.org/TR/webvtt1/ */
export function toVtt(segments: readonly Segment[]): string {
  const cues = segments.map(
    (s) => `${clock(s.start, '.')} --> ${clock(s.end, '.')}\n${escapeCue(s.text.trim())}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Lines of a cue: more hide the picture. */
const LINES = 2;

/**
 * Segments as cues of at most two lines of `lineLength` columns. A longer segment becomes several cues, at the times
 * of their words where those are known; else they share its time by their length.
 */
export function toCues(segments: readonly Segment[], lineLength: number): Segment[] {
  return segments.flatMap((segment) => {
    const text = segment.text.trim();
    const lines = wrap(text, lineLength);
    const cues: string[] = [];
    for (let i = 0; i < lines.length; i += LINES) {
      cues.push(lines.slice(i, i + LINES).join('\n'));
    }
    const whole = timed(cues, segment);
    // Lines that are spoken slowly stand alone: both together would stay too long.
    const slow = whole.flatMap(({ text: two, start, end }) =>
      end - start > LONGEST ? two.split('\n') : [two],
    );
    return slow.length === whole.length ? whole : timed(slow, segment);
  });
}

/** Columns a second that a viewer reads: wide characters fill two. */
const READING_SPEED = 20;
/** Seconds that a cue is shown at least, and at most. */
const SHORTEST = 1;
const LONGEST = 7;
/** Seconds between two cues: viewers see that the text changes. Shorter pauses than the second flicker, and are filled. */
const GAP = 0.083;
const FLICKER = 0.5;
/** Times are written in milliseconds. */
const ROUNDING = 0.002;

/**
 * Cues with time to be read: each stays as long as its text takes where the next one leaves room, and no cue flickers.
 * Begins do not move, as they fit the sound, and no cue ends before its last word; people who speak together overlap.
 * @see https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617 Timed text, general requirements
 */
export function settleCues(cues: readonly Segment[]): Segment[] {
  return cues.map((cue, i) => {
    const next = cues[i + 1]?.start ?? Infinity;
    if (next < cue.end) return cue;
    const room = Math.max(cue.end, next - GAP);
    const wanted = Math.max(SHORTEST, widthOf(cue.text) / READING_SPEED);
    const read = Math.min(room, Math.max(cue.end, cue.start + wanted));
    const isFilled = next - read < FLICKER && room - cue.start <= LONGEST;
    return { ...cue, end: isFilled ? room : read };
  });
}

/** Cues that break a rule, by the rule. */
export interface CueFaults {
  /** Too much text for their time. */
  fast: readonly Segment[];
  short: readonly Segment[];
  long: readonly Segment[];
}

/** Which cues break the rules of `settleCues`: where words follow each other quickly, there is no time to give. */
export function checkCues(cues: readonly Segment[]): CueFaults {
  const seconds = ({ start, end }: Segment) => end - start;
  return {
    fast: cues.filter((cue) => widthOf(cue.text) > READING_SPEED * (seconds(cue) + ROUNDING)),
    short: cues.filter((cue) => seconds(cue) < SHORTEST - ROUNDING),
    long: cues.filter((cue) => seconds(cue) > LONGEST + ROUNDING),
  };
}

/** Characters that are not white space: by these a cue finds its words. */
const lettersOf = (text: string) => text.replace(/\s/g, '').length;

function timed(cues: readonly string[], { start, end, words = [] }: Segment): Segment[] {
  const all = Math.max(1, lettersOf(cues.join('')));
  // Where each word begins and ends among the letters of the segment.
  let letters = 0;
  const spans = words.map((word) => {
    const from = letters;
    letters += lettersOf(word.text);
    return { from, to: letters, word };
  });
  // A name before the text, or words of a person's edit, have no times.
  const lead = Math.max(0, all - letters);
  const hasWords = letters > 0;
  let done = 0;
  return cues.map((text) => {
    const from = done;
    done += lettersOf(text);
    const share = (at: number) => start + ((end - start) * at) / all;
    const first = spans.find((span) => span.to + lead > from)?.word;
    const last = spans.findLast((span) => span.from + lead < done)?.word;
    const begin = hasWords && first ? first.start : share(from);
    const close = hasWords && last ? last.end : share(done);
    return {
      text,
      start: from === 0 ? start : begin,
      end: done === all ? end : Math.max(begin, close),
    };
  });
}

/** Where a text may be broken: between words, by the rules of its script. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Words with the punctuation that follows them; white space is a word of its own. */
function breakable(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = parts.at(-1);
    const isSpace = /^\s+$/.test(segment);
    // Closing punctuation stays with its word, an opening bracket with the next; words of scripts with spaces are whole.
    const isGlued =
      last !== undefined &&
      !isSpace &&
      !/\s$/.test(last) &&
      (/^[\p{Pe}\p{Pf}\p{Po}\p{Pd}]/u.test(segment) ||
        /[\p{Ps}\p{Pi}]$/u.test(last) ||
        spaceBetween(last, segment) === ' ');
    if (isGlued) parts[parts.length - 1] = last + segment;
    else parts.push(isSpace ? ' ' : segment);
  }
  return parts;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const close = () => {
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  };
  for (const part of breakable(text).flatMap((word) => cutLong(word, width))) {
    if (widthOf((line + part).trim()) > width) close();
    line += part;
  }
  close();
  return lines;
}

/** A word longer than a line, in pieces. */
function cutLong(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = pieces.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > width) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}
