import { clock } from './clock.ts';
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
 * Segments as cues of at most two lines of `lineLength` characters. A longer segment becomes several
 * cues that share its time by their length; a single longer word gets a separate line.
 */
export function toCues(segments: readonly Segment[], lineLength: number): Segment[] {
  return segments.flatMap(({ text, start, end }) => {
    const lines = wrap(text.trim(), lineLength);
    const cues: string[] = [];
    for (let i = 0; i < lines.length; i += LINES) cues.push(lines.slice(i, i + LINES).join('\n'));
    const all = Math.max(1, cues.join('').length);
    let done = 0;
    return cues.map((cue) => {
      const from = start + ((end - start) * done) / all;
      done += cue.length;
      return { text: cue, start: from, end: start + ((end - start) * done) / all };
    });
  });
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
