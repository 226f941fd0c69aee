import { expect, test, vi } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { readSettings, writeSetting } from '#storage/settings.ts';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { Exchanges } from './exchanges.ts';

const DAY = 86_400_000;

async function filled(ages: readonly number[], recordDays: number, recordBytes: number) {
  const database = new AlcoveDatabase(`exchanges-${crypto.randomUUID()}`);
  const now = 100 * DAY;
  const exchanges = new Exchanges(
    database,
    () => ({ recordDays, recordBytes }),
    () => now,
  );
  await Promise.all(
    ages.map((age, i) =>
      exchanges.add({ ...FULL_ROWS.exchanges, requestId: `${i}`, at: now - age * DAY, bytes: 100 }),
    ),
  );
  return (await database.exchanges.toArray()).map(({ requestId }) => requestId);
}

test('recorded requests older than the limit are deleted', async () => {
  expect(await filled([0, 1.9, 2.1, 50], 2, 1e9)).toEqual(['0', '1']);
});

test('the oldest are deleted where all together are too large', async () => {
  expect(await filled([3, 0, 2, 1], 9, 250)).toEqual(['1', '3']);
});

test('a write that leaves room reads no other row; one that does not, or a new limit, prunes', async () => {
  const database = new AlcoveDatabase(`exchanges-${crypto.randomUUID()}`);
  const limits = { recordDays: 9, recordBytes: 350 };
  const now = 100 * DAY;
  const exchanges = new Exchanges(
    database,
    () => limits,
    () => now,
  );
  const read = vi.spyOn(database.exchanges, 'orderBy');
  const add = async (requestId: string, age: number) => {
    read.mockClear();
    await exchanges.add({ ...FULL_ROWS.exchanges, requestId, at: now - age * DAY, bytes: 100 });
    const ids = await database.exchanges.toCollection().primaryKeys();
    return [ids.join(), read.mock.calls.length > 0];
  };
  // The first write counts what an earlier visit left.
  expect(await add('a', 5)).toEqual(['a', true]);
  expect(await add('b', 4)).toEqual(['a,b', false]);
  expect(await add('c', 3)).toEqual(['a,b,c', false]);
  expect(await add('d', 2)).toEqual(['b,c,d', true]);
  limits.recordDays = 3;
  expect(await add('e', 1)).toEqual(['c,d,e', true]);
});

test('a database of the seventeenth schema gets recorded requests and retains its ledger', async () => {
  const { default: Dexie } = await import('dexie');
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(17).stores({ usage: '++id, at, [keyId+at]', sentRequests: '++id, at' });
  await old.table('usage').add(FULL_ROWS.usage);
  old.close();
  const database = new AlcoveDatabase(name);
  await database.exchanges.add(FULL_ROWS.exchanges);
  expect(await database.usage.toArray()).toEqual([FULL_ROWS.usage]);
  expect(await database.exchanges.get('q')).toEqual(FULL_ROWS.exchanges);
});

test('a backup has no recorded requests and does not turn recording on', async () => {
  const from = new AlcoveDatabase(`exchanges-${crypto.randomUUID()}`);
  await from.exchanges.add(FULL_ROWS.exchanges);
  await writeSetting(from, 'record', 'all');
  await writeSetting(from, 'recordDays', 30);
  const into = new AlcoveDatabase(`exchanges-${crypto.randomUUID()}`);
  await importBackup(into, await exportBackup(from));
  expect(await into.exchanges.count()).toBe(0);
  expect(await readSettings(into)).toMatchObject({ record: 'off', recordDays: 30 });
});
