/** The Network Information API, where a browser has it. */
interface Connection {
  /** Megabits a second, as the browser estimates; 0 while it knows nothing. */
  downlink?: number;
}

/** Seconds that a download is likely to take here; null where the browser does not estimate the connection. */
export function downloadSeconds(
  bytes: number,
  { connection }: { connection?: Connection } = navigator as { connection?: Connection },
): number | null {
  const rate = connection?.downlink ?? 0;
  return rate > 0 ? (bytes * 8) / (rate * 1e6) : null;
}
