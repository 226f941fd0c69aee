/** Seconds as `hh:mm:ss` and milliseconds after `mark`. */
export function clock(seconds: number, mark: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${rest}`;
}

/** Seconds as people read them: `4:05`, `1:04:05`. */
export function shortClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(whole % 60)}`;
}

/** Seconds of `4:05` or `1:04:05`; null for anything else. */
export function parseClock(text: string): number | null {
  const parts = /^(?:(\d+):)?(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!parts) return null;
  const [, hours = '0', minutes, seconds] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Seconds as people read them, with tenths under ten seconds: `0:03.4`, `4:05`. */
export function preciseClock(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  return tenths < 100 ? `0:0${Math.floor(tenths / 10)}.${tenths % 10}` : shortClock(seconds);
}

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
