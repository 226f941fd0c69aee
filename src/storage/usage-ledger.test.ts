import { afterEach, expect, test, vi } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { AlcoveDatabase } from './database.ts';
import { writeWaiting } from './recorded/gathered-writes.ts';
import { UsageLedger } from './usage-ledger.ts';

const row = (requestId: string) => ({
  requestId,
  at: 1,
  keyId: 'k',
  model: 'm',
  endpoint: 'chat',
  promptTokens: 1,
  completionTokens: 2,
  queueSeconds: 0,
  firstTokenSeconds: 0,
  totalSeconds: 1,
  status: 200,
  errorCode: null,
});

afterEach(() => void vi.useRealTimers());

test('rows that come together are written together, in order, and so are those after them', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  await Promise.all([ledger.add(row('a')), ledger.add(row('b'))]);
  expect((await ledger.recent(10)).map((r) => r.requestId)).toEqual(['b', 'a']);
  await ledger.add(row('c'));
  expect(await ledger.since('k', 0, 5)).toEqual({ requests: 3, tokens: 9, recent: [] });
});

test('adding a row rejects when it could not be written, and the next one is', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  database.close();
  await expect(ledger.add(row('a'))).rejects.toThrow();
  await database.open();
  await ledger.add(row('b'));
  expect((await ledger.recent(10)).map((r) => r.requestId)).toEqual(['b']);
});

test('requests of days long ago become one row a day, and their sums stay', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  const day = 86_400_000;
  const old = Array.from({ length: 2_500 }, (_, i) => ({
    ...row(`old ${i}`),
    at: day * 10 + i,
    status: i < 5 ? 500 : 200,
  }));
  await database.usage.bulkAdd(old);
  await database.usage.add({ ...row('recent'), at: day * 100 });
  const before = await ledger.sums(0);
  await ledger.condense(day * 101);
  expect(await database.usage.count()).toBe(1);
  expect(await database.usageDays.count()).toBe(1);
  expect(await ledger.sums(0)).toEqual(before);
  expect(before[1]).toMatchObject({ requests: 2_500, failed: 5, completionTokens: 5_000 });
  // Rows of the same day that come later are added.
  await database.usage.add({ ...row('late'), at: day * 10 });
  await ledger.condense(day * 101);
  expect((await ledger.sums(0))[1]).toMatchObject({ requests: 2_501 });
  expect(await ledger.sums(day * 100)).toHaveLength(1);
});

test('requests that were added up are not imported again', async () => {
  const from = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  await from.usage.add({ ...row('old'), at: 86_400_000 });
  const backup = await exportBackup(from);
  const ledger = new UsageLedger(from);
  await ledger.condense(86_400_000 * 200);
  await importBackup(from, backup);
  expect((await ledger.sums(0)).map((sum) => sum.requests)).toEqual([1]);
});

test('a new day begins with adding up the old ones', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  await database.usage.add({ ...row('old'), at: 1 });
  await new UsageLedger(database).add({ ...row('new'), at: 86_400_000 * 200 });
  await expect.poll(() => database.usage.count()).toBe(1);
  expect(await database.usageDays.count()).toBe(1);
});

test('rows of requests one after another are written together, and reading finds them all', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  let writes = 0;
  database.usage.bulkAdd = new Proxy(database.usage.bulkAdd, {
    apply: (add, self, rows) => {
      writes++;
      return Reflect.apply(add, self, rows);
    },
  });
  await ledger.add(row('first'));
  expect(writes).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const added: Promise<void>[] = [];
  for (let i = 0; i < 20; i++) {
    added.push(ledger.add(row(`${i}`)));
    // Longer than a lone row waits.
    await vi.advanceTimersByTimeAsync(25);
    if (i === 9) expect(await ledger.since('k', 0, 5)).toMatchObject({ requests: 11 });
  }
  expect(await ledger.recent(100)).toHaveLength(21);
  await Promise.all(added);
  expect(writes).toBeLessThanOrEqual(6);
});

test('rows that wait are written when their page closes, and soon after the last of them', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  await ledger.add(row('first'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const added = [0, 1, 2, 3, 4].map((i) => ledger.add(row(`${i}`)));
  writeWaiting();
  // No time passes.
  await Promise.all(added);
  expect(await database.usage.count()).toBe(6);
  const last = ledger.add(row('last'));
  await vi.advanceTimersByTimeAsync(50);
  await last;
});

test('refused requests without a key have thirty rows a minute, and no more', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database);
  const refused = { ...row('r'), keyId: '', status: 401 };
  const at = (ms: number) => ledger.addStranger({ ...refused, at: ms });
  await Promise.all(Array.from({ length: 500 }, (_, i) => at(1_000 + i)));
  expect(await database.usage.count()).toBe(30);
  await at(61_000);
  expect(await database.usage.count()).toBe(31);
});

test('rows of refused requests without a key push out each other, and no request with a key', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const ledger = new UsageLedger(database, 700);
  const rowOf = (i: number) => ({ ...row(`${i}`), at: 1_000 + i });
  await database.usage.bulkAdd(Array.from({ length: 100 }, (_, i) => rowOf(i)));
  const refused = Array.from({ length: 3_000 }, (_, i) => ({ ...rowOf(100 + i), keyId: '' }));
  await database.usage.bulkAdd(refused);
  const before = await ledger.sums(0);
  await ledger.condense(60_000);
  expect(await database.usage.where('keyId').equals('k').count()).toBe(100);
  expect((await ledger.recent(1_000)).map((one) => one.requestId).slice(0, 500)).toEqual(
    refused
      .slice(-500)
      .reverse()
      .map((one) => one.requestId),
  );
  expect(await database.usage.count()).toBe(600);
  expect(await ledger.sums(0)).toEqual(before);
});

test('the oldest requests beyond the limit become a part of their day, and count against limits', async () => {
  const database = new AlcoveDatabase(`ledger-${crypto.randomUUID()}`);
  const max = 300;
  const ledger = new UsageLedger(database, max);
  const rows = Array.from({ length: max + 500 }, (_, i) => ({ ...row(`${i}`), at: 1_000 + i }));
  await database.usage.bulkAdd(rows);
  const before = await ledger.since('k', 0, 1_000_000);
  await ledger.add({ ...row('newest'), at: 60_000 });
  await expect.poll(() => database.usage.count()).toBe(max);
  expect((await database.usage.orderBy('at').first())?.requestId).toBe('501');
  expect(await ledger.since('k', 0, 1_000_000)).toEqual({
    ...before,
    requests: max + 501,
    tokens: 3 * (max + 501),
  });
  expect((await ledger.sums(0))[0]).toMatchObject({
    requests: max + 501,
    rate: { '0': max + 501 },
  });
});
