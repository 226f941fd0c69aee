/** Milliseconds of measuring. */
const MEASURED_MS = 50;
/** Milliseconds after which no answer is awaited: a worker may never load. */
const WAIT_MS = 5_000;

let measured: Promise<number | null> | null = null;

/**
 * Bytes per second that one thread reads from memory, measured once in a worker; null where it could not
 * be measured.
 */
export function measureReadRate(): Promise<number | null> {
  measured ??= measure().then((rate) => {
    // Another time the machine may be less busy.
    if (rate === null) measured = null;
    return rate;
  });
  return measured;
}

function measure(): Promise<number | null> {
  const worker = new Worker(new URL('./read-rate-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(resolve, WAIT_MS, null);
    const end = (rate: number | null) => {
      clearTimeout(timer);
      resolve(rate);
    };
    worker.onmessage = ({ data }: MessageEvent<number>) => end(data > 0 ? data : null);
    worker.onerror = () => end(null);
    worker.postMessage(MEASURED_MS);
  }).finally(() => worker.terminate());
}
