import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
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
