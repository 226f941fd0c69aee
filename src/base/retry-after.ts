/** The wait that a server asks for, in seconds or by a date, as milliseconds and at most `most`; null where it does not say. */
export function readRetryAfter(headers: Headers, most: number): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return Math.min(exact, most);
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now();
  return ms >= 0 ? Math.min(ms, most) : null;
}
