import { afterEach, expect, test, vi } from 'vitest';
import type { HostControl } from '#transport/host-control.ts';
import { type Control, followHost } from './follow-host.ts';

/** A host whose pending question a test answers. */
function openHost() {
  const asked: Array<{ seen: number; answer: (version: number) => void; lose: () => void }> = [];
  const changed = (_: string, seen: number) =>
    new Promise<number>((resolve, reject) =>
      asked.push({ seen, answer: resolve, lose: () => reject(new Error('The host went away.')) }),
    );
  const control = (async (use) => use({ changed } as unknown as HostControl)) as Control;
  return { asked, control };
}

function openDocument(visibilityState: 'visible' | 'hidden') {
  const document = Object.assign(new EventTarget(), { visibilityState });
  vi.stubGlobal('document', document);
  return document;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the state is read when the host says that it changed, and no timer runs meanwhile', async () => {
  vi.useFakeTimers();
  openDocument('visible');
  const { asked, control } = openHost();
  const read = vi.fn(async () => {});
  const stop = followHost(control, 'host', read);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(0);
  asked[0]?.answer(7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  expect(asked.map(({ seen }) => seen)).toEqual([-1, 7]);
  expect(vi.getTimerCount()).toBe(0);
  stop();
  asked[1]?.answer(8);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a hidden page reads once it is seen', async () => {
  const document = openDocument('hidden');
  const { asked, control } = openHost();
  const read = vi.fn(async () => {});
  const stop = followHost(control, 'catalog', read);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).toHaveBeenCalledTimes(0);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  stop();
});

test('the host of another tab is asked from its beginning', async () => {
  vi.useFakeTimers();
  openDocument('visible');
  const { asked, control } = openHost();
  const stop = followHost(control, 'host', async () => {});
  await vi.advanceTimersByTimeAsync(0);
  asked[0]?.answer(7);
  await vi.advanceTimersByTimeAsync(0);
  asked[1]?.lose();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.map(({ seen }) => seen)).toEqual([-1, 7, -1]);
  stop();
});
