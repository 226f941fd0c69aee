import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { AlcoveDatabase } from './database.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { clearKind } from './quarantine.ts';
import { readSettings, writeSetting } from './settings.ts';
import { TABLE_NAMES, TABLES } from './tables.ts';

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

test('a database of the fifth schema retains its chats and stores drafts', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(5).stores({ conversations: 'id, updatedAt', messages: 'id, conversationId, state' });
  await old.table('conversations').add({ id: 'a', title: 'Birds', updatedAt: 1 });
  old.close();
  const database = new AlcoveDatabase(name);
  expect(await database.conversations.get('a')).toMatchObject({ title: 'Birds' });
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: [] });
  expect(await readDraft(database, 'a')).toMatchObject([{ text: 'half' }]);
});

test('a database of the sixteenth schema lists its requests one by one', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(16).stores({ sentDays: 'id, day', backups: 'id' });
  await old.table('sentDays').add(FULL_ROWS.sentDays);
  old.close();
  const database = new AlcoveDatabase(name);
  await database.sentRequests.add(FULL_ROWS.sentRequests);
  expect(await database.sentDays.toArray()).toEqual([FULL_ROWS.sentDays]);
});

test('a database of the fifteenth schema remembers its last backup', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(15).stores({ projects: 'id', conversations: 'id, updatedAt' });
  await old.table('conversations').add({ id: 'a', title: 'Birds', updatedAt: 1 });
  old.close();
  const database = new AlcoveDatabase(name);
  await database.backups.put(FULL_ROWS.backups);
  expect(await database.conversations.get('a')).toMatchObject({ title: 'Birds' });
  expect(await database.backups.get('folder')).toEqual(FULL_ROWS.backups);
});

test('a database of the seventeenth schema stores files and batches', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(17).stores({ keys: 'id, &hash', sentRequests: '++id, at' });
  await old.table('keys').add(FULL_ROWS.keys);
  old.close();
  const database = new AlcoveDatabase(name);
  await database.apiFiles.add(FULL_ROWS.apiFiles);
  await database.batches.add(FULL_ROWS.batches);
  expect(await database.keys.toArray()).toEqual([FULL_ROWS.keys]);
  expect(await database.batches.where('status').equals('in_progress').count()).toBe(1);
});

test('a database of the nineteenth schema stores pictures of pages with its documents', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(19).stores({ documents: 'id, conversationId' });
  await old.table('documents').add(FULL_ROWS.documents);
  old.close();
  const database = new AlcoveDatabase(name);
  await database.pagePictures.add(FULL_ROWS.pagePictures);
  expect(await database.documents.toArray()).toEqual([FULL_ROWS.documents]);
  const found = await database.pagePictures.where('documentId').equals('d').first();
  expect(found?.words).toEqual(FULL_ROWS.pagePictures.words);
});

test('a database of the twenty-third schema stores vector stores, which are cleared with the chats', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(23).stores({ documents: 'id, conversationId' });
  await old.table('documents').add(FULL_ROWS.documents);
  old.close();
  const database = new AlcoveDatabase(name);
  await database.vectorStores.add(FULL_ROWS.vectorStores);
  await database.vectorStoreFiles.add(FULL_ROWS.vectorStoreFiles);
  expect(await database.documents.toArray()).toEqual([FULL_ROWS.documents]);
  expect(await database.vectorStoreFiles.where('storeId').equals('vs_1').count()).toBe(1);
  await clearKind(database, 'chats');
  expect(await database.vectorStores.count()).toBe(0);
});

test('a database of the twenty-fourth schema finds files of vector stores by their upload and their state', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(24).stores({ vectorStoreFiles: 'id, storeId, status' });
  await old.table('vectorStoreFiles').add(FULL_ROWS.vectorStoreFiles);
  old.close();
  const { vectorStoreFiles } = new AlcoveDatabase(name);
  expect(await vectorStoreFiles.where('fileId').equals('file-1').count()).toBe(1);
  expect(await vectorStoreFiles.where('[status+at]').equals(['failed', 1]).count()).toBe(1);
});

/** Tables that have their own page for deletion. */
const LEFT = [
  'keys',
  'apiFiles',
  'apiFileData',
  'batches',
  'batchLines',
  'settings',
  'pairings',
  'providers',
  'providerSecrets',
  'vaultKeys',
  'rules',
  'models',
  'modelProbes',
  'backups',
  'backupFolder',
];

test('every table has a record, and the database no others', async () => {
  const database = new AlcoveDatabase(`tables-${crypto.randomUUID()}`);
  await database.open();
  expect([...database.backendDB().objectStoreNames].sort()).toEqual([...TABLE_NAMES].sort());
  const undecided = TABLE_NAMES.filter((name) => TABLES[name].kind === null);
  expect(undecided).toEqual([...LEFT, 'quarantine']);
});

test('clearing every kind of data leaves nothing but keys, files of programs, settings, pairing, providers, models and places of backups', async () => {
  const database = new AlcoveDatabase(`clear-${crypto.randomUUID()}`);
  for (const name of TABLE_NAMES) await database.table(name).add(FULL_ROWS[name]);
  await database.quarantine.add({ id: 2, table: 'segments', at: 1, row: null });
  const kinds = new Set(TABLE_NAMES.map((name) => TABLES[name].kind));
  for (const kind of kinds) if (kind) await clearKind(database, kind);
  const left: string[] = [];
  for (const name of TABLE_NAMES) if (await database.table(name).count()) left.push(name);
  expect(left).toEqual(LEFT);
});

test('settings have defaults and retain written values', async () => {
  const database = new AlcoveDatabase(`settings-${crypto.randomUUID()}`);
  expect(await readSettings(database)).toMatchObject({
    scriptedModels: false,
    maxWaiting: 8,
    requestTimeoutMs: 290_000,
  });
  await writeSetting(database, 'scriptedModels', true);
  expect(await readSettings(database)).toMatchObject({ scriptedModels: true, maxWaiting: 8 });
});

test('a database whose reopening the browser ended opens with a later query', async () => {
  const database = new AlcoveDatabase(`closed-${crypto.randomUUID()}`);
  await writeSetting(database, 'offline', true);
  // As the browser does while it erases the site's data: the connection, then the next opening.
  database.close({ disableAutoOpen: false });
  const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('The connection was closed.', 'AbortError');
  });
  await expect(readSettings(database)).rejects.toThrow('The connection was closed.');
  open.mockRestore();
  await vi.waitFor(async () => expect(await database.settings.count()).toBe(1));
});
