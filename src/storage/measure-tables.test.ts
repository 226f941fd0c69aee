import { expect, test } from 'vitest';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { AlcoveDatabase } from './database.ts';
import { listTables, measureTables, sizeOf } from './measure-tables.ts';

test('counts files and arrays by their bytes, texts by their characters', () => {
  expect(sizeOf({ name: 'a', file: new Blob(['12345']) })).toBe(4 + 1 + 4 + 5);
  expect(sizeOf(new Float32Array(10))).toBe(40);
  expect(sizeOf('ä')).toBe(1);
  expect(sizeOf('語')).toBe(2);
  expect(sizeOf([null, true, 1])).toBe(3 + 1 + 1 + 8);
});

test('every table counts as one kind of data', async () => {
  const database = new AlcoveDatabase('measured');
  await database.table('recordingFiles').put({
    ...(FULL_ROWS.recordingFiles as object),
    id: 'r',
    file: new Blob(['x'.repeat(5_000)]),
  });
  await database.table('settings').put({ name: 'maxWaiting', value: 4 });
  const before = await measureTables(database);
  expect(before.service).toBeGreaterThan(0);
  expect(before.chats).toBe(0);
  await database.table('drafts').put({ ...(FULL_ROWS.drafts as object) });
  expect((await measureTables(database)).chats).toBeGreaterThan(0);
});

test('each table is listed with its rows and their age', async () => {
  const database = new AlcoveDatabase(`listed-${crypto.randomUUID()}`);
  await database.presets.add(FULL_ROWS.presets);
  await database.conversations.bulkAdd([
    { ...FULL_ROWS.conversations, id: 'a', createdAt: 5, updatedAt: 9 },
    { ...FULL_ROWS.conversations, id: 'b', createdAt: 2, updatedAt: 7 },
  ]);
  const tables = await listTables(database);
  const find = (name: string) => tables.find((table) => table.name === name);
  expect(find('conversations')).toMatchObject({ kind: 'chats', rows: 2, oldestAt: 2, newestAt: 9 });
  expect(find('messages')).toMatchObject({ rows: 0, bytes: 0, oldestAt: null, newestAt: null });
  expect(tables).toHaveLength(database.tables.length);
});
