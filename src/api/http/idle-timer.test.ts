import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleTimer } from './idle-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('ends the given time after the last progress', () => {
  const over = vi.fn();
  const timer = new IdleTimer(100, over);
  timer.start();
  for (let i = 0; i < 7; i++) {
    vi.advanceTimersByTime(60);
    timer.progress();
  }
  vi.advanceTimersByTime(99);
  expect([timer.isOver, over.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([timer.isOver, over.mock.calls.length]).toEqual([true, 1]);
});

test('a stopped one never is', () => {
  const over = vi.fn();
  const timer = new IdleTimer(100, over);
  timer.start();
  timer.stop();
  vi.advanceTimersByTime(1000);
  expect(over).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
