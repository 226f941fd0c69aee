import { expect, test, vi } from 'vitest';
import { Changes } from './changes.ts';

test('a page that is behind is answered immediately, one that is not when something changes', async () => {
  const changes = new Changes(0);
  const seen = await changes.after(-1);
  let told = 0;
  const waiting = changes.after(seen).then((version) => {
    told = version;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(told).toBe(0);
  changes.note();
  await waiting;
  expect(told).not.toBe(seen);
});

test('many changes are one report, and none starts a timer while no page waits', async () => {
  vi.useFakeTimers();
  try {
    const changes = new Changes(300);
    changes.note();
    expect(vi.getTimerCount()).toBe(0);
    const first = changes.after(-1);
    await vi.advanceTimersByTimeAsync(0);
    const seen = await first;
    const reports: number[] = [];
    const told = changes.after(seen).then((version) => reports.push(version));
    expect(vi.getTimerCount()).toBe(0);
    for (let i = 0; i < 100; i++) changes.note();
    await vi.advanceTimersByTimeAsync(299);
    expect(reports).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await told;
    expect(reports).toEqual([seen + 100]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
