const NAME = 'alcove-download-rate';
/** Milliseconds for which a measurement is used: devices move to other networks. */
const MAX_AGE_MS = 7 * 86_400_000;

/** Bytes per second that the last download reached here; null where it is unknown or old. */
export function readDownloadRate(now = Date.now()): number | null {
  try {
    const { rate, at } = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, unknown>;
    const isKnown = typeof rate === 'number' && rate > 0 && Number.isFinite(rate);
    return isKnown && typeof at === 'number' && now - at < MAX_AGE_MS ? rate : null;
  } catch {
    return null;
  }
}

/** Remembers how fast a running download is. */
export function noteDownloadRate(rate: number, now = Date.now()): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ rate, at: now }));
  } catch {
    // A full or closed store costs a figure.
  }
}
