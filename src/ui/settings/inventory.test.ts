import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { lastUses } from './inventory.ts';

test('a model was used last when it answered, not when a request for it was refused', async () => {
  const database = new AlcoveDatabase(`inventory-${crypto.randomUUID()}`);
  const { id: _, ...row } = FULL_ROWS.usage as { id?: number };
  const of = (at: number, facts: object) =>
    ({ ...row, at, model: 'whisper-1', status: 200, requestId: `${at}`, ...facts }) as never;
  await database.usage.bulkAdd([
    of(1, { servedBy: 'local/guide' }),
    of(2, { servedBy: 'lab/guide' }),
    of(3, { servedBy: 'local/guide', status: 500 }),
    of(4, { servedBy: undefined, model: 'guide', status: 401 }),
    of(5, { servedBy: undefined, model: 'guide' }),
  ]);
  expect([...(await lastUses(database))]).toEqual([
    ['guide', 1],
    ['', 1],
  ]);
});
