import { withLimit } from '#base/promises.ts';

/** A measuring thread: posts `ready`, then the number of completed rounds. */
export interface RateWorker {
  postMessage(ms: number): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<'ready' | number>) => void) | null;
}

/** Milliseconds that each number of threads is tried, and how often: another program may have the cores for a moment. */
const TRIED_MS = 40;
const ROUNDS = 3;
/** Milliseconds for all of it. */
const LIMIT_MS = 3_000;
/** Fewer threads win when they reach at least this share of the best rate: other programs need cores too. */
const ENOUGH = 0.9;

/**
 * How many threads compute fastest on this machine, up to `most`: the cores that a browser reports may
 * be shared, slow, or unavailable to it. Takes about 150 ms for each number tried, and the start of `most`
 * workers. Rejects when one of them does not answer in time.
 */
export async function calibrateThreads(max: number, start: () => RateWorker): Promise<number> {
  if (max < 2) return 1;
  const workers = Array.from({ length: max }, start);
  try {
    // One whose script does not load never answers.
    const late = () => new Error('The threads did not answer in time.');
    return await withLimit(measure(workers), LIMIT_MS, late);
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

async function measure(workers: readonly RateWorker[]): Promise<number> {
  await Promise.all(workers.map(nextAnswer));
  const rates = candidates(workers.length).map((count) => [count, 0] as [number, number]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const rate of rates) {
      const some = workers.slice(0, rate[0]);
      const answers = some.map(nextAnswer);
      for (const worker of some) worker.postMessage(TRIED_MS);
      const rounds = (await Promise.all(answers)) as number[];
      rate[1] = Math.max(
        rate[1],
        rounds.reduce((a, b) => a + b, 0),
      );
    }
  }
  const best = Math.max(...rates.map(([, rate]) => rate));
  return rates.find(([, rate]) => rate >= ENOUGH * best)?.[0] ?? 1;
}

/** 1, 2, 4, … and the most. */
function candidates(max: number): number[] {
  const powers = [1, 2, 4, 8, 16].filter((count) => count < max);
  return [...powers, max];
}

function nextAnswer(worker: RateWorker): Promise<'ready' | number> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
}
