import { expect, test, vi } from 'vitest';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { RecordingFolders } from './recording-folders.ts';

const OPTIONS: TranscriptionOptions = { model: 'm', language: 'de', translate: false };
const SETTLE = 5_000;

interface Written {
  text: string;
  at: number;
}

/** A folder as the browser gives it. */
function folderOf(files: Record<string, Written>, permission = 'granted') {
  const handle = {
    kind: 'directory',
    name: 'Interviews',
    queryPermission: async () => permission,
    requestPermission: async () => permission,
    isSameEntry: async (other: unknown) => other === handle,
    async *values() {
      for (const [name, { text, at }] of Object.entries(files)) {
        const getFile = async () => new File([text], name, { lastModified: at });
        yield { kind: 'file', name, getFile };
      }
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

/** A page that follows a folder; its clock is set by hand, and looks are taken by hand. */
async function open(files: Record<string, Written>, permission?: string) {
  const service = await createTestPorts();
  const { ports, database, toasts } = service;
  let now = 1_000_000;
  ports.clock = () => now;
  // The test's database stores no methods; a browser's handle has none of its own.
  const handle = folderOf(files, permission);
  const table = database.recordingFolders;
  const put = table.put.bind(table);
  vi.spyOn(table, 'put').mockImplementation((row) => put({ ...row, handle: null }));
  table.hook('reading', (row) => ({ ...row, handle }));
  const added: string[] = [];
  const refuse = new Set<string>();
  const add = async ([file]: readonly File[], options: TranscriptionOptions) => {
    const name = file?.name ?? '';
    if (refuse.has(name)) throw new DOMException('full', 'QuotaExceededError');
    added.push(`${name}: ${await file?.text()} (${options.language})`);
    const id = `${name}-${added.length}`;
    await database.recordings.add({ id } as never);
    return [id];
  };
  const openPage = () => {
    const page = new RecordingFolders(ports, { look: 1e9, settle: SETTLE });
    page.follow(add);
    return page;
  };
  const folders = openPage();
  await folders.addFolder(handle, OPTIONS);
  const [row] = await table.toArray();
  const id = row?.id ?? '';
  /** The next look of a page, after files have had the time to change. */
  const next = async (page = folders, isPressed = false) => {
    now += SETTLE;
    await page.look(id, isPressed);
  };
  const look = () => folders.looks.getState()[id];
  return { folders, openPage, handle, id, next, look, added, refuse, database, toasts, table };
}

test('new recordings are added once, with the options of the folder, also by the next page', async () => {
  const files: Record<string, Written> = {
    'a.wav': { text: 'one', at: 1 },
    'notes.txt': { text: 'not sound', at: 1 },
    '.hidden.wav': { text: 'hidden', at: 1 },
  };
  const { next, openPage, added, table } = await open(files);
  expect(added).toEqual([]);
  await next();
  expect(added).toEqual(['a.wav: one (de)']);
  files['b.mp4'] = { text: 'two', at: 2 };
  await next();
  await next();
  await next();
  expect(added).toEqual(['a.wav: one (de)', 'b.mp4: two (de)']);
  const page = openPage();
  await next(page);
  await next(page);
  expect(added).toHaveLength(2);
  expect((await table.toArray())[0]?.files.map(({ path }) => path)).toEqual(['a.wav', 'b.mp4']);
});

test('a file is left alone until its size and time are stable, and while it is empty', async () => {
  const files: Record<string, Written> = { 'a.wav': { text: '', at: 1 } };
  const { next, look, added } = await open(files);
  await next();
  await next();
  expect(added).toEqual([]);
  expect(look()?.unfinished).toBe(1);
  files['a.wav'] = { text: 'begin', at: 2 };
  await next();
  files['a.wav'] = { text: 'begin and', at: 2 };
  await next();
  files['a.wav'] = { text: 'begin AND', at: 3 };
  await next();
  expect(added).toEqual([]);
  await next();
  expect(added).toEqual(['a.wav: begin AND (de)']);
  expect(look()?.unfinished).toBe(0);
});

test('a changed file is added again, unless a person deleted its recording', async () => {
  const files: Record<string, Written> = {
    'a.wav': { text: 'one', at: 1 },
    'b.wav': { text: 'one', at: 1 },
  };
  const { next, added, database } = await open(files);
  await next();
  expect(added).toHaveLength(2);
  await database.recordings.delete('b.wav-2');
  files['a.wav'] = { text: 'longer', at: 2 };
  files['b.wav'] = { text: 'longer', at: 2 };
  await next();
  await next();
  expect(added.slice(2)).toEqual(['a.wav: longer (de)']);
});

test('a refused file is named once, and added when it changes or by a press', async () => {
  const files: Record<string, Written> = {
    'a.wav': { text: 'one', at: 1 },
    'b.wav': { text: 'two', at: 1 },
    'c.wav': { text: 'three', at: 1 },
  };
  const { folders, next, look, added, refuse } = await open(files);
  refuse.add('a.wav').add('b.wav');
  await next();
  await next();
  expect(look()?.refused.map(({ path }) => path)).toEqual(['a.wav', 'b.wav']);
  expect(added).toEqual(['c.wav: three (de)']);
  refuse.clear();
  await next();
  expect(added).toHaveLength(1);
  files['a.wav'] = { text: 'other', at: 2 };
  await next();
  await next();
  expect(look()?.refused.map(({ path }) => path)).toEqual(['b.wav']);
  await next(folders, true);
  await next(folders, true);
  expect(look()?.refused).toEqual([]);
  expect(added.slice(1)).toEqual(['a.wav: other (de)', 'b.wav: two (de)']);
});

test('a folder that is not followed any more adds nothing; undone, it adds nothing twice', async () => {
  const files: Record<string, Written> = { 'a.wav': { text: 'one', at: 1 } };
  const { folders, id, next, added, toasts, table } = await open(files);
  await next();
  await folders.unfollow({ id, name: 'Interviews' });
  files['b.wav'] = { text: 'two', at: 2 };
  await next();
  await next();
  expect(added).toHaveLength(1);
  expect(await table.count()).toBe(0);
  await toasts.at(-1)?.action?.run();
  await next();
  await next();
  expect(added).toEqual(['a.wav: one (de)', 'b.wav: two (de)']);
});

test('a folder that is chosen twice is followed once, and a refusal of the browser is named', async () => {
  const files: Record<string, Written> = { 'a.wav': { text: 'one', at: 1 } };
  const { folders, handle, next, added, table } = await open(files);
  await folders.addFolder(handle, { ...OPTIONS, language: null });
  expect(await table.count()).toBe(1);
  await next();
  expect(added).toEqual(['a.wav: one (null)']);
  const refused = await open(files, 'denied');
  await expect
    .poll(() => refused.look()?.problem, { timeout: 20_000 })
    .toBe('The browser did not allow reading it');
});
