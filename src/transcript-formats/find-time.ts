import { parseClock } from './clock.ts';

/**
 * Seconds at which a passage of a timed text is said: the last `[1:23]` before its first words, or
 * the first inside it. Null when the text has none.
 */
export function findTime(text: string, start: number, end: number): number | null {
  const mark = /\[((?:\d+:)?\d{1,2}:\d{2})\]/g;
  const inside = mark.exec(text.slice(start, end));
  // A passage that begins with its own time needs none from before.
  if (inside && text.slice(start, start + inside.index).trim() === '') {
    return parseClock(inside[1] ?? '');
  }
  const before = [...text.slice(0, start).matchAll(mark)].at(-1);
  return parseClock(before?.[1] ?? inside?.[1] ?? '');
}
