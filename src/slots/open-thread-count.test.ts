import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { openThreadCount } from './open-thread-count.ts';

/** What visits that measure these numbers give to a model, of four threads. */
async function visit(measured: readonly number[]) {
  const database = new AlcoveDatabase(`test-${crypto.randomUUID()}`);
  const rest = [...measured];
  const given: number[] = [];
  for (let i = 0; i < 3; i++) {
    const calibrate = async () => rest.shift() ?? 0;
    const threads = await openThreadCount(database, { cores: 8, max: 4, calibrate });
    given.push(await threads.get());
  }
  return { given, left: rest.length };
}

test('all threads are measured once', async () => {
  expect(await visit([4, 0, 0])).toEqual({ given: [4, 4, 4], left: 2 });
});

test('fewer threads are measured again at the next visit, until two visits agree', async () => {
  expect(await visit([1, 4, 0])).toEqual({ given: [1, 4, 4], left: 1 });
  expect(await visit([2, 2, 0])).toEqual({ given: [2, 2, 2], left: 1 });
  expect(await visit([1, 2, 2])).toEqual({ given: [1, 2, 2], left: 0 });
});
