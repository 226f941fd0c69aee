import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { readDraft, saveDraft } from './drafts.ts';
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

test('a database of the fifth schema keeps its chats and takes drafts', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(5).stores({ conversations: 'id, updatedAt', messages: 'id, conversationId, state' });
  await old.table('conversations').add({ id: 'a', title: 'Birds', updatedAt: 1 });
  old.close();
  const database = new AlcoveDatabase(name);
  expect(await database.conversations.get('a')).toMatchObject({ title: 'Birds' });
  await saveDraft(database, { conversationId: 'a', text: 'half', files: [] }, false);
  expect(await readDraft(database, 'a')).toMatchObject({ text: 'half' });
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
