import { expect, test } from 'vitest';
import { anySignal } from './promises.ts';

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
