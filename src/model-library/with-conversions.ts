import { type Remote, wrap } from 'comlink';
import { inOwnWorker } from '#workers/worker-thread.ts';
import type { Conversions } from './convert-worker.ts';

/** Milliseconds without a word after which a conversion is ended. */
const SILENCE_MS = 120_000;

/** Work of a worker that converts models; it lives no longer than that. */
export function withConversions<T>(
  work: (conversions: Remote<Conversions>, alive: () => void) => Promise<T>,
): Promise<T> {
  return inOwnWorker(
    () => new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' }),
    (worker, alive) => work(wrap<Conversions>(worker), alive),
    { silenceMs: SILENCE_MS },
  );
}
