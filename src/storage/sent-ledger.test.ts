import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { clearKind } from './quarantine.ts';
import {
  countReceived,
  countSent,
  DETAILED_DAYS,
  lastSent,
  listSent,
  openLedger,
} from './sent-ledger.ts';

const DAY = 86_400_000;

test('requests are added up by day, host and part, also when they are counted concurrently', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  const hub = { host: 'hub.test', by: 'models', why: 'file', bytes: 10 } as const;
  await Promise.all([1, 2, 3].map((at) => countSent(database, { at, ...hub })));
  await countSent(database, { at: DAY + 5, ...hub });
  await countSent(database, { at: 9, host: 'hub.test', by: 'page', why: 'page', bytes: 1 });
  const rows = await listSent(database);
  expect(
    rows.map(({ day, by, requests, bytes, lastAt }) => [day, by, requests, bytes, lastAt]),
  ).toEqual([
    ['1970-01-02', 'models', 1, 10, DAY + 5],
    ['1970-01-01', 'page', 1, 1, 9],
    ['1970-01-01', 'models', 3, 30, 3],
  ]);
  await clearKind(database, 'usage');
  expect(await listSent(database)).toEqual([]);
});

test('received bytes are added to the row of their request, also after it became a month', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  const hub = { host: 'hub.test', by: 'models' } as const;
  const old = Date.UTC(2025, 0, 5);
  await countSent(database, { at: old, ...hub, why: 'file', bytes: 10 });
  await Promise.all(
    [3, 4].map((received) => countReceived(database, { at: old, ...hub, received })),
  );
  await countSent(database, { at: old + 1, ...hub, why: 'file', bytes: 10 });
  await countReceived(database, { at: old + DAY, ...hub, received: 5 });
  expect(await listSent(database)).toMatchObject([
    { day: '2025-01-06', requests: 0, received: 5 },
    { day: '2025-01-05', requests: 2, bytes: 20, received: 7 },
  ]);
  await countSent(database, {
    at: old + 400 * DAY,
    host: 'a.test',
    by: 'page',
    why: 'page',
    bytes: 1,
  });
  const rows = await listSent(database);
  expect(rows.map(({ received }) => received)).toEqual([undefined, 12]);
});

test('days that are long ago are added up by month, and nothing is lost', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  const start = Date.UTC(2025, 0, 1);
  const hosts = ['hub.test', 'other.test'];
  for (let day = 0; day < 200; day++) {
    for (const host of hosts) {
      await countSent(database, {
        at: start + day * DAY,
        host,
        by: 'models',
        why: 'file',
        bytes: 10,
      });
    }
  }
  const rows = await listSent(database);
  // Five months long ago, and the days since: each host has its own.
  expect(rows.length).toBeLessThanOrEqual(hosts.length * (DETAILED_DAYS + 31 + 5));
  const sum = (of: 'requests' | 'bytes') => rows.reduce((all, row) => all + row[of], 0);
  expect([sum('requests'), sum('bytes')]).toEqual([400, 4_000]);
  const january = rows.find(({ day, host }) => day === '2025-01-01' && host === 'hub.test');
  expect(january).toMatchObject({ requests: 31, bytes: 310, lastAt: start + 30 * DAY });
});

test('the last thousand requests are there one by one, and the sums have all', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  const row = { host: 'hub.test', by: 'models', why: 'file', bytes: 1 } as const;
  for (let at = 1; at <= 1_010; at++) await countSent(database, { at, ...row });
  expect(await database.sentRequests.count()).toBe(1_000);
  expect((await lastSent(database, 3)).map(({ at }) => at)).toEqual([1_010, 1_009, 1_008]);
  expect((await listSent(database))[0]).toMatchObject({ requests: 1_010 });
});

test('the list says since when it counts: the first visit, the first row of earlier versions, or the clearing', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  expect(await openLedger(database, 5 * DAY)).toBe(5 * DAY);
  expect(await openLedger(database, 9 * DAY)).toBe(5 * DAY);
  expect(await listSent(database)).toEqual([]);
  await clearKind(database, 'usage');
  const row = { host: 'hub.test', by: 'models', why: 'file', bytes: 1 } as const;
  await countSent(database, { at: 7 * DAY + 3, ...row });
  expect(await openLedger(database, 200 * DAY)).toBe(7 * DAY);
  await countSent(database, { at: 200 * DAY, ...row });
  expect(await openLedger(database, 300 * DAY)).toBe(7 * DAY);
});
