import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import { measureReadRate } from '#device/measure-read-rate.ts';
import { useAsync } from '#ui/kit/use-async.ts';
import { useCatalog } from '#ui/state/catalog.ts';

/** A model, where it would run, and whether it can. */
interface Candidate {
  model: Pick<ModelView, 'task' | 'downloadBytes'>;
  entry: Pick<CatalogEntry, 'device'> | null;
  level?: string;
}

/** Tokens per second that a model is likely to write here; null where nothing is known. */
export type Speed = (candidate: Candidate) => number | null;

/** Estimates speeds from one short measurement of this device; nothing is known before it ends. */
export function useSpeed(): Speed {
  return useMeasured() ?? UNKNOWN;
}

const UNKNOWN: Speed = () => null;

/** The same for lists that wait for the measurement; null until it has ended. */
export function useMeasured(): Speed | null {
  const device = useCatalog((state) => state.device);
  const { value, error } = useAsync(async () => ({ rate: await measureReadRate() }));
  if (value === null) return error === null ? null : UNKNOWN;
  const { rate } = value;
  return ({ model, entry, level }) => {
    if (rate === null || !device || level === 'no') return null;
    // The rate is the processor's, and only chat models generate tokens.
    if (entry?.device === 'webgpu' || !model.task.includes('chat')) return null;
    const threads = device.hasThreads ? device.cores : 1;
    return estimateTokensPerSecond(model.downloadBytes, rate, threads);
  };
}

/** Threads beyond this number share the same memory: they read no faster. */
const MAX_THREADS = 4;
/**
 * Share of the measured rate that the engine reaches, which computes as well. Measured once: Qwen2.5 0.5B in
 * 8 bits (643 MB) writes 13.6 tokens/s on two threads of a machine whose threads read 20 GB/s.
 */
const ENGINE_SHARE = 0.23;
/** Seconds that a token takes on top of reading: sampling, the call of the engine, the stream. */
const FIXED_SECONDS = 0.003;

/**
 * Tokens per second that a chat model is likely to write on the processor: each token reads all weights once.
 * @param weightBytes bytes of the weights, as stored
 * @param readRate bytes per second that one thread reads (`measureReadRate`)
 */
export function estimateTokensPerSecond(
  weightBytes: number,
  readRate: number,
  threads: number,
): number {
  const shared = Math.min(Math.max(threads, 1), MAX_THREADS);
  return 1 / (FIXED_SECONDS + weightBytes / (readRate * shared * ENGINE_SHARE));
}
