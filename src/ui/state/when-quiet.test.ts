import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './when-quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const page = new EventTarget();
  const state = { isQuiet: false, isBusy: false };
  whenQuiet({ quietMs: 8_000, maxMs: 60_000 }, async () => state.isBusy, page).then(() => {
    state.isQuiet = true;
  }, reportError);
  return { page, state };
}

test('a page without input is quiet after a while', async () => {
  const { state } = begin();
  await vi.advanceTimersByTimeAsync(7_999);
  expect(state.isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isQuiet).toBe(true);
});

test.each(['pointerdown', 'keydown', 'input', 'wheel'])(
  'each %s begins the wait again',
  async (act) => {
    const { page, state } = begin();
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(7_000);
      page.dispatchEvent(new Event(act));
    }
    await vi.advanceTimersByTimeAsync(7_999);
    expect(state.isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isQuiet).toBe(true);
  },
);

test('somebody who never pauses is not waited for without end', async () => {
  const { page, state } = begin();
  const typing = setInterval(() => page.dispatchEvent(new Event('keydown')), 100);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(state.isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.isQuiet).toBe(true);
  clearInterval(typing);
  expect(vi.getTimerCount()).toBe(0);
});

test('a page whose model is at work is not quiet', async () => {
  const { state } = begin();
  state.isBusy = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(state.isQuiet).toBe(false);
  state.isBusy = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(state.isQuiet).toBe(true);
});
