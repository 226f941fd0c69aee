import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HostWatch, watchHost } from './host-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A worker that answers pings until `hang` is called. */
function start() {
  const worker = { isHung: false, pings: 0 };
  const onHung = vi.fn();
  const watch: HostWatch = watchHost(() => {
    worker.pings++;
    if (!worker.isHung) queueMicrotask(() => watch.onAnswer());
  }, onHung);
  return { worker, watch, onHung };
}

test('a worker that answers is left alone', async () => {
  const { worker, onHung, watch } = start();
  await vi.advanceTimersByTimeAsync(600_000);
  watch.check();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(worker.pings).toBeGreaterThan(100);
  expect(onHung).not.toHaveBeenCalled();
});

test('a worker that stops answering is hung after three pings, once', async () => {
  const { worker, onHung } = start();
  await vi.advanceTimersByTimeAsync(3_000);
  worker.isHung = true;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(onHung).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onHung).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onHung).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('while a request waits, two seconds without an answer are enough', async () => {
  const { worker, watch, onHung } = start();
  await vi.advanceTimersByTimeAsync(0);
  worker.isHung = true;
  watch.check();
  watch.check();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(onHung).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onHung).toHaveBeenCalledOnce();
});

test('a worker whose script is still being loaded is not hung', async () => {
  const onHung = vi.fn();
  const watch = watchHost(() => {}, onHung);
  watch.check();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onHung).not.toHaveBeenCalled();
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
});
