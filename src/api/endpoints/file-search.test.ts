import { expect, test } from 'vitest';
import { decodeFloats } from '#base/bytes.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { responseObject } from '#contract/answers/responses-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const FILES = {
  rules: ['The laundry room is open on Tuesdays and Fridays.', 'Bicycles are stored in the yard.'],
  lease: ['The rent is due on the third day of each month.', 'Mr Olsen has the key to the cellar.'],
};
const SEARCH = [{ type: 'file_search', vector_store_ids: [] }];
const QUESTION = 'When is the laundry room open?';

/** Chats with a document each, embedded as the app does it. */
async function openWithDocuments(isAllowed = true, models = SCRIPTED_MODELS) {
  const api = await createTestApi({ models });
  for (const [chat, texts] of Object.entries(FILES)) {
    const conversation = { id: chat, title: chat, createdAt: 1, updatedAt: 1 };
    await api.database.conversations.put(conversation as never);
    const documentId = `doc-${chat}`;
    const row = {
      id: documentId,
      conversationId: chat,
      name: `${chat}.txt`,
      text: texts.join(' '),
    };
    await api.database.documents.put({ ...row, createdAt: 1 });
    const vectors = await embed(api, texts);
    for (const [i, text] of texts.entries()) {
      const vector = vectors[i] ?? new Float32Array();
      const place = { start: i * 100, end: i * 100 + text.length };
      const passage = { id: `${documentId}:${i}`, conversationId: chat, documentId, text, vector };
      const by = { model: 'scripted-embed', revision: '' };
      await api.database.passages.put({ ...passage, ...place, ...by });
    }
  }
  if (isAllowed) await api.keys.setLimits(api.stored.id, { documents: true });
  return api;
}

async function embed(api: Api, input: string[]): Promise<Float32Array[]> {
  const body = { model: 'scripted-embed', input, encoding_format: 'base64' };
  const { data } = await (await post(api, body, 'embeddings')).json();
  return data.map(({ embedding }: { embedding: string }) => decodeFloats(embedding));
}

function post(api: Api, body: object, path = 'responses', key = api.key) {
  return api.fetch(`/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted-chat', ...body }),
  });
}

async function readEvents(response: Response) {
  const blocks = (await response.text()).split('\n\n').filter((b) => b.startsWith('event: '));
  return blocks.map((block) => JSON.parse(block.split('\n')[1]?.replace(/^data: /, '') ?? ''));
}

const errorOf = async (response: Response) => {
  const { error } = await response.json();
  return [response.status, error.code, error.param];
};

test('answers from the documents of chats, and cites them', async () => {
  const api = await openWithDocuments();
  const include = ['file_search_call.results'];
  const response = await post(api, { input: QUESTION, tools: SEARCH, include });
  expect(response.status).toBe(200);
  const body = responseObject.parse(await response.json());
  const [search, message] = body.output;
  expect(search).toMatchObject({
    type: 'file_search_call',
    status: 'completed',
    queries: [QUESTION],
    results: expect.arrayContaining([
      {
        file_id: 'doc-rules',
        filename: 'rules.txt',
        text: FILES.rules[0],
        score: expect.any(Number),
        attributes: {},
      },
    ]),
  });
  if (search?.type !== 'file_search_call' || message?.type !== 'message') throw new Error('order');
  expect(search.results).toHaveLength(3);
  const [part] = message.content;
  // The scripted model echoes its prompt: the passages, then the question.
  expect(part?.text).toContain(FILES.rules[0]);
  expect(part?.text.endsWith(QUESTION)).toBe(true);
  expect(part?.annotations).toContainEqual(
    expect.objectContaining({
      type: 'file_citation',
      file_id: 'doc-rules',
      filename: 'rules.txt',
    }),
  );
  for (const { index } of part?.annotations ?? []) {
    expect(index).toBeLessThanOrEqual(part?.text.length ?? 0);
  }
  expect(body.tools).toEqual([{ type: 'file_search', vector_store_ids: [], filters: null }]);
  const stored = await api.fetch(`/v1/responses/${body.id}`, {
    headers: { authorization: `Bearer ${api.key}` },
  });
  expect(await stored.json()).toEqual(body);
  expect(api.reported).toEqual([]);
});

test('a question in another language is not compared by a model that knows English alone', async () => {
  const english = SCRIPTED_MODELS.map((card) =>
    card.id === 'scripted-embed' ? { ...card, languages: ['en'] } : card,
  );
  const scoresOf = async (input: string, models: typeof SCRIPTED_MODELS) => {
    const api = await openWithDocuments(true, models);
    const include = ['file_search_call.results'];
    const body = await (await post(api, { input, tools: SEARCH, include })).json();
    return body.output[0].results.map(({ score }: { score: number }) => score) as number[];
  };
  const german = 'Wann ist die Waschküche offen? laundry';
  expect(Math.max(...(await scoresOf(german, english)))).toBe(0);
  expect(Math.max(...(await scoresOf(german, SCRIPTED_MODELS)))).toBeGreaterThan(0);
  expect(Math.max(...(await scoresOf(QUESTION, english)))).toBeGreaterThan(0);
});

test('streams the search and its citations as typed events', async () => {
  const api = await openWithDocuments();
  const events = await readEvents(
    await post(api, { input: QUESTION, tools: SEARCH, stream: true }),
  );
  const types = events.map(({ type }) => type);
  expect(types.slice(0, 8)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.file_search_call.in_progress',
    'response.file_search_call.searching',
    'response.file_search_call.completed',
    'response.output_item.done',
    'response.output_item.added',
  ]);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, i) => i));
  const added = events.filter(({ type }) => type === 'response.output_text.annotation.added');
  const final = responseObject.parse(events.at(-1).response);
  const [search, message] = final.output;
  expect(search).toMatchObject({ type: 'file_search_call', results: null });
  if (message?.type !== 'message') throw new Error('order');
  expect(added.length).toBeGreaterThan(0);
  expect(added.map(({ annotation }) => annotation)).toEqual(message.content[0]?.annotations);
  expect(types.indexOf(added[0].type)).toBeLessThan(types.indexOf('response.output_text.done'));
});

test('a key that was not allowed to is refused by name, before anything is read', async () => {
  const api = await openWithDocuments(false);
  const refused = [403, 'file_search_not_allowed', 'tools[1].type'];
  const tools = [{ type: 'function', name: 'f' }, ...SEARCH];
  for (const more of [{}, { stream: true }, { tool_choice: 'none' }]) {
    expect(await errorOf(await post(api, { input: QUESTION, tools, ...more }))).toEqual(refused);
  }
  await api.keys.setLimits(api.stored.id, { documents: true });
  expect((await post(api, { input: QUESTION, tools: SEARCH })).status).toBe(200);
  // A limit that a damaged row says otherwise allows nothing.
  await api.keys.setLimits(api.stored.id, { documents: 'yes' } as never);
  expect((await post(api, { input: QUESTION, tools: SEARCH })).status).toBe(403);
});

test('searches the chats that are named, and says which does not exist', async () => {
  const api = await openWithDocuments();
  const include = ['file_search_call.results'];
  const search = async (vector_store_ids: string[], more: object = {}) => {
    const tools = [{ type: 'file_search', vector_store_ids, ...more }];
    const body = await (await post(api, { input: QUESTION, tools, include })).json();
    return body.output[0].results.map((result: { file_id: string }) => result.file_id);
  };
  expect(new Set(await search(['lease']))).toEqual(new Set(['doc-lease']));
  expect(await search(['documents'], { max_num_results: 1 })).toHaveLength(1);
  expect(await search([], { ranking_options: { score_threshold: 1 } })).toEqual([]);
  const tools = [{ type: 'file_search', vector_store_ids: ['nobody'] }];
  expect(await errorOf(await post(api, { input: 'x', tools }))).toEqual([
    404,
    'vector_store_not_found',
    'tools',
  ]);
});

test.each([
  [
    { tools: [{ ...SEARCH[0], filters: { type: 'like', key: 'a', value: 'b' } }] },
    'tools[0].filters.type',
  ],
  [{ tools: [...SEARCH, ...SEARCH] }, 'tools[1]'],
  [{ tools: [{ type: 'file_search', max_num_results: 51 }] }, 'tools[0].max_num_results'],
  [{ tools: [{ type: 'file_search', vector_store_ids: 'a' }] }, 'tools[0].vector_store_ids'],
  [{ tool_choice: { type: 'file_search' } }, 'tool_choice'],
  [{ tools: SEARCH, tool_choice: { type: 'web_search' } }, 'tool_choice.type'],
  [{ tools: SEARCH, include: 'x' }, 'include'],
])('refuses what a search here cannot do: %j', async (body, param) => {
  const api = await openWithDocuments();
  const [status, , found] = await errorOf(await post(api, { input: 'x', ...body }));
  expect([status, found]).toEqual([400, param]);
});

test('searches with a question in parts, with functions at hand, and in the next turn', async () => {
  const api = await openWithDocuments();
  const tools = [{ type: 'function', name: 'f', parameters: { type: 'object' } }, ...SEARCH];
  const input = [{ role: 'user', content: [{ type: 'input_text', text: QUESTION }] }];
  const first = await (
    await post(api, { input, tools, tool_choice: { type: 'file_search' } })
  ).json();
  expect(first.output.map(({ type }: { type: string }) => type)).toEqual([
    'file_search_call',
    'message',
  ]);
  const next = await post(api, {
    input: 'And where are bicycles?',
    tools: SEARCH,
    previous_response_id: first.id,
  });
  expect((await next.json()).output[0].queries).toEqual(['And where are bicycles?']);
  // A client without stored responses sends the search back as it came.
  const back = await post(api, { input: [...first.output, ...input], store: false });
  expect(back.status).toBe(200);
  // A request that ends with the output of a function asks no question of its own.
  const tool = [
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: '1' },
  ];
  const silent = await (await post(api, { input: tool, tools })).json();
  expect(silent.output.some(({ type }: { type: string }) => type === 'file_search_call')).toBe(
    false,
  );
});

test('finds by words where the model that embedded the documents is gone', async () => {
  const api = await openWithDocuments();
  await api.database.passages.toCollection().modify((row) => {
    row.model = 'gone';
  });
  const include = ['file_search_call.results'];
  const body = await (await post(api, { input: QUESTION, tools: SEARCH, include })).json();
  expect(body.output[0].results[0]).toMatchObject({ file_id: 'doc-rules', score: 0 });
});

test('a question is compared with vectors of its own model and revision only', async () => {
  const api = await openWithDocuments();
  const include = ['file_search_call.results'];
  const scores = async () => {
    const body = await (await post(api, { input: QUESTION, tools: SEARCH, include })).json();
    return body.output[0].results.map(({ score }: { score: number }) => score);
  };
  expect(Math.max(...(await scores()))).toBeGreaterThan(0);
  await api.database.passages.toCollection().modify({ revision: 'another' });
  expect(Math.max(...(await scores()))).toBe(0);
});

test('what a deleted chat left behind is not searched', async () => {
  const api = await openWithDocuments();
  await api.database.conversations.delete('rules');
  const include = ['file_search_call.results'];
  const body = await (await post(api, { input: QUESTION, tools: SEARCH, include })).json();
  const files = body.output[0].results.map(({ file_id }: { file_id: string }) => file_id);
  expect(files).not.toContain('doc-rules');
});

test('without documents it answers as without a search', async () => {
  const api = await createTestApi();
  await api.keys.setLimits(api.stored.id, { documents: true });
  const body = await (await post(api, { input: QUESTION, tools: SEARCH })).json();
  expect(body.output[0]).toMatchObject({ type: 'file_search_call', status: 'completed' });
  expect(body.output[1].content[0]).toMatchObject({ text: QUESTION, annotations: [] });
});
