import { afterEach, expect, test, vi } from 'vitest';
import { afterFirstPage } from './first-page.ts';

afterEach(() => {
  performance.clearMarks('first-picture');
  vi.useRealTimers();
});

/** Whether it resolves after some milliseconds. */
async function isOver(ms: number): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isResolved = false;
  const waiting = afterFirstPage().then(() => {
    isResolved = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  const found = isResolved;
  await vi.runAllTimersAsync();
  await waiting;
  return found;
}

test('a later visit waits for nothing', async () => {
  expect(await isOver(0)).toBe(true);
});

test('a first visit draws its page first', async () => {
  performance.mark('first-picture');
  expect(await isOver(900)).toBe(false);
  expect(await isOver(1_000)).toBe(true);
});
