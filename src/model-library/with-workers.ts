import { type Remote, wrap } from 'comlink';
import { DownloadError, NO_NETWORK } from '#model-files/model-file.ts';
import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';
import type { Conversions } from './convert-worker.ts';
import type { Downloads } from './download-worker.ts';

const NOT_LOADED = 'The download could not be started. Check the connection and try again.';
const ENDED = 'The download stopped. Resume it.';
/** Milliseconds without a byte after which a download is ended: the hub may ask to wait for minutes. */
const SILENCE_MS = 300_000;

/** Work of the one worker that may reach the hub; it lives no longer than that. */
export async function withDownloads<T>(
  work: (downloads: Remote<Downloads>, alive: () => void) => Promise<T>,
): Promise<T> {
  try {
    return await inOwnWorker(
      () => new Worker(new URL('./download-worker.ts', import.meta.url), { type: 'module' }),
      (worker, alive) => work(wrap<Downloads>(worker), alive),
      { silenceMs: SILENCE_MS },
    );
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    const message = error.problem === 'not-started' ? whyNotLoaded() : ENDED;
    throw new DownloadError('offline', message, { cause: error });
  }
}

/** The worker's code is not stored for offline use: without a network a download could do nothing. */
function whyNotLoaded(): string {
  return globalThis.navigator?.onLine === false ? NO_NETWORK : NOT_LOADED;
}

/** Milliseconds without a word after which a conversion is ended. */
const CONVERSION_SILENCE_MS = 120_000;

/** Work of a worker that converts models; it lives no longer than that. */
export function withConversions<T>(
  work: (conversions: Remote<Conversions>, alive: () => void) => Promise<T>,
): Promise<T> {
  return inOwnWorker(
    () => new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' }),
    (worker, alive) => work(wrap<Conversions>(worker), alive),
    { silenceMs: CONVERSION_SILENCE_MS },
  );
}
