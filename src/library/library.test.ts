import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { addToProject, removeProject } from '#storage/projects.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { Library, type LibraryQuery } from './library.ts';
import type { LibraryResults } from './library-item.ts';

const MODEL = { model: 'alcove-embed', revision: '1' };
const near = Float32Array.of(1, 0);
const far = Float32Array.of(0, 1);

async function fill(): Promise<AlcoveDatabase> {
  const database = new AlcoveDatabase(`library-${crypto.randomUUID()}`);
  const chat = { ...FULL_ROWS.conversations, id: 'c', title: 'Moving house', project: '' };
  await database.conversations.add(chat);
  await database.projects.add({ ...FULL_ROWS.projects, id: 'p', name: 'Home' });
  const say = (id: string, text: string, createdAt: number) =>
    database.messages.add({ ...FULL_ROWS.messages, id, conversationId: 'c', text, createdAt });
  await say('m1', 'Who takes the piano?', 1);
  await say('m2', 'The household insurance covers water damage up to 20,000 euros.', 2);
  const put = async (id: string, text: string, vector: Float32Array) => {
    const document = { id, conversationId: 'p', name: `${id}.txt`, text, createdAt: 5 };
    const passage = { ...FULL_ROWS.passages, ...MODEL, id: `${id}:0`, conversationId: 'p' };
    const place = { documentId: id, start: 0, end: text.length, text, vector };
    await addToProject(database, document, [{ ...passage, ...place }]);
  };
  await put('lease', 'No pets are allowed. Liability insurance is required.', far);
  await put('policy', 'The premium is due in March.', near);
  await put('recipe', 'Fold the eggs into the flour.', far);
  const recording = { ...FULL_ROWS.recordings, id: 'r', name: 'Call with Anna', addedAt: 3 };
  await database.recordings.add(recording);
  const speak = (id: string, start: number, text: string) =>
    database.segments.add({
      ...{ id, recordingId: 'r', start, end: start + 2, text, speaker: null },
    });
  await speak('r:0:0', 0, 'Hello Anna, how are you?');
  await speak('r:0:1', 2.5, 'I called the insurance about the car.');
  return database;
}

const ask = (library: Library, query: string, more: Partial<LibraryQuery> = {}) =>
  library.search({ query, vectors: [], kind: null, limit: 20, expanded: [], ...more });

const keysOf = ({ found }: LibraryResults) => found.map(({ item }) => item.key).sort();
const matchesOf = ({ found }: LibraryResults) =>
  found.flatMap(({ hits }) =>
    hits.map(({ parts }) =>
      parts.map((one) => (one.isMatch ? `[${one.text}]` : one.text)).join(''),
    ),
  );

test('finds a word in documents, chats and transcripts, each at its place', async () => {
  const library = new Library(await fill());
  await library.read();
  const results = await ask(library, 'insurance');
  expect(keysOf(results)).toEqual(['chat:c', 'document:lease', 'transcript:r']);
  expect(results.counts).toEqual({ document: 1, chat: 1, transcript: 1 });
  expect(matchesOf(results).every((text) => text.includes('[insurance]'))).toBe(true);
  const hitOf = (key: string) => results.found.find(({ item }) => item.key === key)?.hits[0];
  expect(hitOf('chat:c')?.messageId).toBe('m2');
  expect(hitOf('transcript:r')).toMatchObject({ seconds: 2.5, match: 'insurance' });
  expect(hitOf('document:lease')).toMatchObject({ start: 0, end: 53 });
  expect(results.found.find(({ item }) => item.kind === 'document')?.item.within?.name).toBe(
    'Home',
  );
  library.close();
});

test('the project of a document has its present name', async () => {
  const database = await fill();
  const library = new Library(database);
  await library.read();
  const [project] = await database.projects.toArray();
  await database.projects.update(project?.id ?? '', { name: 'Flat' });
  const within = async () => {
    await library.read();
    const { found } = await ask(library, 'insurance');
    return found.find(({ item }) => item.kind === 'document')?.item.within?.name;
  };
  await expect.poll(within).toBe('Flat');
  library.close();
});

test('finds words while they are typed, names, and a kind alone', async () => {
  const library = new Library(await fill());
  await library.read();
  expect(keysOf(await ask(library, 'insur'))).toHaveLength(3);
  expect(keysOf(await ask(library, 'insur', { kind: 'chat' }))).toEqual(['chat:c']);
  const named = await ask(library, 'recipe');
  expect(keysOf(named)).toEqual(['document:recipe']);
  expect(named.found[0]).toMatchObject({ hits: [], count: 0 });
  expect(named.found[0]?.name).toEqual([
    { text: 'recipe', isMatch: true },
    { text: '.txt', isMatch: false },
  ]);
  expect(keysOf(await ask(library, 'zebra'))).toEqual([]);
  library.close();
});

test('finds a document by its meaning where its vector is near, and compares no other model', async () => {
  const library = new Library(await fill());
  await library.read();
  expect(library.models()).toEqual([MODEL]);
  const vectors = [{ ...MODEL, vector: near }];
  expect(keysOf(await ask(library, 'coverage', { vectors }))).toEqual(['document:policy']);
  const other = [{ ...MODEL, revision: '2', vector: near }];
  expect(keysOf(await ask(library, 'coverage', { vectors: other }))).toEqual([]);
  library.close();
});

test('forgets deleted rows, reads new ones, and calls back for both', async () => {
  const database = await fill();
  let changes = 0;
  const library = new Library(database, () => changes++);
  await library.read();
  const undo = await removeProject(database, 'p');
  expect(changes).toBeGreaterThan(0);
  await library.read();
  expect(keysOf(await ask(library, 'insurance'))).toEqual(['chat:c', 'transcript:r']);
  await undo();
  await database.messages.add({
    ...{ ...FULL_ROWS.messages, id: 'm3', conversationId: 'c', text: 'The zebra.', createdAt: 9 },
  });
  await database.conversations.update('c', { updatedAt: 99, title: 'Zoo' });
  await library.read();
  expect(keysOf(await ask(library, 'insurance'))).toHaveLength(3);
  expect(keysOf(await ask(library, 'zebra'))).toEqual(['chat:c']);
  expect(keysOf(await ask(library, 'moving'))).toEqual([]);
  await database.segments.where('recordingId').equals('r').delete();
  await database.recordings.delete('r');
  await library.read();
  expect(keysOf(await ask(library, 'insurance'))).toEqual(['chat:c', 'document:lease']);
  library.close();
});

test('shows three places of an item, and all of them on request', async () => {
  const database = await fill();
  for (let i = 0; i < 7; i++) {
    await database.messages.add({
      ...FULL_ROWS.messages,
      ...{ id: `n${i}`, conversationId: 'c', text: `Piano number ${i}`, createdAt: 10 + i },
    });
  }
  const library = new Library(database);
  await library.read();
  const [first] = (await ask(library, 'piano')).found;
  expect(first).toMatchObject({ count: 8 });
  expect(first?.hits).toHaveLength(3);
  const [whole] = (await ask(library, 'piano', { expanded: ['chat:c'] })).found;
  expect(whole?.hits.map(({ messageId }) => messageId)).toEqual([
    'm1',
    ...Array.from({ length: 7 }, (_, i) => `n${i}`),
  ]);
  library.close();
});
