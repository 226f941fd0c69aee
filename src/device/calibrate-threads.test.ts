import { expect, test, vi } from 'vitest';
import { calibrateThreads, type RateWorker } from './calibrate-threads.ts';

/** A machine with `cores` real cores: further threads slow the others down. */
function createMachine(cores: number) {
  let running = 0;
  let alive = 0;
  const start = (): RateWorker => {
    alive++;
    const worker: RateWorker = {
      onmessage: null,
      terminate: () => alive--,
      postMessage(ms) {
        running++;
        // Waits until all threads have started, because they share the cores.
        setTimeout(() => {
          const rounds = ms * Math.min(1, cores / running);
          setTimeout(() => {
            running = 0;
            worker.onmessage?.({ data: rounds } as MessageEvent<number>);
          });
        });
      },
    };
    setTimeout(() => worker.onmessage?.({ data: 'ready' } as MessageEvent<'ready'>));
    return worker;
  };
  return { start, alive: () => alive };
}

test.for([
  [1, 4, 1],
  [2, 4, 2],
  [2, 2, 2],
  [3, 4, 4],
  [8, 8, 8],
  [6, 8, 8],
] as const)('%i real cores, %i allowed: %i threads', async ([cores, max, expected]) => {
  const machine = createMachine(cores);
  const found = await calibrateThreads(max, machine.start);
  // 3 of 4 and 6 of 8 are not powers of two: the next larger number is as fast.
  expect(found).toBe(expected);
  expect(machine.alive()).toBe(0);
});

test('a moment in which another program had a core does not decide', async () => {
  let tries = 0;
  const start = (): RateWorker => {
    const worker: RateWorker = {
      onmessage: null,
      terminate: () => {},
      postMessage(ms) {
        // The second number of threads is tried by two workers, first while one of them waits.
        const isLate = ++tries === 2;
        setTimeout(() => worker.onmessage?.({ data: isLate ? 0 : ms } as MessageEvent<number>));
      },
    };
    setTimeout(() => worker.onmessage?.({ data: 'ready' } as MessageEvent<'ready'>));
    return worker;
  };
  expect(await calibrateThreads(2, start)).toBe(2);
});

test('one core is not measured', async () => {
  const none = () => {
    throw new Error('No worker is needed.');
  };
  expect(await calibrateThreads(1, none)).toBe(1);
});

test('threads that never start end the measurement, and none is left', async () => {
  vi.useFakeTimers();
  let alive = 0;
  const start = (): RateWorker => {
    alive++;
    return { onmessage: null, postMessage: () => {}, terminate: () => alive-- };
  };
  const measured = calibrateThreads(4, start).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await measured).toBe('The threads did not answer in time.');
  expect(alive).toBe(0);
  vi.useRealTimers();
});
