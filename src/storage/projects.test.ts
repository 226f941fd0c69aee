import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { exportBackup, importBackup, oldBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import type { ChatDocument } from './chat-records.ts';
import { Conversations } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import {
  addToProject,
  measureVectors,
  projectPassages,
  readProject,
  removeDocument,
  removeProject,
} from './projects.ts';

const open = () => new AlcoveDatabase(`projects-${crypto.randomUUID()}`);
const project = FULL_ROWS.projects;
const document: ChatDocument = { ...FULL_ROWS.documents, conversationId: project.id };
const passage = { ...FULL_ROWS.passages, conversationId: project.id };

async function filled(): Promise<AlcoveDatabase> {
  const database = open();
  await database.projects.add(project);
  await database.conversations.add(FULL_ROWS.conversations);
  await database.conversations.add({ ...FULL_ROWS.conversations, id: 'other', project: 'x' });
  await addToProject(database, document, [passage]);
  await database.boundaries.add({ id: 'd', conversationId: project.id, boundary: 'own-network' });
  return database;
}

test('a database of the fourteenth schema opens with its chats, which are in no project', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(14).stores({ conversations: 'id, updatedAt', documents: 'id, conversationId' });
  const { project: _, ...chat } = FULL_ROWS.conversations;
  await old.table('conversations').add(chat);
  await old.table('documents').add(FULL_ROWS.documents);
  old.close();
  const database = new AlcoveDatabase(name);
  expect(await database.conversations.get('c')).toEqual(chat);
  await database.projects.add(project);
  expect(await readProject(database, project.id)).toEqual({ ...project, documents: [] });
});

test('deleting a project leaves its chats, and undoing it brings back its files and members', async () => {
  const database = await filled();
  const undo = await removeProject(database, project.id);
  expect(await readProject(database, project.id)).toBeNull();
  expect(await projectPassages(database, project.id)).toEqual([]);
  for (const name of ['documents', 'passages', 'boundaries'] as const)
    expect([name, await database.table(name).count()]).toEqual([name, 0]);
  const members = async () =>
    (await database.conversations.toArray()).map(({ id, project: of }) => [id, of]);
  expect(await members()).toEqual([
    ['c', ''],
    ['other', 'x'],
  ]);
  await undo();
  expect(await readProject(database, project.id)).toEqual({ ...project, documents: [document] });
  expect(await projectPassages(database, project.id)).toEqual([passage]);
  expect(await members()).toEqual([
    ['c', 'o'],
    ['other', 'x'],
  ]);
});

test('a chat that was moved meanwhile stays where it is when the deletion is undone', async () => {
  const database = await filled();
  const undo = await removeProject(database, project.id);
  await database.conversations.update('c', { project: 'x' });
  await undo();
  expect(await database.conversations.get('c')).toMatchObject({ project: 'x' });
});

test('a document that was being read when its project was deleted is not stored', async () => {
  const database = await filled();
  await removeProject(database, project.id);
  await expect(addToProject(database, document, [passage])).rejects.toThrow('was deleted');
  expect(await database.documents.count()).toBe(0);
  expect(await database.passages.count()).toBe(0);
});

test('a removed file comes back by undo, unless its project is gone', async () => {
  const database = await filled();
  const undo = await removeDocument(database, document);
  expect(await projectPassages(database, project.id)).toEqual([]);
  await undo();
  expect(await projectPassages(database, project.id)).toEqual([passage]);
  const late = await removeDocument(database, document);
  await removeProject(database, project.id);
  await late();
  expect(await database.documents.count()).toBe(0);
});

test('deleting a chat leaves the files of its project', async () => {
  const database = await filled();
  await new Conversations(() => database).remove('c');
  expect(await projectPassages(database, project.id)).toEqual([passage]);
});

test('the vectors of a project are measured in bytes, with their model', async () => {
  const database = await filled();
  expect(await measureVectors(database, project.id)).toEqual({
    passages: 1,
    bytes: 8,
    models: ['alcove-embed'],
  });
});

test('a backup has projects with their files and chats, and an older one without any is read', async () => {
  const to = open();
  await importBackup(to, await exportBackup(await filled()));
  expect(await readProject(to, project.id)).toEqual({ ...project, documents: [document] });
  expect(await projectPassages(to, project.id)).toEqual([passage]);
  expect(await to.conversations.get('c')).toMatchObject({ project: 'o' });
  const older = open();
  const { project: _, ...row } = FULL_ROWS.conversations;
  const count = await importBackup(older, oldBackup({ table: 'conversations', row }));
  expect(count).toMatchObject({ added: 1, unreadable: 0 });
  expect(await older.projects.count()).toBe(0);
});

test('a file that changed takes the place and the label of what it said before', async () => {
  const database = await filled();
  await database.boundaries.put({
    id: document.id,
    conversationId: project.id,
    boundary: 'own-network',
  });
  const changed = { ...document, id: 'new', text: 'It says more.' };
  await addToProject(
    database,
    changed,
    [{ ...passage, id: 'new-passage', documentId: 'new' }],
    [],
    document.id,
  );
  expect((await readProject(database, project.id))?.documents).toEqual([changed]);
  expect((await projectPassages(database, project.id)).map(({ id }) => id)).toEqual([
    'new-passage',
  ]);
  expect(await database.boundaries.get('new')).toMatchObject({ boundary: 'own-network' });
  expect(await database.boundaries.get(document.id)).toBeUndefined();
});

test('a database of the twenty-ninth schema opens with its projects, which follow no folder', async () => {
  const name = `old-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(29).stores({ projects: 'id' });
  await old.table('projects').add(project);
  old.close();
  const database = new AlcoveDatabase(name);
  expect(await readProject(database, project.id)).toEqual({ ...project, documents: [] });
  await database.projectFolders.add(FULL_ROWS.projectFolders);
  const undo = await removeProject(database, project.id);
  expect(await database.projectFolders.count()).toBe(0);
  await undo();
  expect(await database.projectFolders.toArray()).toEqual([FULL_ROWS.projectFolders]);
});
