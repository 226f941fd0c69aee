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
 * @returns the milliseconds since: of the clock, or of this process on the processor where other processes had it in between.
 */
export function startStopwatch(): () => number {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}
