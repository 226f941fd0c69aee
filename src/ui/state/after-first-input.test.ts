import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstInput } from './first-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('waits for the first input, then runs once', () => {
  const page = new EventTarget();
  const work = vi.fn();
  afterFirstInput(work, page);
  vi.advanceTimersByTime(60_000);
  expect(work).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('keydown'));
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  page.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('runs no more once it is cancelled, before the input or after', () => {
  const page = new EventTarget();
  const work = vi.fn();
  afterFirstInput(work, page)();
  page.dispatchEvent(new Event('keydown'));
  const cancel = afterFirstInput(work, page);
  page.dispatchEvent(new Event('keydown'));
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
});
