import { expect, test } from 'vitest';
import { messageError, messageObject } from '#contract/answers/messages-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { readTypedEvents } from '#testing/read-typed-events.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;
type Fields = Record<string, unknown>;

const script = (commands: object) => `#script ${JSON.stringify(commands)}`;
const user = (content: unknown) => [{ role: 'user', content }];
const weather = { name: 'get_weather', input_schema: { type: 'object', properties: {} } };

function post(api: Api, path: string, body: object, headers?: Record<string, string>) {
  return api.fetch(path, {
    method: 'POST',
    headers: {
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      ...(headers ?? { 'x-api-key': api.key }),
    },
    body: JSON.stringify({ model: 'scripted-chat', ...body }),
  });
}

const send = (api: Api, body: object, headers?: Record<string, string>) =>
  post(api, '/v1/messages', { max_tokens: 64, ...body }, headers);

async function errorOf(response: Response) {
  const body = messageError.parse(await response.json());
  expect(response.headers.get('request-id')).toBe(body.request_id);
  return [response.status, body.error.type, body.error.details.param, body.error.message];
}

async function readEvents(response: Response): Promise<(Fields & { type: string })[]> {
  const copy = response.clone();
  const events = await readTypedEvents(response);
  expect(await copy.text()).not.toContain('[DONE]');
  return events;
}

test('answers for a key in x-api-key or a bearer, and counts the request', async () => {
  const api = await createTestApi();
  for (const headers of [{ 'x-api-key': api.key }, { authorization: `Bearer ${api.key}` }]) {
    const response = await send(api, { messages: user('good morning') }, headers);
    expect(response.status).toBe(200);
    const message = messageObject.parse(await response.json());
    // Without the key `citations`: @ai-sdk/anthropic refuses null there.
    expect(message.content).toEqual([{ type: 'text', text: 'good morning' }]);
    expect(message).toMatchObject({
      stop_reason: 'end_turn',
      stop_sequence: null,
    });
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(message.usage.output_tokens).toBeGreaterThan(0);
  }
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'messages', requests: 2 }));
});

test('reads system text, documents and the results of calls', async () => {
  const api = await createTestApi();
  const count = async (body: object) =>
    (await (await post(api, '/v1/messages/count_tokens', body)).json()).input_tokens as number;
  const plain = await count({ messages: user('one two') });
  const system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];
  expect(await count({ messages: user('one two'), system })).toBeGreaterThan(plain);
  expect(await count({ messages: user('one two'), system: 'Be brief.' })).toBeGreaterThan(plain);
  const source = { type: 'text', media_type: 'text/plain', data: 'a b c d e' };
  expect(await count({ messages: user([{ type: 'document', source }]) })).toBeGreaterThan(plain);
  const calls = { tool_calls: [{ name: 'get_weather', arguments: {} }] };
  const response = await send(api, {
    tools: [weather],
    messages: [
      ...user(script(calls)),
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: '' },
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
        ],
      },
      ...user([
        { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'Sunny' }] },
      ]),
    ],
  });
  expect((await response.json()).content[0].text).toBe('Sunny');
});

test('streams blocks of thinking, text and tool input in order', async () => {
  const api = await createTestApi();
  const tokens = ['<think>', 'hm', '</think>', 'Hel', 'lo'];
  const tool_calls = [{ name: 'get_weather', arguments: { city: 'Bern' } }];
  const response = await send(api, {
    stream: true,
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tools: [weather],
    messages: user(script({ tokens, tool_calls })),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = await readEvents(response);
  expect(events[0]).toMatchObject({ type: 'message_start', message: { content: [] } });
  expect(events[1]?.type).toBe('ping');
  const starts = events.filter((e) => e.type === 'content_block_start');
  expect(starts.map((e) => [e['index'], (e['content_block'] as Fields)['type']])).toEqual([
    [0, 'thinking'],
    [1, 'text'],
    [2, 'tool_use'],
  ]);
  const deltas = events
    .filter((e) => e.type === 'content_block_delta')
    .map((e) => e['delta'] as Record<string, string>);
  const joined = (type: string, field: string) =>
    deltas
      .filter((d) => d['type'] === type)
      .map((d) => d[field])
      .join('');
  expect(joined('thinking_delta', 'thinking')).toBe('hm');
  expect(joined('text_delta', 'text')).toBe('Hello');
  expect(JSON.parse(joined('input_json_delta', 'partial_json'))).toEqual({ city: 'Bern' });
  expect(events.filter((e) => e.type === 'content_block_stop')).toHaveLength(3);
  expect(events.at(-2)).toMatchObject({
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
  });
  expect(events.at(-1)?.type).toBe('message_stop');
});

test('leaves reasoning out where the client did not ask for it', async () => {
  const api = await createTestApi();
  const tokens = ['<think>', 'hm', '</think>', 'Hello'];
  const response = await send(api, { messages: user(script({ tokens })) });
  expect((await response.json()).content.map((block: Fields) => block['type'])).toEqual(['text']);
});

test('names the reason why an answer ended', async () => {
  const api = await createTestApi();
  const ended = async (body: object) => {
    const { stop_reason, stop_sequence } = await (await send(api, body)).json();
    return [stop_reason, stop_sequence];
  };
  const messages = user('one two three four');
  expect(await ended({ messages, max_tokens: 2 })).toEqual(['max_tokens', null]);
  expect(await ended({ messages, stop_sequences: ['x', 'three'] })).toEqual([
    'stop_sequence',
    'three',
  ]);
  // Clients name the limits of large models.
  expect(await ended({ messages, max_tokens: 128_000 })).toEqual(['end_turn', null]);
});

test('forces a tool, and writes one call where parallel calls are disabled', async () => {
  const api = await createTestApi();
  const other = { name: 'other', input_schema: { type: 'object', properties: {} } };
  const names = async (body: object) =>
    (await (await send(api, { tools: [weather, other], ...body })).json()).content.map(
      (block: Fields) => block['name'],
    );
  const messages = user('hi');
  expect(await names({ messages, tool_choice: { type: 'any' } })).toEqual(['get_weather']);
  const choice = { type: 'tool', name: 'other' };
  expect(await names({ messages, tool_choice: choice })).toEqual(['other']);
  const tool_calls = [{ name: 'get_weather' }, { name: 'other' }];
  const two = user(script({ tool_calls }));
  expect(await names({ messages: two })).toEqual(['get_weather', 'other']);
  const single = { type: 'auto', disable_parallel_tool_use: true };
  expect(await names({ messages: two, tool_choice: single })).toEqual(['get_weather']);
});

test('names the parameter at fault in the shape of its errors', async () => {
  const api = await createTestApi();
  const wrong = async (body: object) => (await errorOf(await send(api, body))).slice(0, 3);
  const messages = user('hi');
  const invalid = [400, 'invalid_request_error'];
  const { max_tokens: _, ...rest } = { max_tokens: 0, messages };
  expect((await errorOf(await post(api, '/v1/messages', rest))).slice(0, 3)).toEqual([
    ...invalid,
    'max_tokens',
  ]);
  expect(await wrong({ messages: [] })).toEqual([...invalid, 'messages']);
  expect(await wrong({ messages, mcp_servers: [{ type: 'url' }] })).toEqual([
    ...invalid,
    'mcp_servers',
  ]);
  expect(await wrong({ messages: user([{ type: 'container_upload' }]) })).toEqual([
    ...invalid,
    'messages[0].content[0].type',
  ]);
  const url = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  expect(await wrong({ messages: user([url]) })).toEqual([
    ...invalid,
    'messages[0].content[0].source.type',
  ]);
  const orphan = [{ type: 'tool_result', tool_use_id: 'x' }];
  expect(await wrong({ messages: user(orphan) })).toEqual([
    ...invalid,
    'messages[0].content[0].tool_use_id',
  ]);
  const budget = { type: 'enabled', budget_tokens: 1024 };
  expect(await wrong({ messages, thinking: budget })).toEqual([
    ...invalid,
    'thinking.budget_tokens',
  ]);
  const tools = [{ name: 'a', input_schema: { type: 'object' } }];
  expect(await wrong({ messages, tools, tool_choice: { type: 'tool' } })).toEqual([
    ...invalid,
    'tool_choice.name',
  ]);
  expect(await wrong({ messages, model: 'nothing' })).toEqual([404, 'not_found_error', 'model']);
});

test('answers the requests of Claude Code, whose context edits only clear thinking', async () => {
  const api = await createTestApi();
  const request = {
    messages: user('hi'),
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
    max_tokens: 32_000,
  };
  const clear = { type: 'clear_thinking_20251015', keep: 'all' };
  const answer = await send(api, { ...request, context_management: { edits: [clear] } });
  expect(answer.status).toBe(200);
  const edits = [clear, { type: 'clear_tool_uses_20250919' }];
  const [status, type, param] = await errorOf(
    await send(api, { ...request, context_management: { edits } }),
  );
  expect([status, type, param]).toEqual([400, 'invalid_request_error', 'context_management']);
});

test('refuses hosted tools by their name', async () => {
  const api = await createTestApi();
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const [status, type, param, message] = await errorOf(
    await send(api, { messages: user('hi'), tools }),
  );
  expect([status, type, param]).toEqual([400, 'invalid_request_error', 'tools[0].type']);
  expect(message).toContain('web_search_20250305');
});

test('answers wrong keys, methods and failures in the same shape', async () => {
  const api = await createTestApi();
  const messages = user('hi');
  const kinds = async (response: Promise<Response>) => (await errorOf(await response)).slice(0, 2);
  expect(await kinds(send(api, { messages }, {}))).toEqual([401, 'authentication_error']);
  expect(await kinds(send(api, { messages }, { 'x-api-key': 'alc_no' }))).toEqual([
    401,
    'authentication_error',
  ]);
  expect(await kinds(api.fetch('/v1/messages'))).toEqual([405, 'invalid_request_error']);
  const failing = script({ tokens: ['a', 'b'], failAfter: 1 });
  expect(await kinds(send(api, { messages: user(failing) }))).toEqual([500, 'api_error']);
  const events = await readEvents(await send(api, { stream: true, messages: user(failing) }));
  expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } });
});
