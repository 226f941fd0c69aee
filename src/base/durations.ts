/** Words of the name of a column that say how long something took, and of a time of day, of which there is no sum. */
const TAKEN = /\b(?:time|duration|length|lap|split|taken|elapsed|chip|gun|finish|result|runtime)\b/;
const OF_DAY =
  /\b(?:start\w*|begin\w*|end|ends|depart\w*|arriv\w*|open\w*|clos\w*|check|from|until|at)\b/;
const DURATION = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)(?:[.,]\d+)?$|^(\d{2,3}):([0-5]\d)$/;

/** Seconds of a cell such as 3:58:12 or 24:10; null where it is none. */
export function readDuration(value: string): number | null {
  const [all, hours = 0, minutes, seconds, more = minutes, rest = seconds] =
    DURATION.exec(value.trim()) ?? [];
  return all === undefined ? null : Number(hours) * 3600 + Number(more) * 60 + Number(rest);
}

/** Whether the cells of a column say how long something took. */
export function areDurations(plainName: string, values: readonly string[]): boolean {
  if (!TAKEN.test(plainName) || OF_DAY.test(plainName)) return false;
  // Times of two parts alone may be hours and minutes, unless no day has as many hours.
  return values.some((value) => /^(?:\d+:\d+[:.,]|2[4-9]:|[3-9]\d:|\d{3}:)/.test(value.trim()));
}

/** Seconds as the cells of such a column. */
export function writeDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value % 60).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60))}:${two(whole)}`;
}
