import { expect, test } from 'vitest';
import { ThreadCount } from './thread-count.ts';

function create(known: number | null, answers: number[]) {
  const saved: number[] = [];
  let changes = 0;
  let measured = 0;
  const threads = new ThreadCount({
    known,
    calibrate: async () => answers[measured++] ?? 1,
    save: async (count) => void saved.push(count),
  });
  threads.follow({ isIdle: () => true, onChange: () => changes++ });
  return { threads, saved, changes: () => changes, measured: () => measured };
}

test('threads are measured once, and saved for later visits', async () => {
  const first = create(null, [2]);
  expect(await Promise.all([first.threads.get(), first.threads.get()])).toEqual([2, 2]);
  expect(first.saved).toEqual([2]);
  const later = create(2, [4]);
  expect(await later.threads.get()).toBe(2);
  expect(later.measured()).toBe(0);
});

test('three slow answers in a row have them measured again; models are loaded again if it pays', async () => {
  const { threads, changes, measured, saved } = create(4, [2]);
  for (const rate of [50, 20, 21]) await threads.note('a', 40, rate);
  expect(measured()).toBe(0);
  await threads.note('a', 40, 22);
  expect([measured(), changes(), saved]).toEqual([1, 1, [2]]);
  expect(await threads.get()).toBe(2);
});

test('a quick answer in between, a short one or another model says nothing', async () => {
  const { threads, measured } = create(4, [2]);
  for (const rate of [50, 20, 20, 45, 20, 20]) await threads.note('a', 40, rate);
  for (let i = 0; i < 5; i++) await threads.note('a', 5, 1);
  await threads.note('b', 40, 10);
  expect(measured()).toBe(0);
});

test('a machine that is simply slower now is not measured over and over', async () => {
  const { threads, changes, measured } = create(2, [2, 2, 2]);
  await threads.note('a', 40, 50);
  for (let i = 0; i < 12; i++) await threads.note('a', 40, 20);
  expect([measured(), changes()]).toEqual([1, 0]);
});

test('threads that cannot be saved are used all the same', async () => {
  const threads = new ThreadCount({
    known: null,
    calibrate: async () => 3,
    save: async () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  });
  expect(await threads.get()).toBe(3);
});
