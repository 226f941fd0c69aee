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
  /** Whether two visits found the same number, where it is not the most. */
  isConfirmed?: boolean;
}

interface Device {
  cores: number;
  /** The most threads that a model may have. */
  max: number;
  calibrate: () => Promise<number>;
}

function thisDevice(): Device {
  const cores = navigator.hardwareConcurrency || 1;
  const max = hasThreads() ? Math.min(cores, MAX_THREADS) : 1;
  // Where the measurement does not end, models start all the same.
  const usual = () => Math.min(max, USUAL_THREADS);
  return { cores, max, calibrate: () => calibrateThreads(max, startRateWorker).catch(usual) };
}

/**
 * The number of threads on this device, from an earlier visit where one has measured it. Fewer than there are may have been a
 * busy moment, and answers would be slow at every visit: the next one measures again.
 */
export async function openThreadCount(
  database: AlcoveDatabase,
  { cores, max, calibrate } = thisDevice(),
): Promise<ThreadCount> {
  const row = (await database.settings.get(NAME))?.value as Measured | undefined;
  const earlier = row?.cores === cores ? row : null;
  const isSure = earlier !== null && (earlier.threads === max || earlier.isConfirmed === true);
  const measured = isSure ? earlier.threads : null;
  return new ThreadCount({
    // Without isolation there is one, and nothing to be saved: the next page may have it.
    known: max === 1 ? 1 : measured,
    calibrate,
    save: async (threads) => {
      const isConfirmed = earlier?.threads === threads;
      const value: Measured = { cores, threads, isConfirmed };
      await database.settings.put({ name: NAME, value });
    },
  });
}

function startRateWorker(): RateWorker {
  return new Worker(new URL('../device/thread-rate-worker.ts', import.meta.url), {
    type: 'module',
  });
}
