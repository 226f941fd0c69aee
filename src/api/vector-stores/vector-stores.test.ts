import OpenAI, { toFile } from 'openai';
import { expect, test } from 'vitest';
import {
  fileBatchObject,
  vectorStoreFile,
  vectorStoreFileContent,
  vectorStoreObject,
  vectorStoreSearchPage,
} from '#contract/answers/vector-stores-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';

const RULES = 'The laundry room is open on Fridays. Bicycles are stored in the yard.';
const LEASE = 'The rent is due on the third day of each month. Mr Olsen has the key to the cellar.';

async function open(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  const client = new OpenAI({
    apiKey: api.key,
    baseURL: 'http://localhost/v1',
    maxRetries: 0,
    fetch: (input, init) => api.handle(new Request(input as string, init)),
  });
  const upload = async (name: string, text: string) => {
    const file = await toFile(Buffer.from(text), name);
    return client.files.create({ file, purpose: 'assistants' });
  };
  return { ...api, client, upload };
}

/** A store of two files that are read. */
async function fill() {
  const api = await open();
  const rules = await api.upload('rules.txt', RULES);
  const lease = await api.upload('lease.txt', LEASE);
  const store = await api.client.vectorStores.create({ name: 'House', metadata: { team: 'a' } });
  await api.client.vectorStores.files.create(store.id, {
    file_id: rules.id,
    attributes: { year: 2026, kind: 'rules' },
  });
  await api.client.vectorStores.files.create(store.id, {
    file_id: lease.id,
    attributes: { year: 2024, kind: 'lease' },
  });
  await api.indexer.whenDone();
  return { ...api, rules, lease, store };
}

const statusOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenAI.APIError)) throw error ?? new Error('It was not refused.');
  return [error.status, error.code, error.param];
};

test('the stock client makes a store, adds files and searches them by their attributes', async () => {
  const { client, store, rules, lease, reported } = await fill();
  const read = vectorStoreObject.parse(await client.vectorStores.retrieve(store.id));
  expect(read).toMatchObject({ name: 'House', status: 'completed', metadata: { team: 'a' } });
  expect(read.file_counts).toEqual({
    ...{ in_progress: 0, completed: 2, cancelled: 0, failed: 0, total: 2 },
  });
  expect(read.usage_bytes).toBeGreaterThan(RULES.length);
  const query = 'When is the laundry room open?';
  const page = await client.vectorStores.search(store.id, { query });
  expect(page.data[0]).toMatchObject({
    file_id: rules.id,
    filename: 'rules.txt',
    attributes: { year: 2026, kind: 'rules' },
  });
  expect(page.data[0]?.content[0]?.text).toContain('laundry room');
  const filesOf = async (filters: OpenAI.ComparisonFilter | OpenAI.CompoundFilter) => {
    const { data } = await client.vectorStores.search(store.id, { query, filters });
    return [...new Set(data.map(({ file_id }) => file_id))];
  };
  expect(await filesOf({ type: 'eq', key: 'kind', value: 'lease' })).toEqual([lease.id]);
  expect(await filesOf({ type: 'gte', key: 'year', value: 2025 })).toEqual([rules.id]);
  const both = { type: 'lt', key: 'year', value: 2025 } as const;
  const none = { type: 'ne', key: 'kind', value: 'lease' } as const;
  expect(await filesOf({ type: 'and', filters: [both, none] })).toEqual([]);
  expect(new Set(await filesOf({ type: 'or', filters: [both, none] }))).toEqual(
    new Set([rules.id, lease.id]),
  );
  const two = await client.vectorStores.search(store.id, {
    query: ['laundry room', 'cellar key'],
    max_num_results: 1,
  });
  expect(two.data).toHaveLength(1);
  expect(reported).toEqual([]);
});

test('answers have the shapes of the reference', async () => {
  const { fetch, key, client, store, rules } = await fill();
  const batch = await client.vectorStores.fileBatches.create(store.id, { file_ids: [rules.id] });
  const get = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`/v1/vector_stores/${path}`, init);
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  vectorStoreFile.parse(await get(`${store.id}/files/${rules.id}`));
  vectorStoreFileContent.parse(await get(`${store.id}/files/${rules.id}/content`));
  vectorStoreSearchPage.parse(await get(`${store.id}/search`, { query: 'rent' }));
  fileBatchObject.parse(await get(`${store.id}/file_batches/${batch.id}`));
  const list = await get('?limit=1');
  expect(list).toMatchObject({ object: 'list', first_id: store.id, has_more: false });
});

test('lists stores and files by pages, changes and deletes them', async () => {
  const { client, store, rules, lease, database } = await fill();
  const other = await client.vectorStores.create({
    name: 'Other',
    expires_after: { anchor: 'last_active_at', days: 1 },
  });
  expect(other.expires_at).toBe((other.last_active_at ?? 0) + 86_400);
  const ids = [];
  for await (const one of client.vectorStores.list({ limit: 1, order: 'asc' })) ids.push(one.id);
  expect(ids).toEqual([store.id, other.id]);
  const files = await client.vectorStores.files.list(store.id, { filter: 'completed' });
  expect(files.data.map(({ id }) => id).sort()).toEqual([rules.id, lease.id].sort());
  const renamed = await client.vectorStores.update(store.id, { name: 'Home', metadata: null });
  expect([renamed.name, renamed.metadata]).toEqual(['Home', null]);
  const marked = await client.vectorStores.files.update(rules.id, {
    vector_store_id: store.id,
    attributes: { year: 1999 },
  });
  expect(marked.attributes).toEqual({ year: 1999 });
  const content = await client.vectorStores.files.content(rules.id, { vector_store_id: store.id });
  expect(content.data.map(({ text }) => text).join(' ')).toContain('Bicycles');
  await client.vectorStores.files.delete(rules.id, { vector_store_id: store.id });
  const { data } = await client.vectorStores.search(store.id, { query: 'laundry room' });
  expect(data.map(({ file_id }) => file_id)).not.toContain(rules.id);
  // The uploaded file stays.
  expect((await client.files.retrieve(rules.id)).filename).toBe('rules.txt');
  await client.vectorStores.delete(store.id);
  expect(await database.passages.count()).toBe(0);
  expect(await database.documents.count()).toBe(0);
  expect(await statusOf(client.vectorStores.retrieve(store.id))).toEqual([
    404,
    'vector_store_not_found',
    'vector_store_id',
  ]);
});

test('a deleted or expired upload leaves all vector stores, and its text goes with it', async () => {
  let at = Date.now();
  const { client, upload, indexer, database, dependencies } = await open({ now: () => at });
  const file = await upload('rules.txt', RULES);
  const brief = await client.files.create({
    file: await toFile(Buffer.from(LEASE), 'lease.txt'),
    purpose: 'assistants',
    expires_after: { anchor: 'created_at', seconds: 3_600 },
  });
  const ids = [];
  for (const name of ['a', 'b']) {
    const made = await client.vectorStores.create({ name, file_ids: [file.id, brief.id] });
    ids.push(made.id);
  }
  await indexer.whenDone();
  expect(await database.documents.count()).toBe(4);
  await client.files.delete(file.id);
  for (const id of ids) {
    const { data } = await client.vectorStores.search(id, { query: 'laundry room' });
    expect(data.map(({ file_id }) => file_id)).not.toContain(file.id);
    expect((await client.vectorStores.files.list(id)).data).toHaveLength(1);
  }
  expect(await database.documents.count()).toBe(2);
  at += 3_700_000;
  await dependencies.files.sweep();
  const left = [database.vectorStoreFiles, database.documents, database.passages];
  expect(await Promise.all(left.map((table) => table.count()))).toEqual([0, 0, 0]);
});

test('a store that is deleted while files are added, or read, leaves nothing', async () => {
  const { client, store, rules, upload, indexer, database, dependencies } = await fill();
  const [added, deleted] = await Promise.allSettled([
    client.vectorStores.files.create(store.id, { file_id: rules.id }),
    client.vectorStores.delete(store.id),
  ]);
  expect(deleted.status).toBe('fulfilled');
  if (added.status === 'rejected')
    expect(await statusOf(Promise.reject(added.reason))).toEqual([
      404,
      'vector_store_not_found',
      'vector_store_id',
    ]);
  await indexer.whenDone();
  const tables = [database.vectorStoreFiles, database.documents, database.passages];
  const counts = () => Promise.all(tables.map((table) => table.count()));
  expect(await counts()).toEqual([0, 0, 0]);
  // The row alone: as it is between the steps of another tab.
  const late = await client.vectorStores.create({});
  const file = await upload('late.txt', RULES);
  const get = dependencies.stores.get.bind(dependencies.stores);
  dependencies.stores.get = async (keyId, id) => {
    const row = await get(keyId, id);
    await database.vectorStores.delete(id);
    return row;
  };
  const adding = client.vectorStores.files.create(late.id, { file_id: file.id });
  expect((await statusOf(adding))[0]).toBe(404);
  expect(await counts()).toEqual([0, 0, 0]);
});

test('a file that is added again or cancelled while it is read has the state that was asked for last', async () => {
  const { client, store, rules, dependencies, database } = await fill();
  const { stores } = dependencies;
  dependencies.indexer = null;
  const [waiting] = await stores.files(store.id);
  if (!waiting) throw new Error('no file');
  const id = waiting.id;
  const batch = await client.vectorStores.fileBatches.create(store.id, { file_ids: [rules.id] });
  const again = await stores.nextWaiting();
  if (!again) throw new Error('none waits');
  expect(again.at).toBeGreaterThan(waiting.at);
  // The reading of the file as it was before ends nothing.
  await stores.endFile(waiting, { status: 'failed', errorCode: 'server_error', errorMessage: '' });
  const document = { ...FULL_ROWS.documents, id, conversationId: store.id };
  await stores.complete(waiting, document, []);
  expect((await stores.file(store.id, rules.id))?.status).toBe('in_progress');
  await client.vectorStores.fileBatches.cancel(batch.id, { vector_store_id: store.id });
  await stores.endFile(again, { status: 'failed', errorCode: 'server_error', errorMessage: '' });
  expect((await stores.file(store.id, rules.id))?.status).toBe('cancelled');
  expect(await database.documents.count()).toBe(2);
  // Only files that were read to their end are found.
  const { data } = await client.vectorStores.search(store.id, { query: 'laundry room' });
  expect(data.map(({ file_id }) => file_id)).not.toContain(rules.id);
});

test('a batch counts a file that is named twice once', async () => {
  const { client, store, rules } = await fill();
  const file_ids = [rules.id, rules.id];
  const made = await client.vectorStores.fileBatches.create(store.id, { file_ids });
  const read = await client.vectorStores.fileBatches.retrieve(made.id, {
    vector_store_id: store.id,
  });
  expect([made.file_counts.total, read.file_counts.total]).toEqual([1, 1]);
});

test('pages go back from an item with before', async () => {
  const { client } = await open();
  for (const name of ['a', 'b', 'c', 'd']) await client.vectorStores.create({ name });
  const { data: all } = await client.vectorStores.list({ order: 'asc' });
  const idOf = (wanted: string) => all.find(({ name }) => name === wanted)?.id ?? '';
  const page = async (query: OpenAI.VectorStoreListParams) => {
    const { data, has_more } = await client.vectorStores.list({ order: 'asc', ...query });
    return [data.map(({ name }) => name).join(''), has_more];
  };
  expect(await page({ before: idOf('d'), limit: 2 })).toEqual(['bc', true]);
  expect(await page({ before: idOf('b'), limit: 2 })).toEqual(['a', false]);
  expect(await page({ after: idOf('a'), before: idOf('d'), limit: 1 })).toEqual(['b', true]);
  expect(await page({ after: idOf('a'), limit: 3 })).toEqual(['bcd', false]);
  const unknown = client.vectorStores.list({ before: 'vs_nothing' });
  expect(await statusOf(unknown)).toEqual([400, 'invalid_value', 'before']);
});

test('a comparison is one whatever other fields it has', async () => {
  const { client, store, rules } = await fill();
  const filters = { type: 'eq', key: 'kind', value: 'rules', filters: 5 } as never;
  const { data } = await client.vectorStores.search(store.id, { query: 'laundry room', filters });
  expect(data.map(({ file_id }) => file_id)).toEqual([rules.id]);
});

test('a search of Responses has each store once, next to all documents, and is activity of the store', async () => {
  let at = Date.now();
  const { client, upload, indexer, keys, stored, database } = await open({ now: () => at });
  const file = await upload('rules.txt', RULES);
  const store = await client.vectorStores.create({
    file_ids: [file.id],
    expires_after: { anchor: 'last_active_at', days: 1 },
  });
  await indexer.whenDone();
  await keys.setLimits(stored.id, { documents: true });
  const search = async (vector_store_ids: string[]) => {
    const response = await client.responses.create({
      model: 'scripted-chat',
      input: 'When is the laundry room open?',
      tools: [{ type: 'file_search', vector_store_ids }],
      include: ['file_search_call.results'],
    });
    const [call] = response.output;
    return call?.type === 'file_search_call' ? call.results?.map(({ file_id }) => file_id) : null;
  };
  expect(await search([store.id, store.id])).toEqual([file.id]);
  expect(await search([store.id, 'documents'])).toEqual([file.id]);
  const missing = await statusOf(search(['vs_missing', 'documents']));
  expect(missing.slice(0, 2)).toEqual([404, 'vector_store_not_found']);
  for (let days = 0; days < 3; days++) {
    at += 80_000_000;
    expect(await search([store.id])).toEqual([file.id]);
  }
  at += 90_000_000;
  // It says that it is expired; nothing of its files is left, and nothing revives it.
  const ended = await client.vectorStores.retrieve(store.id);
  expect(ended).toMatchObject({ status: 'expired', file_counts: { total: 0 }, usage_bytes: 0 });
  expect(await database.passages.count()).toBe(0);
  const refused = [
    search([store.id]),
    client.vectorStores.search(store.id, { query: 'laundry' }),
    client.vectorStores.update(store.id, { name: 'again' }),
    client.vectorStores.files.create(store.id, { file_id: file.id }),
  ];
  for (const one of refused)
    expect((await statusOf(one)).slice(0, 2)).toEqual([400, 'vector_store_expired']);
  await expect(search([store.id])).rejects.toMatchObject({ param: 'tools' });
  const listed = async () => (await client.vectorStores.list()).data.map(({ status }) => status);
  expect(await listed()).toEqual(['expired']);
  at += 31 * 86_400_000;
  expect(await listed()).toEqual([]);
  expect((await client.files.retrieve(file.id)).filename).toBe('rules.txt');
});

test('several queries read the passages of a file once', async () => {
  const { client, store, database } = await fill();
  let reads = 0;
  const where = database.passages.where.bind(database.passages);
  database.passages.where = ((index: string) => {
    reads++;
    return where(index);
  }) as typeof where;
  const query = Array.from({ length: 10 }, (_, i) => `laundry ${i}`);
  await client.vectorStores.search(store.id, { query });
  expect(reads).toBe(2);
});

test('a batch of files is polled by the client, and a file that cannot be read is named', async () => {
  const { client, upload, indexer } = await open();
  const store = await client.vectorStores.create({});
  const good = await upload('a.txt', RULES);
  const bad = await upload('b.bin', 'a\0b');
  const made = await client.vectorStores.fileBatches.create(store.id, {
    files: [{ file_id: good.id, attributes: { n: 1 } }, { file_id: bad.id }],
  });
  expect(made.status).toBe('in_progress');
  await indexer.whenDone();
  const polled = await client.vectorStores.fileBatches.poll(store.id, made.id);
  expect(polled.file_counts).toMatchObject({ completed: 1, failed: 1, total: 2 });
  const listed = await client.vectorStores.fileBatches.listFiles(made.id, {
    vector_store_id: store.id,
    filter: 'failed',
  });
  expect(listed.data).toEqual([
    expect.objectContaining({
      id: bad.id,
      last_error: { code: 'unsupported_file', message: 'It is no text.' },
    }),
  ]);
  const waiting = await client.vectorStores.fileBatches.create(store.id, { file_ids: [good.id] });
  const ended = await client.vectorStores.fileBatches.cancel(waiting.id, {
    vector_store_id: store.id,
  });
  expect(ended.file_counts.cancelled + ended.file_counts.completed).toBe(1);
});

test('a static strategy sets the size of passages', async () => {
  const { client, upload, indexer } = await open();
  const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} is here.`).join(' ');
  const file = await upload('long.txt', text);
  const lengthsOf = async (max_chunk_size_tokens?: number) => {
    const chunking_strategy = max_chunk_size_tokens
      ? ({
          type: 'static',
          static: { max_chunk_size_tokens, chunk_overlap_tokens: 0 },
        } as const)
      : ({ type: 'auto' } as const);
    const store = await client.vectorStores.create({ file_ids: [file.id], chunking_strategy });
    await indexer.whenDone();
    const { data } = await client.vectorStores.files.content(file.id, {
      vector_store_id: store.id,
    });
    return data.length;
  };
  const usual = await lengthsOf();
  expect(await lengthsOf(4_096)).toBeLessThanOrEqual(usual);
});

test('file_search answers from the stores of the key, without the right to the documents of the person', async () => {
  const { client, store, rules } = await fill();
  const response = await client.responses.create({
    model: 'scripted-chat',
    input: 'When is the laundry room open?',
    tools: [
      {
        type: 'file_search',
        vector_store_ids: [store.id],
        filters: { type: 'eq', key: 'kind', value: 'rules' },
      },
    ],
    include: ['file_search_call.results'],
  });
  const [search] = response.output;
  if (search?.type !== 'file_search_call') throw new Error('order');
  expect(search.results?.map(({ file_id }) => file_id)).toEqual([rules.id]);
  expect(search.results?.[0]?.attributes).toEqual({ year: 2026, kind: 'rules' });
  const tools = [{ type: 'file_search' as const, vector_store_ids: [store.id, 'documents'] }];
  const asked = client.responses.create({ model: 'scripted-chat', input: 'x', tools });
  expect(await statusOf(asked)).toEqual([403, 'file_search_not_allowed', 'tools[0].type']);
});

test('a project is a store for keys that may search documents, and read-only there', async () => {
  const { client, database, keys, stored } = await open();
  await database.projects.add({ ...FULL_ROWS.projects, id: 'p', name: 'Birds' });
  const document = { id: 'd', conversationId: 'p', name: 'owls.txt', text: RULES, createdAt: 1 };
  await database.documents.add(document);
  const place = { id: 'd:0', conversationId: 'p', documentId: 'd', start: 0, end: RULES.length };
  await database.passages.add({ ...place, text: RULES, vector: new Float32Array(0) });
  for (const [i, text] of ['Owls fly at night.', 'Swans swim.'].entries()) {
    const other = { ...place, id: `d:${i + 1}`, start: 100 * i + 100, end: 100 * i + 110 };
    await database.passages.add({ ...other, text, vector: new Float32Array(0) });
  }
  expect((await client.vectorStores.list()).data).toEqual([]);
  expect((await statusOf(client.vectorStores.retrieve('p')))[0]).toBe(404);
  await keys.setLimits(stored.id, { documents: true });
  const [project] = (await client.vectorStores.list()).data;
  expect(project).toMatchObject({ id: 'p', name: 'Birds', metadata: { alcove: 'project' } });
  const { data } = await client.vectorStores.search('p', { query: 'laundry' });
  expect(data[0]).toMatchObject({ file_id: 'd', filename: 'owls.txt', score: 0 });
  expect((await client.vectorStores.files.list('p')).data).toHaveLength(1);
  const refused = [400, 'vector_store_read_only', 'vector_store_id'];
  expect(await statusOf(client.vectorStores.delete('p'))).toEqual(refused);
  expect(await statusOf(client.vectorStores.update('p', { name: 'x' }))).toEqual(refused);
  expect(await database.projects.count()).toBe(1);
});

test('each key sees its own stores and files', async () => {
  const { handle, keys, store, rules } = await fill();
  const other = new OpenAI({
    apiKey: (await keys.create('other')).key,
    baseURL: 'http://localhost/v1',
    maxRetries: 0,
    fetch: (input, init) => handle(new Request(input as string, init)),
  });
  expect((await other.vectorStores.list()).data).toEqual([]);
  expect((await statusOf(other.vectorStores.search(store.id, { query: 'x' })))[0]).toBe(404);
  const own = await other.vectorStores.create({});
  const added = other.vectorStores.files.create(own.id, { file_id: rules.id });
  expect(await statusOf(added)).toEqual([404, 'file_not_found', 'file_id']);
});

test.each([
  [{ file_ids: ['nothing'] }, 404, 'file_ids'],
  [{ name: 'a'.repeat(257) }, 400, 'name'],
  [{ expires_after: { anchor: 'created_at', days: 1 } }, 400, 'expires_after.anchor'],
  [{ expires_after: { anchor: 'last_active_at', days: 366 } }, 400, 'expires_after.days'],
  [{ chunking_strategy: { type: 'static' } }, 400, 'chunking_strategy'],
  [
    {
      chunking_strategy: {
        type: 'static',
        static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 51 },
      },
    },
    400,
    'chunking_strategy',
  ],
])('refuses a store that cannot be made, and makes none: %j', async (body, status, param) => {
  const { client, database } = await open();
  const [found, , named] = await statusOf(client.vectorStores.create(body as never));
  expect([found, named]).toEqual([status, param]);
  expect(await database.vectorStores.count()).toBe(0);
});

test.each([
  [{}, 'query'],
  [{ query: 'x', max_num_results: 51 }, 'max_num_results'],
  [{ query: 'x', rewrite_query: true }, 'rewrite_query'],
  [{ query: 'x', filters: { type: 'like', key: 'a', value: 'b' } }, 'filters.type'],
  [
    { query: 'x', filters: { type: 'and', filters: [{ type: 'eq', key: 1 }] } },
    'filters.filters[0].key',
  ],
  [{ query: 'x', filters: { type: 'in', key: 'a', value: 'b' } }, 'filters.value'],
])('refuses a search that means nothing: %j', async (body, param) => {
  const { client, store } = await fill();
  const [status, , found] = await statusOf(client.vectorStores.search(store.id, body as never));
  expect([status, found]).toEqual([400, param]);
});
