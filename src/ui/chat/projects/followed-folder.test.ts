import { expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import { DocumentError } from '#documents/document-error.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts, readText } from '#testing/test-ports.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { FolderLook } from './look-into-folder.ts';
import { type ProjectShelf, Projects } from './project-shelf.ts';

const reader = {
  /** The file that is not read before `isFree`. */
  held: '',
  isFree: Promise.resolve(),
  read: [] as string[],
};

/** A folder as the browser gives it, of names and texts. */
function folderOf(files: Record<string, string>, permission = 'granted') {
  const handle = {
    kind: 'directory',
    name: 'Notes',
    queryPermission: async () => permission,
    requestPermission: async () => permission,
    isSameEntry: async () => false,
    async *values() {
      for (const [name, text] of Object.entries(files)) {
        const getFile = async () => new File([text], name, { lastModified: text.length });
        yield { kind: 'file', name, getFile };
      }
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

async function open() {
  stubLocalStorage();
  reader.held = '';
  reader.read.length = 0;
  const service = await createTestPorts();
  const { ports, toasts, database, locks } = service;
  ports.openDocument = async (file) => {
    reader.read.push(file.name);
    if (file.name === reader.held) await reader.isFree;
    if (file.name === 'broken.pdf') throw new DocumentError('damaged');
    return readText(file);
  };
  // The test's database stores no methods; a browser's handle has none of its own.
  const handles = new Map<string, FileSystemDirectoryHandle>();
  const table = database.projectFolders;
  const put = table.put.bind(table);
  const get = table.get.bind(table);
  vi.spyOn(table, 'put').mockImplementation((row) => {
    if (row.handle) handles.set(String(row.id), row.handle);
    return put({ ...row, handle: null });
  });
  vi.spyOn(table, 'get').mockImplementation(((id: string) =>
    get(id).then((row) => row && { ...row, handle: handles.get(id) ?? null })) as typeof table.get);
  ports.preferences = () => ({ ...readPreferences(), embeddingModel: 'scripted-embed' });
  const projects = new Projects(ports);
  const id = await projects.create('Home');
  const documents = async () =>
    (await database.documents.toArray()).map(({ name, text }) => `${name}: ${text}`).sort();
  const folders = () => table.toArray();
  const shelf = projects.shelf(id);
  return { toasts, database, locks, projects, id, shelf, documents, folders, handles };
}

const lastLook = (shelf: ProjectShelf) =>
  Object.values(shelf.looks.getState()).at(-1) as FolderLook;
const FILES = { 'lease.md': 'The rent is 900 euros.', 'rome.md': 'Rome in May.' };

test('a folder that is followed again brings nothing twice', async () => {
  const { projects, shelf, database, documents, folders } = await open();
  await shelf.addFolder(folderOf(FILES));
  const before = await database.documents.toCollection().primaryKeys();
  expect(before).toHaveLength(2);
  const [first] = await folders();
  if (first) await projects.unfollow(first);
  expect(await folders()).toEqual([]);
  // Changed meanwhile: what it said may be another file's, so it stays.
  await shelf.addFolder(folderOf({ ...FILES, 'rome.md': 'Rome in June.' }));
  expect(await documents()).toEqual([
    'lease.md: The rent is 900 euros.',
    'rome.md: Rome in June.',
    'rome.md: Rome in May.',
  ]);
  const [again] = await folders();
  expect(again?.files.map(({ path }) => path).sort()).toEqual(['lease.md', 'rome.md']);
  expect(before).toContain(again?.files.find(({ path }) => path === 'lease.md')?.documentId);
  expect(lastLook(shelf)).toMatchObject({ read: 1 });
});

test('a large folder is not written down again after each of its files', async () => {
  const { shelf, database, folders } = await open();
  let writes = 0;
  database.projectFolders.hook('updating', () => {
    writes++;
  });
  const files = Array.from({ length: 120 }, (_, i) => [`note-${i}.md`, `Note ${i}.`]);
  await shelf.addFolder(folderOf(Object.fromEntries(files)));
  expect((await folders())[0]?.files).toHaveLength(120);
  expect(lastLook(shelf)).toMatchObject({ read: 120 });
  expect(writes).toBeLessThan(80);
});

test('a folder of a backup is the same one when it is added again', async () => {
  const { shelf, documents, folders } = await open();
  await shelf.addFolder(folderOf(FILES));
  await shelf.addFolder(folderOf({ ...FILES, 'lease.md': 'The rent is 950 euros now.' }));
  expect(await folders()).toHaveLength(1);
  expect(await documents()).toEqual([
    'lease.md: The rent is 950 euros now.',
    'rome.md: Rome in May.',
  ]);
});

/** The folders of the database with what the browser gave out for them. */
async function openWithHandles() {
  const service = await open();
  service.database.projectFolders.hook('reading', (row) => {
    return { ...row, handle: service.handles.get(row.id) ?? null };
  });
  return service;
}

test('a folder that is dropped twice in quick succession is followed once', async () => {
  const { shelf, documents, folders, toasts } = await openWithHandles();
  const folder = Object.assign(folderOf(FILES), { isSameEntry: async () => true });
  await Promise.all([shelf.addFolder(folder), shelf.addFolder(folder)]);
  expect(await folders()).toHaveLength(1);
  expect(await documents()).toHaveLength(2);
  expect(toasts.map(({ text }) => text)).toEqual([expect.stringContaining('“Notes” is followed')]);
});

test('one of two folders of a name is the lost one of a backup', async () => {
  const { shelf, id, database, folders } = await openWithHandles();
  const lost = { id: 'lost', conversationId: id, name: 'Notes', files: [], lookedAt: 0 };
  await database.projectFolders.add({ ...lost, handle: null });
  // The browser takes a while to compare a folder.
  const isSameEntry = () => new Promise((resolve) => setTimeout(() => resolve(false), 20));
  await shelf.addFolder(Object.assign(folderOf({}), { name: 'Trips', isSameEntry }));
  const [one, other] = [folderOf(FILES), folderOf({ 'pond.md': 'Herons.' })];
  await Promise.all([shelf.addFolder(one), shelf.addFolder(other)]);
  const followed = await folders();
  expect(followed).toHaveLength(3);
  expect(followed.find((row) => row.id === 'lost')?.handle).toBe(one);
});

test('a file that was gone and removed is read when it is there again', async () => {
  const { projects, id, shelf, documents, folders, toasts } = await open();
  await shelf.addFolder(folderOf(FILES));
  const { 'lease.md': lease, ...others } = FILES;
  await shelf.addFolder(folderOf(others));
  const { gone } = lastLook(shelf);
  expect(gone.map(({ path }) => path)).toEqual(['lease.md']);
  await projects.removeGone(id, gone);
  expect(await documents()).toEqual(['rome.md: Rome in May.']);
  await toasts.at(-1)?.action?.run();
  expect((await folders())[0]?.files).toHaveLength(2);
  expect(await documents()).toHaveLength(2);
  await projects.removeGone(id, gone);
  await shelf.addFolder(folderOf({ ...others, 'lease.md': `${lease} And more.` }));
  expect(await documents()).toEqual([
    'lease.md: The rent is 900 euros. And more.',
    'rome.md: Rome in May.',
  ]);
});

test('trying again takes one look, and names each file once', async () => {
  const { shelf, database } = await open();
  const add = vi.spyOn(database.documents, 'add');
  add.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await shelf.addFolder(folderOf({ ...FILES, 'data.bin.zip': 'PK' }));
  const named = () => shelf.state.getState().problems.map(({ text }) => text.split(' ')[0]);
  expect(named()).toHaveLength(3);
  const again = async () => {
    reader.read.length = 0;
    const { at } = lastLook(shelf);
    shelf.retry();
    await vi.waitFor(() => expect(lastLook(shelf)).not.toMatchObject({ at }));
    // After all looks that were asked for.
    await shelf.addFiles([]);
    expect(reader.read).toEqual(['lease.md', 'rome.md']);
  };
  await again();
  expect(named()).toHaveLength(2);
  await again();
  expect(named()).toHaveLength(2);
  add.mockRestore();
  await again();
  expect(named()).toEqual([]);
  expect(await database.documents.count()).toBe(2);
});

test('a broken file next to one that can be read later is read once', async () => {
  const { shelf, database } = await open();
  const add = vi.spyOn(database.documents, 'add');
  add.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const files = { 'broken.pdf': '%PDF', ...FILES };
  await shelf.addFolder(folderOf(files));
  expect(reader.read).toEqual(['broken.pdf', 'lease.md', 'rome.md']);
  await shelf.addFolder(folderOf(files));
  expect(reader.read.slice(3)).toEqual(['lease.md', 'rome.md']);
  add.mockRestore();
  await shelf.addFolder(folderOf({ ...files, 'broken.pdf': '%PDF-1.4' }));
  expect(reader.read.slice(5)).toEqual(['broken.pdf', 'lease.md', 'rome.md']);
});

test('a tab that closes in the middle of a look loses no changed file', async () => {
  const { shelf, database, documents, folders } = await open();
  // A number of files from which on the folder's row is written down only after several files.
  const others = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.md`, `Day ${i}.`]));
  await shelf.addFolder(folderOf({ ...others, ...FILES }));
  const { promise, resolve } = deferred<void>();
  Object.assign(reader, { held: 'rome.md', isFree: promise });
  reader.read.length = 0;
  const june = {
    ...others,
    'lease.md': 'The rent is 950 euros now.',
    'rome.md': 'Rome in June, by train.',
  };
  const changed = async () => (await documents()).filter((text) => !/^\d/.test(text));
  const looking = shelf.addFolder(folderOf(june));
  await vi.waitFor(() => expect(reader.read).toEqual(['lease.md', 'rome.md']));
  // The next tab has no more than the database.
  const tables = ['documents', 'passages', 'projectFolders'].map((name) => database.table(name));
  const stored = await Promise.all(tables.map((table) => table.toArray()));
  resolve();
  await looking;
  for (const [i, table] of tables.entries()) {
    await table.clear();
    await table.bulkAdd(stored[i] ?? []);
  }
  expect(await changed()).toEqual([
    'lease.md: The rent is 950 euros now.',
    'rome.md: Rome in May.',
  ]);
  await shelf.addFolder(folderOf({ ...june, 'lease.md': 'The rent is 1,000 euros.' }));
  expect(await changed()).toEqual([
    'lease.md: The rent is 1,000 euros.',
    'rome.md: Rome in June, by train.',
  ]);
  expect((await folders())[0]?.files).toHaveLength(42);
});

test('a folder that is not followed any more is read no further, and its undo knows the files that were read', async () => {
  const { projects, shelf, database, folders, toasts } = await open();
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`${i}.md`, `Text ${i}.`]));
  const { promise, resolve } = deferred<void>();
  Object.assign(reader, { held: '2.md', isFree: promise });
  const looking = shelf.addFolder(folderOf(many));
  await vi.waitFor(() => expect(reader.read).toContain('2.md'));
  const [row] = await folders();
  // As the page shows it, which may be older.
  const unfollowed = row && projects.unfollow({ ...row, files: [] });
  resolve();
  await unfollowed;
  await looking;
  expect(await database.documents.count()).toBe(2);
  expect(await folders()).toEqual([]);
  expect(shelf.state.getState()).toMatchObject({ reading: [], problems: [] });
  await toasts.at(-1)?.action?.run();
  const [back] = await folders();
  expect(back?.files).toHaveLength(2);
});

test('a look that cannot be taken says why', async () => {
  const { shelf, folders, locks } = await open();
  await shelf.addFolder(folderOf(FILES, 'denied'));
  const [row] = await folders();
  const id = row?.id ?? '';
  expect(shelf.looks.getState()[id]).toEqual({ problem: 'not-allowed' });
  const other = locks.connect();
  const held = other.request(`alcove-folder-${id}`, {}, () => new Promise(() => {}));
  await shelf.addFolder(folderOf(FILES));
  expect(shelf.looks.getState()[id]).toEqual({ problem: 'other-tab' });
  other.release();
  await held;
  await shelf.look(id, true);
  expect(shelf.looks.getState()[id]).toMatchObject({ read: 2 });
});
