import { expect, test, vi } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { MAX_STORES, VectorStores } from './vector-stores.ts';

const DAY_MS = 86_400_000;

function open() {
  const database = new AlcoveDatabase(`vector-stores-${crypto.randomUUID()}`);
  const time = { now: DAY_MS };
  const stores = new VectorStores(database, () => time.now);
  const add = (id: string, expiresDays: number | null = 1) =>
    stores.add({
      ...FULL_ROWS.vectorStores,
      ...{ id, expiresDays, at: time.now, lastActiveAt: time.now },
    });
  const ids = async () => (await stores.list('k')).map(({ id }) => id);
  return { database, time, stores, add, ids };
}

test('a store that has expired is emptied once', async () => {
  const { database, time, stores, add, ids } = open();
  await add('vs_1');
  await database.vectorStoreFiles.add(FULL_ROWS.vectorStoreFiles);
  time.now += 2 * DAY_MS;
  const empty = vi.spyOn(stores, 'deleteFiles');
  await stores.sweep();
  await stores.sweep();
  expect(empty).toHaveBeenCalledTimes(1);
  expect(await database.vectorStoreFiles.count()).toBe(0);
  expect(await ids()).toEqual(['vs_1']);
});

test('expired stores give way to new ones, stores in use do not', async () => {
  const { database, time, add, ids } = open();
  for (let i = 0; i < MAX_STORES; i++) await add(`vs_${i}`, i < 2 ? 1 : null);
  expect(await add('vs_more')).toBe(false);
  time.now += 2 * DAY_MS;
  expect(await add('vs_more', null)).toBe(true);
  expect(await ids()).not.toContain('vs_0');
  expect(await add('vs_another', null)).toBe(true);
  expect(await database.vectorStores.count()).toBe(MAX_STORES);
  expect(await add('vs_last', null)).toBe(false);
});
