import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anySignal, atMost, deferred } from './promises.ts';

/** Safari 17.0 has none. */
const any = vi.spyOn(AbortSignal, 'any');
beforeAll(() => {
  any.mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
});
afterAll(() => any.mockRestore());

test('aborts with the first of several signals, with its reason', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const { signal } = anySignal([one.signal, two.signal]);
  two.abort('left');
  one.abort('later');
  expect([signal.aborted, signal.reason]).toEqual([true, 'left']);
  expect(anySignal([one.signal]).signal.reason).toBe('later');
});

test('released, it follows none of them any more', () => {
  const long = new AbortController();
  const { signal, release, abort } = anySignal([long.signal]);
  release();
  long.abort();
  expect(signal.aborted).toBe(false);
  abort();
  expect(signal.aborted).toBe(true);
});

test('at most the given number of tasks run together, in order; one that is aborted while it waits never runs', async () => {
  const inTurn = atMost(2);
  const gates = [deferred(), deferred(), deferred(), deferred()];
  const stop = new AbortController();
  const signals = [new AbortController().signal, new AbortController().signal, stop.signal];
  const began: number[] = [];
  const tasks = gates.map((gate, i) =>
    inTurn(async () => {
      began.push(i);
      await gate.promise;
      if (i === 1) throw new Error('failed');
      return i;
    }, signals[i] ?? new AbortController().signal),
  );
  const results = Promise.allSettled(tasks);
  stop.abort('left');
  await expect(tasks[2]).rejects.toBe('left');
  expect(began).toEqual([0, 1]);
  // A task that fails leaves its place too.
  gates[1]?.resolve();
  await expect.poll(() => began).toEqual([0, 1, 3]);
  for (const gate of gates) gate.resolve();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  await expect(inTurn(() => Promise.resolve(5), new AbortController().signal)).resolves.toBe(5);
});
