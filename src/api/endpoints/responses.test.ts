import { expect, test, vi } from 'vitest';
import { inputItems, responseObject } from '#contract/answers/responses-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { readTypedEvents } from '#testing/read-typed-events.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const script = (commands: object) => `#script ${JSON.stringify(commands)}`;

function request(api: Api, body: object, key = api.key) {
  return api.fetch('/v1/responses', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted-chat', ...body }),
  });
}

const stored = (api: Api, id: string, method = 'GET', key = api.key) =>
  api.fetch(`/v1/responses/${id}`, { method, headers: { authorization: `Bearer ${key}` } });

const textOf = (response: { output: { content?: { text: string }[] }[] }) =>
  response.output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join('');

test('answers a string, stores the answer and gives it back to its key alone', async () => {
  const api = await createTestApi();
  const response = await request(api, { input: 'good morning', metadata: { a: '1' } });
  expect(response.status).toBe(200);
  const body = responseObject.parse(await response.json());
  expect(body).toMatchObject({ status: 'completed', store: true, metadata: { a: '1' } });
  expect(textOf(body as never)).toBe('good morning');
  expect(body.usage?.total_tokens).toBeGreaterThan(0);
  expect(await (await stored(api, body.id)).json()).toEqual(body);
  expect((await stored(api, `${body.id}?stream=false`)).status).toBe(200);
  const streamed = await stored(api, `${body.id}?stream=true`);
  expect(streamed.status).toBe(400);
  expect(await streamed.json()).toMatchObject({ error: { param: 'stream' } });
  const other = await api.keys.create('other');
  expect((await stored(api, body.id, 'GET', other.key)).status).toBe(404);
  expect((await stored(api, body.id, 'DELETE', other.key)).status).toBe(404);
  expect(await (await stored(api, body.id, 'DELETE')).json()).toMatchObject({ deleted: true });
  expect((await stored(api, body.id)).status).toBe(404);
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'responses', requests: 1 }));
});

test('the input of a stored response is listed with that of the ones before it, by pages', async () => {
  const api = await createTestApi();
  const first = await (await request(api, { input: 'my name is Ada' })).json();
  const second = await (
    await request(api, { input: 'and again', previous_response_id: first.id })
  ).json();
  const list = async (query = '') =>
    inputItems.parse(await (await stored(api, `${second.id}/input_items${query}`)).json());
  const all = await list('?order=asc');
  expect(all.data.map(({ type, role }) => [type, role])).toEqual([
    ['message', 'user'],
    ['message', 'assistant'],
    ['message', 'user'],
  ]);
  expect(all.data.at(-1)).toMatchObject({ content: [{ type: 'input_text', text: 'and again' }] });
  const ids = all.data.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  // The latest first, and page by page.
  const page = await list('?limit=2');
  expect(page).toMatchObject({ first_id: ids[2], last_id: ids[1], has_more: true });
  const rest = await list(`?limit=2&after=${page.last_id}`);
  expect(rest).toMatchObject({ first_id: ids[0], has_more: false });
  for (const wrong of ['limit=0', 'limit=x', 'order=up', 'after=none']) {
    const answer = await stored(api, `${second.id}/input_items?${wrong}`);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.param).toBe(wrong.split('=')[0]);
  }
  const other = await api.keys.create('other');
  expect((await stored(api, `${second.id}/input_items`, 'GET', other.key)).status).toBe(404);
});

test('the input of a response is counted as it would be read, and nothing is answered', async () => {
  const api = await createTestApi();
  const body = { input: 'my name is Ada', instructions: 'Be brief.' };
  const answered = await (await request(api, body)).json();
  const count = (more: object) =>
    api.fetch('/v1/responses/input_tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted-chat', ...more }),
    });
  const counted = await (await count(body)).json();
  expect(counted).toEqual({
    object: 'response.input_tokens',
    input_tokens: answered.usage.input_tokens,
  });
  const more = await (await count({ ...body, previous_response_id: answered.id })).json();
  expect(more.input_tokens).toBeGreaterThan(counted.input_tokens);
  expect((await count({ input: 'x', previous_response_id: 'resp_none' })).status).toBe(404);
});

test('a response that is written cannot be cancelled', async () => {
  const api = await createTestApi();
  const { id } = await (await request(api, { input: 'x' })).json();
  const answer = await stored(api, `${id}/cancel`, 'POST');
  expect(answer.status).toBe(400);
  expect((await answer.json()).error).toMatchObject({ code: 'response_not_cancellable' });
  expect((await stored(api, 'resp_none/cancel', 'POST')).status).toBe(404);
});

test('continues a stored response, and says when it is gone', async () => {
  const api = await createTestApi();
  const first = await (await request(api, { input: 'my name is Ada' })).json();
  const second = await request(api, { input: 'and again', previous_response_id: first.id });
  const body = await second.json();
  expect(body.previous_response_id).toBe(first.id);
  expect(body.usage.input_tokens).toBeGreaterThan(first.usage.input_tokens * 2);
  const third = await request(api, { input: 'x', previous_response_id: 'resp_none' });
  expect(third.status).toBe(404);
  expect((await third.json()).error).toMatchObject({
    code: 'response_not_found',
    param: 'previous_response_id',
  });
});

test('stores nothing when asked not to', async () => {
  const api = await createTestApi();
  const body = await (await request(api, { input: 'secret', store: false })).json();
  expect((await stored(api, body.id)).status).toBe(404);
  expect(await api.database.responses.count()).toBe(0);
});

test('streams typed events in order, and the whole response at the end', async () => {
  const api = await createTestApi();
  const tokens = ['<think>', 'hm', '</think>', 'Hel', 'lo'];
  const response = await request(api, { input: script({ tokens }), stream: true });
  const events = await readTypedEvents(response);
  expect(events.map((e) => e.sequence_number)).toEqual(events.map((_, i) => i));
  const types = events.map((e) => e.type);
  expect(types.slice(0, 3)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
  ]);
  expect(types.at(-1)).toBe('response.completed');
  const deltas = events.filter((e) => e.type === 'response.output_text.delta');
  expect(deltas.map((e) => e.delta).join('')).toBe('Hello');
  expect(deltas.every((e) => e.output_index === 1)).toBe(true);
  const final = responseObject.parse(events.at(-1).response);
  expect(final.output.map((item) => item.type)).toEqual(['reasoning', 'message']);
  expect(await (await stored(api, final.id)).json()).toEqual(final);
});

test('calls a function, and accepts its output in the next request', async () => {
  const api = await createTestApi();
  const tools = [{ type: 'function', name: 'add', parameters: { type: 'object' }, strict: true }];
  const input = script({ tool_calls: [{ name: 'add', arguments: { a: 1 } }] });
  const first = await (await request(api, { input, tools })).json();
  const call = first.output.find((item: { type: string }) => item.type === 'function_call');
  expect(call).toMatchObject({ name: 'add', status: 'completed' });
  expect(JSON.parse(call.arguments)).toEqual({ a: 1 });
  const answer = await request(api, {
    tools,
    previous_response_id: first.id,
    input: [{ type: 'function_call_output', call_id: call.call_id, output: '3' }],
  });
  expect(answer.status).toBe(200);
  const orphan = await request(api, {
    input: [{ type: 'function_call_output', call_id: 'nobody', output: '3' }],
  });
  expect(orphan.status).toBe(400);
  expect((await orphan.json()).error.param).toBe('input[0].call_id');
});

test('says that an answer ended at its limit', async () => {
  const api = await createTestApi();
  const input = script({ tokens: ['a', 'b', 'c', 'd'] });
  const body = await (await request(api, { input, max_output_tokens: 2 })).json();
  expect(body).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  });
});

test('a failure in the middle of a stream is an error event and a failed response', async () => {
  const api = await createTestApi();
  const input = script({ tokens: ['a', 'b', 'c'], failAfter: 1 });
  const events = await readTypedEvents(await request(api, { input, stream: true }));
  expect(events.at(-2)).toMatchObject({ type: 'error' });
  expect(events.at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { message: expect.any(String) } },
  });
});

test.each([
  [{ input: [{ type: 'computer_call' }] }, 'input[0].type'],
  [{ input: [{ role: 'user', content: [{ type: 'input_file' }] }] }, 'input[0].content[0].type'],
  [{ input: 'x', tools: [{ type: 'web_search' }] }, 'tools[0].type'],
  [{ input: 'x', tool_choice: 'required' }, 'tool_choice'],
  [
    { input: 'x', tools: [{ type: 'function', name: 'a' }], tool_choice: { type: 'function' } },
    'tool_choice.name',
  ],
  [{ input: 'x', background: true }, 'background'],
  [{ input: 'x', conversation: 'conv_1' }, 'conversation'],
  [{ input: 'x', text: { format: { type: 'json_schema', name: 'a' } } }, 'text.format.schema'],
  [{ input: 'x', max_output_tokens: 0 }, 'max_output_tokens'],
  [{ input: 'word '.repeat(2_000) }, 'input'],
  [{}, 'input'],
])('refuses what it cannot do by its parameter: %j', async (body, param) => {
  const api = await createTestApi();
  const response = await request(api, body);
  expect(response.status).toBe(400);
  expect((await response.json()).error.param).toBe(param);
});

test('failures of the engine name parameters of this endpoint, streamed or not', async () => {
  const api = await createTestApi();
  const input = [{ role: 'user', content: 'first' }];
  const { error } = await (await request(api, { input: '#script nonsense' })).json();
  expect([error.code, error.param]).toEqual(['invalid_value', 'input']);
  expect(error.message).toContain("'input'");
  const broken = [...input, { role: 'user', content: '#script nonsense' }];
  const events = await readTypedEvents(await request(api, { input: broken, stream: true }));
  expect(events.at(-1)).toMatchObject({ type: 'response.failed' });
  expect(JSON.stringify(events.at(-1))).toContain("'input'");
});

test('has every field that Open Responses requires, with the request’s values', async () => {
  const api = await createTestApi();
  const tools = [{ type: 'function', name: 'f' }];
  const settings = { presence_penalty: 0.5, prompt_cache_key: 'k', safety_identifier: 's' };
  const body = await (await request(api, { input: 'hi', tools, ...settings })).json();
  expect(body).toMatchObject({
    ...settings,
    frequency_penalty: 0,
    max_tool_calls: null,
    service_tier: 'default',
    tools: [{ type: 'function', name: 'f', description: null, parameters: null, strict: null }],
    top_logprobs: 0,
  });
});

test('continues a response that an earlier version stored with fewer fields', async () => {
  const api = await createTestApi();
  const first = await (await request(api, { input: 'my name is Ada' })).json();
  const [row] = await api.database.responses.toArray();
  const { service_tier: _, ...older } = first;
  if (row) await api.database.responses.put({ ...row, responseJson: JSON.stringify(older) });
  const second = await request(api, { input: 'again', previous_response_id: first.id });
  expect(second.status).toBe(200);
});

test('a full disk ends a request that is to be stored in a sentence, and no other', async () => {
  const api = await createTestApi();
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  vi.spyOn(api.database.responses, 'put').mockRejectedValue(full);
  vi.spyOn(api.database.usage, 'bulkAdd').mockRejectedValue(full);
  const refused = await request(api, { input: 'hi' });
  expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([503, 'false']);
  expect(await refused.json()).toMatchObject({
    error: { code: 'storage_full', param: 'store', message: expect.stringContaining('no storage') },
  });
  const streamed = await readTypedEvents(await request(api, { input: 'hi', stream: true }));
  expect(streamed.at(-1)).toMatchObject({
    type: 'response.failed',
    response: { error: { code: 'storage_full' } },
  });
  expect((await request(api, { input: 'hi', store: false })).status).toBe(200);
});
