import { expect, test } from 'vitest';
import type { Message } from '#storage/chat-records.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { removeDocument } from '#storage/projects.ts';
import { TranscriptEdits } from '#storage/transcript-edits.ts';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { exportBackup, exportChosen, importBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { importFile } from './import-file.ts';
import { memorySink } from './sink.ts';

const open = () => new AlcoveDatabase(`present-${crypto.randomUUID()}`);

const add = async (database: AlcoveDatabase, file: Blob) =>
  (
    await importFile(database, new File([file], 'Birds.ndjson'), {
      model: 'm',
      passphrase: null,
      openSink: async () => memorySink(),
      onProgress: () => {},
    })
  )[0];

const segment = (i: number): StoredSegment => ({
  id: `r:0:${i}`,
  recordingId: 'r',
  start: i,
  end: i + 1,
  text: ` part ${i}`,
  speaker: null,
});

const message = (id: string, createdAt: number, more: Partial<Message> = {}): Message => ({
  id,
  conversationId: 'c',
  parentId: null,
  role: 'user',
  createdAt,
  text: `message ${id}`,
  state: 'done',
  ...more,
});

async function withRecording(): Promise<AlcoveDatabase> {
  const database = open();
  for (const name of ['recordings', 'recordingFiles', 'recordingPeaks'] as const)
    await database.table(name).add(FULL_ROWS[name]);
  await database.segments.bulkAdd([segment(0), segment(1), segment(2)]);
  return database;
}

const textOf = async (database: AlcoveDatabase) =>
  (await database.segments.toArray()).map(({ text }) => text).join('');

test.each(['its own file', 'a whole backup'])(
  'segments that were merged stay merged when %s is imported',
  async (kind) => {
    const database = await withRecording();
    const chosen = { kind: 'transcripts', ids: ['r'] } as const;
    const file = await (kind === 'its own file'
      ? exportChosen(database, chosen)
      : exportBackup(database));
    const merged = { ...segment(0), end: 2, text: ' part 0 part 1' };
    await new TranscriptEdits(database).apply('r', { remove: ['r:0:1'], put: [merged] }, 'mine');
    await add(database, file);
    expect(await textOf(database)).toBe(' part 0 part 1 part 2');
  },
);

test('lost sound comes back, and is counted', async () => {
  const database = await withRecording();
  const file = await exportChosen(database, { kind: 'transcripts', ids: ['r'] });
  expect(await add(database, file)).toMatchObject({ added: 0, present: 1 });
  await database.recordingFiles.delete('r');
  await database.recordingPeaks.delete('r');
  expect(await add(database, file)).toMatchObject({ added: 1, present: 0 });
  expect(await database.recordingFiles.count()).toBe(1);
  expect(await database.recordingPeaks.count()).toBe(1);
});

test('a removed message stays away with its words and files, and newer ones come with their documents', async () => {
  const database = open();
  const { conversations, messages, words, files, documents, passages } = database;
  await conversations.add({ ...FULL_ROWS.conversations, leafId: 'm2' });
  await messages.bulkAdd([
    message('m1', 10),
    message('m2', 20, { parentId: 'm1', files: ['f'] }),
    message('m3', 30, { parentId: 'm1' }),
  ]);
  await words.bulkAdd([{ ...FULL_ROWS.words, id: 'm2' }]);
  await files.add(FULL_ROWS.files);
  await documents.add({ ...FULL_ROWS.documents, createdAt: 15 });
  await passages.add(FULL_ROWS.passages);
  const before = await exportChosen(database, { kind: 'chat', ids: ['c'] });
  await messages.bulkAdd([message('m4', 40, { parentId: 'm3' })]);
  await documents.add({ ...FULL_ROWS.documents, id: 'new', createdAt: 35 });
  await passages.add({ ...FULL_ROWS.passages, id: 'pn', documentId: 'new' });
  await conversations.update('c', { leafId: 'm4' });
  const continued = await exportChosen(database, { kind: 'chat', ids: ['c'] });

  await messages.bulkDelete(['m2', 'm4']);
  for (const table of [words, files, documents, passages]) await table.clear();
  await conversations.update('c', { leafId: 'm3' });
  expect(await add(database, before)).toMatchObject({ added: 0, present: 1, grown: 0 });
  expect(await messages.toCollection().primaryKeys()).toEqual(['m1', 'm3']);
  for (const table of [words, files, documents, passages]) expect(await table.count()).toBe(0);

  expect(await add(database, continued)).toMatchObject({ added: 0, present: 1, grown: 1 });
  expect(await messages.toCollection().primaryKeys()).toEqual(['m1', 'm3', 'm4']);
  expect((await conversations.get('c'))?.leafId).toBe('m4');
  expect(await documents.toCollection().primaryKeys()).toEqual(['new']);
  expect(await passages.toCollection().primaryKeys()).toEqual(['pn']);
  expect(await files.count()).toBe(0);
});

async function withProject(): Promise<AlcoveDatabase> {
  const database = open();
  await database.projects.add(FULL_ROWS.projects);
  for (const id of ['d1', 'd2']) {
    const own = { conversationId: 'o', documentId: id };
    await database.documents.add({ ...FULL_ROWS.documents, id, conversationId: 'o' });
    await database.passages.add({ ...FULL_ROWS.passages, ...own, id: `${id}:0` });
    await database.pagePictures.add({ ...FULL_ROWS.pagePictures, ...own, id: `${id}:1` });
  }
  return database;
}

test('a document that was removed from a project stays away, and no file adds one unseen', async () => {
  const database = await withProject();
  const other = await withProject();
  await other.documents.add({ ...FULL_ROWS.documents, id: 'evil', conversationId: 'o' });
  const file = await exportChosen(other, { kind: 'project', ids: ['o'] });
  const document = await database.documents.get('d1');
  if (document) await removeDocument(database, document);
  expect(await add(database, file)).toMatchObject({ added: 0, present: 1 });
  await importBackup(database, await exportBackup(other));
  for (const name of ['documents', 'passages', 'pagePictures'] as const)
    expect(await database.table(name).count()).toBe(1);
});

test('an import that was cut short is completed by the next one, whatever had come', async () => {
  const from = await withProject();
  await from.conversations.add(FULL_ROWS.conversations);
  await from.messages.bulkAdd([message('m1', 10), message('m2', 20)]);
  for (const name of ['recordings', 'recordingFiles', 'recordingPeaks'] as const)
    await from.table(name).add(FULL_ROWS[name]);
  await from.segments.bulkAdd([segment(0), segment(1)]);
  const file = await exportBackup(from);
  const lines = (await file.text()).trimEnd().split('\n');
  for (let cut = 2; cut < lines.length; cut++) {
    const to = open();
    const part = new Blob([
      lines
        .slice(0, cut)
        .map((line) => `${line}\n`)
        .join(''),
    ]);
    await expect(importBackup(to, part)).rejects.toThrow('ends early');
    await importBackup(to, file);
    for (const { name } of from.tables)
      expect([cut, name, await to.table(name).count()]).toEqual([
        cut,
        name,
        await from.table(name).count(),
      ]);
  }
});

test('a text that was edited after an import that was cut short is not completed', async () => {
  const database = open();
  const file = await exportChosen(await withRecording(), { kind: 'transcripts', ids: ['r'] });
  const lines = (await file.text()).trimEnd().split('\n');
  const cut = lines.slice(0, -2).map((line) => `${line}\n`);
  await expect(importBackup(database, new Blob(cut))).rejects.toThrow('ends early');
  await new TranscriptEdits(database).apply('r', { remove: ['r:0:1'], put: [] }, 'mine');
  expect(await add(database, file)).toMatchObject({ unreadable: 0 });
  expect(await textOf(database)).toBe(' part 0');
});
