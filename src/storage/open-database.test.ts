import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { fillDisk } from '#testing/fill-disk.ts';
import { AlcoveDatabase } from './database.ts';
import { openDatabase, type StorageError, toStorageError } from './open-database.ts';
import { TABLE_NAMES } from './tables.ts';

const named = (name: string) => `${name}-${crypto.randomUUID()}`;

test('opens a database that can be opened', async () => {
  const database = new AlcoveDatabase(named('open'));
  await openDatabase(database);
  expect(database.isOpen()).toBe(true);
});

test('says that the browser stores nothing where it has no IndexedDB', async () => {
  const { indexedDB } = Dexie.dependencies;
  try {
    // What Dexie sees in a browser without it.
    Object.assign(Dexie.dependencies, { indexedDB: undefined });
    const opening = openDatabase(new AlcoveDatabase(named('missing')));
    await expect(opening).rejects.toMatchObject({ name: 'StorageError', problem: 'missing' });
  } finally {
    Object.assign(Dexie.dependencies, { indexedDB });
  }
});

test('does not wait for ever for a browser that does not answer', async () => {
  const { indexedDB } = Dexie.dependencies;
  const silent = { open: () => ({}), databases: async () => [] };
  try {
    Object.assign(Dexie.dependencies, { indexedDB: silent });
    const opening = openDatabase(new AlcoveDatabase(named('silent')), 20);
    await expect(opening).rejects.toMatchObject({ problem: 'silent' });
  } finally {
    Object.assign(Dexie.dependencies, { indexedDB });
  }
});

test.each([[[]], [['messages']]])(
  'says that tables are missing where only %j are there',
  async (stores) => {
    const name = named('damaged');
    const wanted = new AlcoveDatabase(name);
    // Of the right version, so that no upgrade adds tables.
    const request = indexedDB.open(name, wanted.verno * 10);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
    const outcome = await openDatabase(wanted).then(
      () => wanted.backendDB().objectStoreNames.length === TABLE_NAMES.length,
      (error: unknown) => (error as StorageError).problem,
    );
    // Dexie adds tables to a database that has some.
    expect(outcome).toBe(stores.length === 0 ? 'damaged' : true);
  },
);

test('says that another tab is in the way of an upgrade', async () => {
  const name = named('blocked');
  const old = new Dexie(name);
  old.version(1).stores({ keys: 'id, &hash' });
  await old.open();
  // An older release that does not close its connection.
  old.on('versionchange', () => false);
  old.backendDB().onversionchange = null;
  const opening = openDatabase(new AlcoveDatabase(name), 50);
  await expect(opening).rejects.toMatchObject({ problem: 'blocked' });
  old.close();
});

test('finds the reason inside what Dexie throws', () => {
  const full = new Dexie.BulkError('bulk', [new DOMException('full', 'QuotaExceededError')]);
  expect(toStorageError(new DOMException('full', 'QuotaExceededError'))?.problem).toBe('full');
  expect(toStorageError(new Error('other'))).toBeNull();
  expect(toStorageError(full)?.problem).toBe('full');
  const wrapped = Object.assign(new Error('aborted'), {
    name: 'AbortError',
    inner: new DOMException('full', 'QuotaExceededError'),
  });
  expect(toStorageError(wrapped)?.problem).toBe('full');
  expect(toStorageError(new DOMException('cancelled', 'AbortError'))).toBeNull();
  expect(toStorageError(new Dexie.AbortError('ended'))?.problem).toBe('failed');
});

test.each(['write', 'commit'] as const)(
  'a disk that is full at the %s is recognised in every kind of write',
  async (when) => {
    const database = new AlcoveDatabase(named('full'));
    await database.settings.put({ name: 'device', value: 'wasm' });
    const release = fillDisk(when);
    const row = { name: 'threads', value: 2 };
    const writes = [
      () => database.settings.put(row),
      () => database.settings.bulkPut([row]),
      () => database.settings.update('device', { value: 'webgpu' }),
      () => database.settings.toCollection().modify({ value: null }),
      () => database.transaction('rw', database.settings, () => database.settings.add(row)),
      () =>
        database.transaction('rw', database.settings, async () => {
          await database.settings.get('device');
          await database.settings.bulkAdd([row]);
          await database.settings.update('device', { value: 'webgpu' });
        }),
    ];
    for (const write of writes) {
      const error = await write().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(toStorageError(error)?.problem).toBe('full');
    }
    release();
    await database.settings.put(row);
    expect((await database.settings.toArray()).map(({ value }) => value)).toEqual(['wasm', 2]);
  },
);
