import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { clearKind } from './quarantine.ts';
import { countSent, listSent } from './sent-ledger.ts';

const DAY = 86_400_000;

test('requests are added up by day, host and part, also when they are counted concurrently', async () => {
  const database = new AlcoveDatabase(`sent-${crypto.randomUUID()}`);
  const hub = { host: 'hub.test', by: 'models', bytes: 10 } as const;
  await Promise.all([1, 2, 3].map((at) => countSent(database, { at, ...hub })));
  await countSent(database, { at: DAY + 5, ...hub });
  await countSent(database, { at: 9, host: 'hub.test', by: 'page', bytes: 1 });
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
