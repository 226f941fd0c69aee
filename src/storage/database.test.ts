import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { readSettings, writeSetting } from './settings.ts';

test('a database of the first schema opens with all its rows', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(1).stores({ keys: 'id, &hash', usage: '++id, at, [keyId+at]', settings: 'name' });
  await old.table('keys').add({
    id: 'k',
    hash: 'h',
    name: 'old',
    prefix: 'alc_x',
    createdAt: 1,
    lastUsedAt: null,
    limits: {},
  });
  old.close();
  const database = new AlcoveDatabase(name);
  expect(await database.keys.get('k')).toMatchObject({ name: 'old' });
});

test('settings have defaults and keep what was written', async () => {
  const database = new AlcoveDatabase(`settings-${crypto.randomUUID()}`);
  expect(await readSettings(database)).toMatchObject({
    scriptedModels: false,
    maxWaiting: 8,
    requestTimeoutMs: 290_000,
  });
  await writeSetting(database, 'scriptedModels', true);
  expect(await readSettings(database)).toMatchObject({ scriptedModels: true, maxWaiting: 8 });
});
