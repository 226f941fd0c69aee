import { estimateTokensPerSecond } from '#device/estimate-speed.ts';
import { measureReadRate } from '#device/measure-read-rate.ts';
import { useAsync } from '#ui/kit/use-async.ts';
import { useCatalog } from '#ui/state/catalog.ts';
import type { ModelRow } from './session/model-rows.ts';

/** Tokens per second that a model is likely to write here; null where nothing is known. */
export type Speed = (row: ModelRow) => number | null;

/** Estimates speeds from one short measurement of this device. */
export function useSpeed(): Speed {
  const device = useCatalog((state) => state.device);
  const { value: rate } = useAsync(() => measureReadRate());
  return ({ model, entry, level }) => {
    if (rate === null || !device || level === 'no') return null;
    // The rate is the processor's, and only chat models generate tokens.
    if (entry?.device === 'webgpu' || !model.task.includes('chat')) return null;
    const threads = device.hasThreads ? device.cores : 1;
    return estimateTokensPerSecond(model.downloadBytes, rate, threads);
  };
}
