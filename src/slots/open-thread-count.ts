import { calibrateThreads, type RateWorker } from '#device/calibrate-threads.ts';
import { hasThreads } from '#device/capabilities.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { ThreadCount } from './thread-count.ts';

/** More threads of one model slow each other down. */
const MAX_THREADS = 8;
/** Taken where nothing could be measured. */
const USUAL_THREADS = 4;
/** Key of the settings row with the measurement, for the reported number of cores. */
const NAME = 'measuredThreads';

interface Measured {
  cores: number;
  threads: number;
}

/** The number of threads on this device, from an earlier visit where one has measured it. */
export async function openThreadCount(database: AlcoveDatabase): Promise<ThreadCount> {
  const cores = navigator.hardwareConcurrency || 1;
  const row = (await database.settings.get(NAME))?.value as Measured | undefined;
  const max = hasThreads() ? Math.min(cores, MAX_THREADS) : 1;
  const measured = row?.cores === cores ? row.threads : null;
  return new ThreadCount({
    // Without isolation there is one, and nothing to be saved: the next page may have it.
    known: max === 1 ? 1 : measured,
    // Where the measurement does not end, models start all the same.
    calibrate: () =>
      calibrateThreads(max, startRateWorker).catch(() => Math.min(max, USUAL_THREADS)),
    save: async (threads) => {
      await database.settings.put({ name: NAME, value: { cores, threads } satisfies Measured });
    },
  });
}

function startRateWorker(): RateWorker {
  return new Worker(new URL('../device/thread-rate-worker.ts', import.meta.url), {
    type: 'module',
  });
}
