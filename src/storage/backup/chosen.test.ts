import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { exportChosen, importBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { requireImportable } from './chosen.ts';
import { BackupError, FORMAT, VERSION } from './format.ts';

const open = () => new AlcoveDatabase(`chosen-${crypto.randomUUID()}`);

const CHAT = ['conversations', 'messages', 'words', 'files', 'passages', 'pagePictures'] as const;

/** A project with a document and a chat, and a chat and a recording apart from it. */
async function fill(): Promise<AlcoveDatabase> {
  const database = open();
  for (const name of CHAT) await database.table(name).add(FULL_ROWS[name]);
  await database.projects.add(FULL_ROWS.projects);
  await database.documents.add(FULL_ROWS.documents);
  const { id } = FULL_ROWS.projects;
  const vector = new Float32Array([0.25, -1, 3e-8]);
  const own = { conversationId: id, documentId: 'of-project' };
  await database.documents.add({ ...FULL_ROWS.documents, id: 'of-project', conversationId: id });
  await database.passages.add({ ...FULL_ROWS.passages, ...own, id: 'p1', vector });
  await database.conversations.add({ ...FULL_ROWS.conversations, id: 'other', project: '' });
  await database.messages.add({ ...FULL_ROWS.messages, id: 'm2', conversationId: 'other' });
  await database.boundaries.add({
    ...FULL_ROWS.boundaries,
    id: 'of-project',
    boundary: 'third-party',
  });
  for (const name of ['recordings', 'recordingFiles', 'recordingPeaks', 'segments'] as const)
    await database.table(name).add(FULL_ROWS[name]);
  await database.presets.add(FULL_ROWS.presets);
  return database;
}

/** A file without its head, whose time differs, and its end, which has a hash of the head. */
const rowsOf = async (file: Blob) => (await file.text()).trim().split('\n').slice(1, -1);

const tables = async (database: AlcoveDatabase) =>
  Object.fromEntries(
    await Promise.all(
      database.tables.map(async (table) => [table.name, await table.count()] as const),
    ).then((all) => all.filter(([, count]) => count > 0)),
  );

test('a project goes into another profile and back byte for byte, and brings nothing else', async () => {
  const from = await fill();
  const to = open();
  const chosen = { kind: 'project', ids: ['o', 'c'] } as const;
  const file = await exportChosen(from, chosen);
  const result = await importBackup(to, file);
  expect(result).toMatchObject({ unreadable: 0, present: 0, chosen: { kind: 'project', id: 'o' } });
  expect(await tables(to)).toEqual({
    projects: 1,
    conversations: 1,
    messages: 1,
    words: 1,
    files: 1,
    documents: 2,
    passages: 2,
    pagePictures: 1,
  });
  expect(await rowsOf(await exportChosen(to, chosen))).toEqual(await rowsOf(file));
  expect(await importBackup(to, file)).toMatchObject({ added: 0 });
});

test('an imported project may not leave the device until a person allows it there', async () => {
  const to = open();
  await importBackup(to, await exportChosen(await fill(), { kind: 'project', ids: ['o'] }));
  expect(await to.boundaries.count()).toBe(0);
});

test('a project without its chats leaves them out', async () => {
  const to = open();
  await importBackup(to, await exportChosen(await fill(), { kind: 'project', ids: ['o'] }));
  expect(await tables(to)).toEqual({ projects: 1, documents: 1, passages: 1 });
});

test('a recording comes back with its sound, and a chat with its files', async () => {
  const from = await fill();
  const to = open();
  await importBackup(to, await exportChosen(from, { kind: 'transcripts', ids: ['r'] }));
  await importBackup(to, await exportChosen(from, { kind: 'chat', ids: ['c'] }));
  const sound = await (await to.recordingFiles.get('r'))?.data.text();
  expect(sound).toBe(await FULL_ROWS.recordingFiles.data.text());
  expect(await to.files.count()).toBe(1);
  expect(await to.conversations.toArray()).toEqual([FULL_ROWS.conversations]);
});

test('a project with more files than an import takes is refused by its name', async () => {
  const from = await fill();
  const chosen = { kind: 'project', ids: [FULL_ROWS.projects.id, 'c'] } as const;
  await requireImportable(from, chosen, 4);
  const { name } = FULL_ROWS.projects;
  const sentence = `“${name}” has 4 files, chats and recordings, and one file can bring 3.`;
  await expect(requireImportable(from, chosen, 3)).rejects.toThrow(sentence);
});

test('a chat that was continued elsewhere grows, and changes made here stay', async () => {
  const from = await fill();
  const to = open();
  const chosen = { kind: 'chat', ids: ['c'] } as const;
  await importBackup(to, await exportChosen(from, chosen));
  await to.conversations.update('c', { title: 'Mine' });
  const next = {
    ...FULL_ROWS.messages,
    id: 'next',
    parentId: 'm',
    createdAt: 4,
    text: 'And then?',
  };
  await from.messages.add(next);
  await from.conversations.update('c', { leafId: 'next', title: 'Theirs' });
  expect(await importBackup(to, await exportChosen(from, chosen))).toMatchObject({ grown: 1 });
  expect(await to.conversations.get('c')).toMatchObject({ title: 'Mine', leafId: 'next' });
});

const fileOf = (kind: string, ...rows: [table: string, row: object][]) =>
  new Blob(
    [
      { format: FORMAT, version: VERSION, chosen: kind },
      ...rows.map(([table, row]) => ({ table, row })),
    ].map((line) => `${JSON.stringify(line)}\n`),
  );
const PROJECT = ['projects', { ...FULL_ROWS.projects, id: 'x' }] as [string, object];

test.for<[name: string, file: Blob, sentence: RegExp]>([
  [
    'settings',
    fileOf('project', PROJECT, ['settings', { name: 'speechModel', value: 'x' }]),
    /does not belong to it/,
  ],
  ['a prompt', fileOf('project', PROJECT, ['prompts', FULL_ROWS.prompts]), /does not belong to it/],
  [
    'a document for a chat that is here',
    fileOf('project', PROJECT, ['documents', { ...FULL_ROWS.documents, id: 'evil' }]),
    /belong to nothing in it/,
  ],
  [
    'an owner that is an object',
    fileOf('project', ['documents', { conversationId: {} }]),
    /belong to nothing/,
  ],
  [
    '100,000 files',
    fileOf(
      'project',
      PROJECT,
      ...Array.from({ length: 100_000 }, (_, i): [string, object] => [
        'documents',
        { id: `${i}`, conversationId: 'x', text: '' },
      ]),
    ),
    /more than 10000 files/,
  ],
  ['a kind of a later Alcove', fileOf('team', PROJECT), /newer Alcove/],
  ['no end', fileOf('project', PROJECT), /ends early/],
  [
    'no JSON',
    new Blob([`{"format":"${FORMAT}","version":2,"chosen":"project"}\n{"table`]),
    /damaged/,
  ],
  [
    'rows nested 100,000 deep',
    new Blob([`{"format":"${FORMAT}","version":2,"chosen":"project"}\n${'['.repeat(100_000)}\n`]),
    /nested/,
  ],
])('a file of a project with %s ends in a sentence', async ([, file, sentence]) => {
  const database = await fill();
  const before = await tables(database);
  const error = await importBackup(database, file).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  expect(String(error)).toMatch(sentence);
  const after = await tables(database);
  // The project of the file may be there by then, and the note that it was not read to its end.
  const own = { projects: 0, documents: 0, settings: 0 };
  expect({ ...after, ...own }).toEqual({ ...before, ...own });
  expect(await database.documents.get('evil')).toBeUndefined();
});
