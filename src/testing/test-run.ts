import { readFileSync } from 'node:fs';

/** Whether the complete tests run (`npm run test:full`), or the sample that every change has time for. */
export const IS_FULL = process.env['ALCOVE_FULL'] === '1';

/** How often something is tried: `full` times in a complete run, else `sample` times. */
export const times = (full: number, sample: number): number => (IS_FULL ? full : sample);

/**
 * The share of a long list that this run covers: `ALCOVE_PART=2/4` is the second quarter. Everything
 * without it.
 */
export function part<T>(all: readonly T[]): readonly T[] {
  const [, number = '1', parts = '1'] =
    /^(\d+)\/(\d+)$/.exec(process.env['ALCOVE_PART'] ?? '') ?? [];
  const size = Math.ceil(all.length / Number(parts));
  return all.slice((Number(number) - 1) * size, Number(number) * size);
}

/**
 * Starts a stopwatch that a busy machine slows little.
 * @returns the milliseconds since: of the clock, or of this thread on a processor where others had it in between.
 */
export function startStopwatch(): () => number {
  const began = performance.now();
  const used = threadMs();
  return () => Math.min(performance.now() - began, threadMs() - used);
}

/** Milliseconds for which a processor has worked for this thread; those that have passed where no file says it. */
function threadMs(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6 || performance.now();
  } catch {
    return performance.now();
  }
}
