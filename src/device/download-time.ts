/** The Network Information API, where a browser has it. */
interface Connection {
  /** Megabits a second, as the browser estimates; 0 while it knows nothing. */
  downlink?: number;
}

/** Megabits per second at which browsers cap the reported rate, against fingerprinting. */
const MAX_REPORTED = 10;

export interface DownloadTime {
  seconds: number;
  /** `measured`: by an own download. `estimated`: by the browser. `at-most`: the browser reports its maximum. */
  basis: 'measured' | 'estimated' | 'at-most';
}

/**
 * How long a download is likely to take here; null where nothing is known of the connection.
 * @param measured bytes per second of the last download; null where there was none
 */
export function downloadTime(
  bytes: number,
  measured: number | null,
  { connection }: { connection?: Connection } = navigator as { connection?: Connection },
): DownloadTime | null {
  if (measured !== null) return { seconds: bytes / measured, basis: 'measured' };
  const rate = connection?.downlink ?? 0;
  if (rate <= 0) return null;
  const basis = rate >= MAX_REPORTED ? 'at-most' : 'estimated';
  return { seconds: (bytes * 8) / (rate * 1e6), basis };
}
