import OpenAI, { toFile } from 'openai';
import { expect, test } from 'vitest';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { EngineError } from '#engine/engine-error.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { forgetGoneKeys } from './follow-keys.ts';

const RULES = 'The laundry room is open on Fridays. Bicycles are stored in the yard.';

async function open(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  const clientOf = (apiKey: string) =>
    new OpenAI({
      apiKey,
      baseURL: 'http://localhost/v1',
      maxRetries: 0,
      fetch: (input, init) => api.handle(new Request(input as string, init)),
    });
  const client = clientOf(api.key);
  const upload = async (name: string, text: string, by = client) => {
    const file = await toFile(Buffer.from(text), name);
    return by.files.create({ file, purpose: 'assistants' });
  };
  return { ...api, client, clientOf, upload };
}

const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

test('a worker that breaks is replaced, and its file is read again', async () => {
  let opened = 0;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    if (++opened > 1) return runtime;
    const run = async function* () {
      yield* [];
      throw new EngineError('slot-crashed', 'The worker ended.');
    };
    return { ...runtime, load: runtime.load.bind(runtime), run } as typeof runtime;
  };
  const { client, upload, indexer, reported } = await open({ createRuntime });
  const files = [await upload('a.txt', RULES), await upload('b.txt', RULES)];
  const store = await client.vectorStores.create({ file_ids: files.map(({ id }) => id) });
  await indexer.whenDone();
  const { file_counts } = await client.vectorStores.retrieve(store.id);
  expect(file_counts).toMatchObject({ completed: 2, failed: 0 });
  expect([opened, reported.length]).toEqual([2, 1]);
});

test('a scan is read and found by its words', async () => {
  const { client, upload, indexer } = await open();
  const scan = await upload('receipt.png', 'Oat milk 3.98. Total 6.43.');
  const store = await client.vectorStores.create({ file_ids: [scan.id] });
  await indexer.whenDone();
  const found = await client.vectorStores.search(store.id, { query: 'oat milk' });
  expect(found.data[0]).toMatchObject({ file_id: scan.id, filename: 'receipt.png' });
  expect(found.data[0]?.content[0]?.text).toContain('Total 6.43');
});

test('a picture that cannot be decoded fails by itself', async () => {
  let read = 0;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    const run: typeof runtime.run = (task, signal) => {
      if (task.kind !== 'ocr') return runtime.run(task, signal);
      read++;
      throw new EngineError('invalid-image', 'it is not a picture.');
    };
    return { ...runtime, load: runtime.load.bind(runtime), run } as typeof runtime;
  };
  const { client, upload, indexer, reported } = await open({ createRuntime });
  const files = [await upload('a.png', 'x'), await upload('b.txt', RULES)];
  const store = await client.vectorStores.create({ file_ids: files.map(({ id }) => id) });
  await indexer.whenDone();
  const { file_counts } = await client.vectorStores.retrieve(store.id);
  expect(file_counts).toMatchObject({ completed: 1, failed: 1 });
  expect([read, reported.length]).toEqual([1, 0]);
});

test('a text in another language is found by words where the model for it cannot be loaded', async () => {
  const [card] = SCRIPTED_MODELS.filter(({ task }) => task === 'embeddings');
  if (!card) throw new Error('no model');
  const models = [
    { ...card, id: 'alcove-embed', languages: ['en'] },
    { ...card, id: 'alcove-embed-multilingual', languages: ['de', 'en'] },
  ];
  const loaded: string[] = [];
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    const load: typeof runtime.load = async (one, ...rest) => {
      loaded.push(one.id);
      if (one.id.endsWith('multilingual')) throw new EngineError('load-failed', 'No network.');
      return runtime.load(one, ...rest);
    };
    return Object.assign(Object.create(runtime) as typeof runtime, { load });
  };
  const { client, upload, indexer } = await open({ createRuntime, models });
  const file = await upload(
    'regeln.txt',
    'Die Waschküche ist am Freitag offen. Räder stehen im Hof.',
  );
  const store = await client.vectorStores.create({ file_ids: [file.id] });
  await indexer.whenDone();
  expect((await client.vectorStores.retrieve(store.id)).file_counts.completed).toBe(1);
  expect(loaded).toEqual(['alcove-embed-multilingual', 'alcove-embed']);
});

test('a file that always breaks the worker fails after some tries', async () => {
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    const countTokens = async () => {
      throw new EngineError('slot-crashed', 'The worker ended.');
    };
    return { ...runtime, load: runtime.load.bind(runtime), countTokens } as typeof runtime;
  };
  const { client, upload, indexer, reported } = await open({ createRuntime });
  const file = await upload('a.txt', RULES);
  const store = await client.vectorStores.create({ file_ids: [file.id] });
  await indexer.whenDone();
  expect((await client.vectorStores.retrieve(store.id)).file_counts.failed).toBe(1);
  expect(reported).toHaveLength(3);
});

test('a file waits while the queue of the model is full', async () => {
  const { client, upload, indexer, engine } = await open();
  const file = await upload('a.txt', RULES);
  const store = await client.vectorStores.create({});
  await client.embeddings.create({ model: 'scripted-embed', input: 'a' });
  const slot = engine.slots.find(({ card }) => card.task === 'embeddings');
  if (!slot) throw new Error('no slot');
  const turns = [];
  while (!slot.queue.isFull) turns.push(slot.admit(new AbortController().signal));
  await client.vectorStores.files.create(store.id, { file_id: file.id });
  const statusNow = async () =>
    (await client.vectorStores.files.retrieve(file.id, { vector_store_id: store.id })).status;
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(await statusNow()).toBe('in_progress');
  for (const turn of turns) turn.leave();
  await indexer.whenDone();
  expect(await statusNow()).toBe('completed');
});

test('what cannot begin is tried again after a pause, not in a loop', async () => {
  let asked = 0;
  let isOver = false;
  const request = async () => {
    asked++;
    if (isOver) await new Promise(() => {});
    throw new DOMException('No locks here.', 'SecurityError');
  };
  const { client, upload } = await open({ locks: { request } as never });
  const file = await upload('a.txt', RULES);
  await client.vectorStores.create({ file_ids: [file.id] });
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(0);
  // A loop would ask thousands of times meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 150));
  isOver = true;
  expect(asked).toBeLessThan(15);
});

test('files and searches count for the limits of their key', async () => {
  const { client, upload, indexer, keys, stored, ledger } = await open();
  const text = Array.from({ length: 4_000 }, (_, i) => `The laundry room ${i} is open.`).join(' ');
  await keys.setLimits(stored.id, { tokensPerDay: 500 });
  const file = await upload('long.txt', text);
  const store = await client.vectorStores.create({ file_ids: [file.id] });
  await indexer.whenDone();
  const read = await client.vectorStores.files.retrieve(file.id, { vector_store_id: store.id });
  expect([read.status, read.last_error?.code]).toEqual(['failed', 'server_error']);
  expect(read.last_error?.message).toContain('limit of the key');
  expect(await statusOf(client.vectorStores.search(store.id, { query: 'laundry' }))).toBe(429);
  expect((await ledger.since(stored.id, 0, 0)).tokens).toBeGreaterThan(500);
  await keys.setLimits(stored.id, { requestsPerMinute: 2 });
  const small = await upload('small.txt', RULES);
  await client.vectorStores.files.create(store.id, { file_id: small.id });
  await indexer.whenDone();
  const found = [];
  for (let i = 0; i < 3; i++) {
    found.push(await statusOf(client.vectorStores.search(store.id, { query: 'laundry' })));
  }
  expect(found).toEqual([200, 200, 429]);
});

test('files are read while no request is at work', async () => {
  const { client, upload, indexer, dependencies } = await open();
  const leave = dependencies.use.enter();
  const file = await upload('a.txt', RULES);
  const store = await client.vectorStores.create({ file_ids: [file.id] });
  const completed = async () =>
    (await client.vectorStores.retrieve(store.id)).file_counts.completed;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await completed()).toBe(0);
  leave();
  await indexer.whenDone();
  expect(await completed()).toBe(1);
});

test('of an expired store only its row is left on the disk, and none of its files is read', async () => {
  let at = Date.now();
  const { client, upload, indexer, database, dependencies } = await open({ now: () => at });
  const [read, waits] = [await upload('a.txt', RULES), await upload('b.txt', RULES)];
  const expires_after = { anchor: 'last_active_at', days: 1 } as const;
  const store = await client.vectorStores.create({ file_ids: [read.id], expires_after });
  await indexer.whenDone();
  dependencies.indexer = null;
  await client.vectorStores.files.create(store.id, { file_id: waits.id });
  at += 90_000_000;
  indexer.wake();
  await indexer.whenDone();
  const tables = ['vectorStores', 'vectorStoreFiles', 'documents', 'passages'];
  const counts = await Promise.all(tables.map((name) => database.table(name).count()));
  expect(counts).toEqual([1, 0, 0, 0]);
});

test('stores and uploads end with the grant of their site, and with a visit that ended it without a word', async () => {
  const { clientOf, upload, indexer, database, keys, dependencies, client } = await open();
  const fill = async (by: OpenAI) => {
    const file = await upload('a.txt', RULES, by);
    await by.vectorStores.create({ file_ids: [file.id] });
    await indexer.whenDone();
  };
  const counts = () => {
    const tables = ['vectorStores', 'documents', 'apiFiles', 'apiFileData'];
    return Promise.all(tables.map((name) => database.table(name).count()));
  };
  await fill(client);
  const own = await counts();
  for (const lasts of ['once', 'session', 'always'] as const) {
    const grant = await keys.grant('https://a.example', lasts, {});
    await fill(clientOf(await keys.createGrantKey(grant)));
    expect(await counts()).toEqual(own.map((count) => count + 1));
    await keys.revoke(grant.id);
    expect([lasts, ...(await counts())]).toEqual([lasts, ...own]);
  }
  // In place of an earlier grant.
  const first = await keys.grant('https://b.example', 'session', {});
  await fill(clientOf(await keys.createGrantKey(first)));
  await keys.grant('https://b.example', 'session', {});
  expect(await counts()).toEqual(own);
  // What an earlier worker left; answers of batches are the person's to save.
  await database.vectorStores.add({ ...FULL_ROWS.vectorStores, id: 'vs_left', keyId: 'gone' });
  const left = { ...FULL_ROWS.apiFiles, keyId: 'gone' };
  await database.apiFiles.bulkAdd([
    { ...left, id: 'file-left', purpose: 'assistants' },
    { ...left, id: 'file-answers', purpose: 'batch_output' },
  ]);
  await forgetGoneKeys(dependencies);
  expect(await database.vectorStores.get('vs_left')).toBeUndefined();
  expect(await database.apiFiles.get('file-left')).toBeUndefined();
  expect(await database.apiFiles.get('file-answers')).toBeDefined();
  expect(await database.vectorStores.count()).toBe(own[0]);
});

test('a key that may search a project is not given whole files of it', async () => {
  const { client, database, keys, stored } = await open();
  await keys.setLimits(stored.id, { documents: true });
  await database.projects.add({ ...FULL_ROWS.projects, id: 'p', name: 'Home' });
  await database.documents.add({ ...FULL_ROWS.documents, id: 'd', conversationId: 'p' });
  const asked = client.vectorStores.files.content('d', { vector_store_id: 'p' });
  await expect(asked).rejects.toMatchObject({ status: 403, code: 'file_content_not_allowed' });
});
