import { expect, test, vi } from 'vitest';
import { toApiError } from '#api/call/to-api-error.ts';
import { toWav } from '#base/audio.ts';
import { deferred } from '#base/promises.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { transcriptionVerbose } from '#contract/answers/transcript-answer.ts';
import { EngineError } from '#engine/engine-error.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const script = (spec: object) => `#script ${JSON.stringify(spec)}`;

function post(api: Api, path: string, body: object | string, type = 'application/json') {
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': type };
  return api.fetch(path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const chat = (api: Api, more: object) =>
  post(api, '/v1/chat/completions', {
    model: 'scripted-chat',
    messages: [{ role: 'user', content: 'hi' }],
    ...more,
  });

function send(api: Api, path: string, fields: Record<string, string | Blob>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return api.fetch(path, { method: 'POST', headers: { authorization: `Bearer ${api.key}` }, body });
}

async function errorOf(response: Response) {
  const { error } = await response.json();
  return [response.status, error.code, error.param];
}

const wav = (seconds: number) =>
  new File([toWav(new Float32Array(seconds * 16_000).fill(0.1), 16_000)], 'a.wav');

test('the first failure in the order of the table is reported', async () => {
  const api = await createTestApi();
  expect(await errorOf(await chat(api, { temperature: 9, messages: [] }))).toEqual([
    400,
    'empty_array',
    'messages',
  ]);
  expect(await errorOf(await chat(api, { tools: 'x', stream_options: {} }))).toEqual([
    400,
    'invalid_value',
    'stream_options',
  ]);
  expect(await errorOf(await chat(api, { n: 2, seed: 'x' }))).toEqual([
    400,
    'integer_above_max_value',
    'n',
  ]);
  // Invalid values are reported before the model is looked up, and a file's size before all fields.
  const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  for (const model of ['nope', 'scripted-chat', 'scripted-vision']) {
    const messages = [{ role: 'user', content: [picture] }];
    expect(await errorOf(await chat(api, { model, messages }))).toEqual([
      400,
      'invalid_image_url',
      'messages[0].content[0].image_url.url',
    ]);
    const sound = { type: 'input_audio', input_audio: { data: 'https://a', format: 'wav' } };
    expect(
      await errorOf(await chat(api, { model, messages: [{ role: 'user', content: [sound] }] })),
    ).toEqual([400, 'invalid_base64', 'messages[0].content[0].input_audio.data']);
  }
  const big = new File([new Uint8Array(26_214_401)], 'a.wav');
  expect(await errorOf(await send(api, '/v1/audio/transcriptions', { file: big }))).toEqual([
    413,
    'file_too_large',
    'file',
  ]);
});

test('reasoning asks a form without sound for its file, and JSON for its messages', async () => {
  const api = await createTestApi();
  const model = 'scripted-Audio-7B-Instruct';
  const path = '/v1/audio/reasoning';
  const missing = 'missing_required_parameter';
  expect(await errorOf(await send(api, path, { model }))).toEqual([400, missing, 'file']);
  expect(await errorOf(await post(api, path, { model }))).toEqual([400, missing, 'messages']);
  // Roles and parts that only a chat has.
  const ask = (message: object) => post(api, path, { model, messages: [message] });
  expect(await errorOf(await ask({ role: 'tool', content: 'x' }))).toEqual([
    400,
    'invalid_value',
    'messages[0].role',
  ]);
  const picture = { type: 'image_url', image_url: 'aGVsbG8=' };
  expect(await errorOf(await ask({ role: 'user', content: [picture] }))).toEqual([
    400,
    'invalid_value',
    'messages[0].content[0].type',
  ]);
  // A field of the form has no meaning in JSON.
  const messages = [{ role: 'user', content: 'what is said?' }];
  expect(await errorOf(await post(api, path, { model, messages, file: 'a.wav' }))).toEqual([
    400,
    missing,
    'messages',
  ]);
});

test('messages describe the problem and never contain undefined', async () => {
  const api = await createTestApi();
  const said = async (more: object) => (await (await chat(api, more)).json()).error.message;
  const tools = [{ name: 'a' }];
  expect(await said({ tools, tool_choice: {} })).toBe(
    "Invalid value for 'tool_choice.type': it must be 'function'.",
  );
  expect(await said({ tools, tool_choice: { type: 'function', function: {} } })).toBe(
    "Invalid value for 'tool_choice': it names no tool.",
  );
  expect(await said({ seed: 1e300 })).toBe(
    "Invalid type for 'seed': expected an integer, but got one beyond 2^53 instead.",
  );
});

test('deep params are JSON paths', async () => {
  const api = await createTestApi();
  const bad = [
    [
      [{ role: 'user', content: [{ type: 'text' }] }],
      [400, 'missing_required_parameter', 'messages[0].content[0].text'],
    ],
    [
      [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
      [400, 'missing_required_parameter', 'messages[0].content[0].image_url.url'],
    ],
    [[{ role: 'user', content: [] }], [400, 'empty_array', 'messages[0].content']],
    [[{ role: 'user', content: 5 }], [400, 'invalid_type', 'messages[0].content']],
    [[{ role: 'user' }], [400, 'missing_required_parameter', 'messages[0].content']],
    [[{ content: 'x' }], [400, 'missing_required_parameter', 'messages[0].role']],
    [['x'], [400, 'invalid_type', 'messages[0]']],
    [[{ role: 'assistant', content: null }], [400, 'invalid_type', 'messages[0].content']],
    [
      [{ role: 'system', content: [{ type: 'image_url', image_url: 'x' }] }],
      [400, 'invalid_value', 'messages[0].content[0].type'],
    ],
    [
      [{ role: 'tool', tool_call_id: 'x', content: 'y' }],
      [400, 'invalid_value', 'messages[0].role'],
    ],
    [
      [{ role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f' } }] }],
      [400, 'missing_required_parameter', 'messages[0].tool_calls[0].function.arguments'],
    ],
  ] as const;
  for (const [messages, expected] of bad)
    expect(await errorOf(await chat(api, { messages })), JSON.stringify(messages)).toEqual(
      expected,
    );
});

test('null is absent for every optional field', async () => {
  const api = await createTestApi();
  const names = [
    'max_tokens',
    'temperature',
    'top_p',
    'top_k',
    'stop',
    'stream',
    'stream_options',
    'tools',
    'tool_choice',
    'response_format',
    'n',
    'seed',
    'logprobs',
    'top_logprobs',
    'presence_penalty',
    'logit_bias',
    'functions',
    'function_call',
    'unknown',
  ];
  expect((await chat(api, Object.fromEntries(names.map((n) => [n, null])))).status).toBe(200);
});

test('images come as base64, never from an address', async () => {
  const api = await createTestApi();
  const ask = (image_url: unknown) =>
    chat(api, {
      model: 'scripted-vision',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url }] }],
    });
  expect(await errorOf(await ask({ url: 'https://example.com/a.png' }))).toEqual([
    400,
    'invalid_image_url',
    'messages[0].content[0].image_url.url',
  ]);
  expect(await errorOf(await ask({ url: 'data:image/png;base64,%%%' }))).toEqual([
    400,
    'invalid_base64',
    'messages[0].content[0].image_url.url',
  ]);
  // Not one of the four types that every model's device can read.
  expect(await errorOf(await ask({ url: 'data:image/svg+xml;base64,aGVsbG8=' }))).toEqual([
    400,
    'invalid_image_url',
    'messages[0].content[0].image_url.url',
  ]);
  for (const text of [
    'aGVsb',
    'aGVs!bG8',
    '',
    ' ',
    'data:image/png;base64,',
    'data:image/png;base64, ',
  ])
    expect(await errorOf(await ask(text)), text).toEqual([
      400,
      'invalid_base64',
      'messages[0].content[0].image_url',
    ]);
  for (const text of ['aGVsbG8=', 'aGVs bG8', 'data:image/webp;name=a.webp;base64,aGVsbG8'])
    expect((await ask(text)).status, text).toBe(200);
  const plain = {
    model: 'scripted-chat',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'aGVsbG8=' }] }],
  };
  expect(await errorOf(await chat(api, plain))).toEqual([400, 'model_not_compatible', 'model']);
});

test('tokens of raw bytes become whole code points and stop sequences never leak', async () => {
  const api = await createTestApi();
  const content = script({ bytes: [[0xe2], [0x82, 0xac, 0x20], [0x53], [0x54, 0x4f], [0x50]] });
  const response = await chat(api, {
    messages: [{ role: 'user', content }],
    stop: ['STOP'],
    stream: true,
  });
  const deltas = [...(await response.text()).matchAll(/"delta":\{"content":"([^"]*)"\}/g)].map(
    (m) => m[1],
  );
  expect(deltas).toEqual(['€ ']);
});

test('tool deltas carry id, type and name once, then arguments alone', async () => {
  const api = await createTestApi();
  const content = script({
    tool_calls: [
      { name: 'f', arguments: { city: 'Bern', days: 3 } },
      { name: 'g', arguments: {} },
    ],
  });
  const tools = [{ name: 'f' }, { type: 'function', function: { name: 'g' } }];
  const response = await chat(api, { messages: [{ role: 'user', content }], tools, stream: true });
  const events = (await response.text())
    .trim()
    .split('\n\n')
    .slice(0, -1)
    .map((e) => JSON.parse(e.slice(6)));
  expect(events[0].choices[0].delta).toEqual({ role: 'assistant', content: null });
  const calls = events.flatMap((e) => e.choices[0].delta.tool_calls ?? []);
  const opening = calls.filter((c) => 'id' in c);
  expect(opening.map((c) => [c.index, c.type, c.function])).toEqual([
    [0, 'function', { name: 'f', arguments: '' }],
    [1, 'function', { name: 'g', arguments: '' }],
  ]);
  const rest = calls.filter((c) => !('id' in c));
  expect(
    rest.every(
      (c) =>
        Object.keys(c).join() === 'index,function' &&
        Object.keys(c.function).join() === 'arguments',
    ),
  ).toBe(true);
  expect(
    JSON.parse(
      rest
        .filter((c) => c.index === 0)
        .map((c) => c.function.arguments)
        .join(''),
    ),
  ).toEqual({ city: 'Bern', days: 3 });
  expect(events.at(-1).choices[0].finish_reason).toBe('tool_calls');
});

test('forced tools and JSON work on scripted models, and embeddings models refuse them', async () => {
  const api = await createTestApi();
  const parameters = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 4 } },
    required: ['n'],
  };
  const forced = await (
    await chat(api, {
      tools: [{ name: 'f', parameters }],
      tool_choice: { type: 'function', name: 'f' },
    })
  ).json();
  const { n } = JSON.parse(forced.choices[0].message.tool_calls[0].function.arguments);
  expect(n).toBeGreaterThanOrEqual(4);
  const schema = {
    $schema: 'x',
    title: 'T',
    type: 'object',
    properties: { a: { enum: ['x'] } },
    required: ['a'],
  };
  const whole = await (
    await chat(api, {
      response_format: { type: 'json_schema', json_schema: { name: 's', schema } },
    })
  ).json();
  expect(JSON.parse(whole.choices[0].message.content)).toEqual({ a: 'x' });
  const broken = {
    type: 'json_schema',
    json_schema: { name: 's', schema: { $ref: '#/$defs/none' } },
  };
  expect(await errorOf(await chat(api, { response_format: broken }))).toEqual([
    400,
    'invalid_json_schema',
    'response_format',
  ]);
  const refused = { type: 'object', properties: { a: { not: {} } } };
  const format = { type: 'json_schema', json_schema: { name: 's', schema: refused } };
  const answer = await (await chat(api, { response_format: format })).json();
  expect(answer.error.message).toBe(
    "Invalid schema for response_format 's': 'not' cannot be followed while writing.",
  );
  const tools = [{ type: 'function', function: { name: 'f', parameters: refused } }];
  expect(await errorOf(await chat(api, { tools }))).toEqual([
    400,
    'invalid_json_schema',
    'tools[0].function.parameters',
  ]);
  const unknown = {
    tools: [{ name: 'f' }],
    tool_choice: { type: 'function', function: { name: 'g' } },
  };
  expect(await errorOf(await chat(api, unknown))).toEqual([400, 'invalid_value', 'tool_choice']);
});

test('the prompt of a request that asks for it can be read, as the model saw it', async () => {
  const api = await createTestApi();
  const body = JSON.stringify({
    model: 'scripted-chat',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '#script {"tokens":["4"]}' },
    ],
  });
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const send = (more: object) =>
    api.fetch('/v1/chat/completions', { method: 'POST', headers: { ...headers, ...more }, body });
  const idOf = ({ headers: sent }: Response) => sent.get('x-request-id') ?? '';
  expect(api.prompts.read(idOf(await send({})))).toBeNull();
  const answer = await send({ 'x-alcove-prompt': '1' });
  expect((await answer.json()).choices[0].message.content).toBe('4');
  expect(api.prompts.read(idOf(answer))).toBe('system: Be brief.\nuser: #script {"tokens":["4"]}');
});

test('reasoning is separated from the answer, streamed or not, and counted', async () => {
  const api = await createTestApi();
  const content = `#script ${JSON.stringify({ tokens: ['<thi', 'nk>so', ' so</think>', '\n\n4'] })}`;
  const messages = [{ role: 'user', content }];
  const whole = await (await chat(api, { messages })).json();
  expect(whole.choices[0].message).toMatchObject({ content: '4', reasoning_content: 'so so' });
  expect(whole.usage.completion_tokens_details.reasoning_tokens).toBe(3);
  const text = await (await chat(api, { messages, stream: true })).text();
  const deltas = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)).choices[0].delta);
  expect(deltas.map((d) => d.reasoning_content ?? '').join('')).toBe('so so');
  expect(deltas.map((d) => d.content ?? '').join('')).toBe('4');
});

test('a slot that breaks while a prompt is counted is replaced for the next request', async () => {
  let opened = 0;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    opened++;
    if (opened > 1) return runtime;
    const countTokens = () =>
      Promise.reject(new EngineError('slot-crashed', 'The grammar stopped.'));
    return { ...runtime, countTokens };
  };
  const api = await createTestApi({ createRuntime });
  const messages = [{ role: 'user', content: 'word '.repeat(400) }];
  const broken = await chat(api, { messages });
  expect(broken.status).toBe(503);
  expect((await broken.json()).error.code).toBe('engine_unavailable');
  expect((await chat(api, { messages })).status).toBe(200);
  expect(opened).toBe(2);
});

test('a model is not unloaded for another while the prompt of its request is counted', async () => {
  const gate = deferred();
  let isCounting = false;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    const countTokens: typeof runtime.countTokens = async (task) => {
      isCounting = true;
      await gate.promise;
      return runtime.countTokens(task);
    };
    return { ...runtime, countTokens };
  };
  const [scripted] = SCRIPTED_MODELS;
  if (!scripted) throw new Error('no scripted models');
  const models = ['first', 'second'].map((id) => ({ ...scripted, id, memoryBytes: 600_000_000 }));
  const api = await createTestApi({ models, createRuntime });
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
  const first = chat(api, { model: 'first', tools });
  await vi.waitFor(() => expect(isCounting).toBe(true));
  expect((await chat(api, { model: 'second' })).status).toBe(200);
  gate.resolve();
  expect((await first).status).toBe(200);
  expect(api.engine.slots.map(({ card, isIdle }) => [card.id, isIdle])).toEqual([
    ['first', true],
    ['second', true],
  ]);
});

test('aliases answer under their own id and name the model; others must be downloaded first', async () => {
  const api = await createTestApi({
    aliases: { 'Whisper-Large-v3': 'scripted-speech', mine: 'scripted-chat' },
  });
  const { data } = await (await api.handle(new Request('http://a/v1/models'))).json();
  const alias = data.find((m: { id: string }) => m.id === 'mine');
  expect(alias.sn_metadata).toMatchObject({ state: 'ready', answered_by: 'scripted-chat' });
  const answer = await (await chat(api, { model: 'mine' })).json();
  expect(answer.model).toBe('mine');
  const other = data.find(
    (m: { sn_metadata: { state: string } }) => m.sn_metadata.state === 'available',
  );
  const response = await chat(api, { model: other.id });
  expect(response.status).toBe(404);
  expect((await response.json()).error).toMatchObject({
    code: 'model_not_found',
    param: 'model',
    message: expect.stringContaining('is not on this device'),
  });
});

test('models are listed by their state', async () => {
  const api = await createTestApi();
  const statesOf = async (query: string) => {
    const { data } = await (await api.fetch(`/v1/models${query}`)).json();
    const states: string[] = data.map(
      (m: { sn_metadata: { state: string } }) => m.sn_metadata.state,
    );
    return [...new Set(states)];
  };
  expect(await statesOf('?state=ready')).toEqual(['ready']);
  expect(await statesOf('?state=available')).toEqual(['available']);
  expect(await statesOf('?state=all')).toEqual(await statesOf(''));
  expect(await statesOf('')).toEqual(['ready', 'available']);
  expect(await statesOf('?state=loaded')).toEqual([]);
  await chat(api, {});
  const loaded = await (await api.fetch('/v1/models?state=loaded')).json();
  expect(loaded.data.map(({ id }: { id: string }) => id)).toEqual(['scripted-chat']);
  expect(await errorOf(await api.fetch('/v1/models?state=asleep'))).toEqual([
    400,
    'invalid_value',
    'state',
  ]);
});

test('logprobs are null unless asked for', async () => {
  const api = await createTestApi();
  const plain = await (await chat(api, {})).json();
  expect(plain.choices[0].logprobs).toBeNull();
  const asked = await (await chat(api, { logprobs: true, top_logprobs: 2 })).json();
  expect(asked.choices[0].logprobs.content[0]).toMatchObject({ token: 'hi', bytes: [104, 105] });
  expect(await errorOf(await chat(api, { top_logprobs: 2 }))).toEqual([
    400,
    'invalid_value',
    'top_logprobs',
  ]);
});

test('logit_bias reaches the model by token id, and is checked', async () => {
  const biases: unknown[] = [];
  const scripted = createScriptedRuntime();
  const api = await createTestApi({
    createRuntime: () => ({
      ...scripted,
      run(task, signal) {
        if (task.kind === 'chat') biases.push(task.sampling.bias);
        return scripted.run(task, signal);
      },
    }),
  });
  expect((await chat(api, { logit_bias: { 5: -100, 7: 1.5 } })).status).toBe(200);
  expect((await chat(api, {})).status).toBe(200);
  expect(biases).toEqual([
    new Map([
      [5, -100],
      [7, 1.5],
    ]),
    undefined,
  ]);
  const wrong = async (logit_bias: unknown) => errorOf(await chat(api, { logit_bias }));
  expect(await wrong([])).toEqual([400, 'invalid_type', 'logit_bias']);
  expect(await wrong({ 5: -101 })).toEqual([400, 'decimal_below_min_value', 'logit_bias.5']);
  expect(await wrong({ word: 1 })).toEqual([400, 'invalid_value', 'logit_bias.word']);
  expect(await wrong({ 5: 'x' })).toEqual([400, 'invalid_type', 'logit_bias.5']);
});

test('paths are normalised and everything else is JSON, never a page', async () => {
  const api = await createTestApi();
  expect((await api.fetch('/v1//models/?x=1')).status).toBe(200);
  expect((await api.fetch('/v1/models/openai%2Fscripted-chat')).status).toBe(200);
  expect((await (await api.fetch('/v1/models/openai/scripted-chat')).json()).id).toBe(
    'scripted-chat',
  );
  expect(
    await errorOf(await api.fetch('/v1/images/generations', { method: 'POST', body: '{}' })),
  ).toEqual([404, 'unknown_url', null]);
  expect(await errorOf(await api.fetch('/v1/chat/completions'))).toEqual([
    405,
    'method_not_allowed',
    null,
  ]);
  const long = await api.fetch(`/v1/models/${'a'.repeat(9_000)}`, { method: 'POST' });
  expect([long.status, (await long.text()).length < 500]).toEqual([405, true]);
  const head = await api.fetch('/v1/models', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const options = await api.fetch('/v1/anything', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('keys are read as Bearer in any case and never repeated', async () => {
  const api = await createTestApi();
  const ask = (authorization: string) => api.fetch('/v1/models', { headers: { authorization } });
  expect((await ask(`bearer ${api.key}`)).status).toBe(200);
  const wrong = `${api.key.slice(0, -1)}_`;
  const refused = await ask(`Bearer ${wrong}`);
  expect(refused.status).toBe(401);
  expect((await refused.json()).error.message).not.toContain(wrong);
  expect((await ask(`Basic ${api.key}`)).status).toBe(401);
});

test('bodies of another kind get an error that names the expected kind', async () => {
  const api = await createTestApi();
  const form = await send(api, '/v1/chat/completions', { model: 'scripted-chat' });
  expect(await errorOf(form)).toEqual([400, 'unsupported_content_type', null]);
  expect(await errorOf(await post(api, '/v1/audio/transcriptions', {}))).toEqual([
    400,
    'unsupported_content_type',
    null,
  ]);
  expect(
    (
      await post(
        api,
        '/v1/embeddings',
        JSON.stringify({ model: 'scripted-embed', input: 'x' }),
        'text/plain',
      )
    ).status,
  ).toBe(200);
  const huge = JSON.stringify({ model: 'scripted-embed', input: 'x'.repeat(33_554_432) });
  expect(await errorOf(await post(api, '/v1/embeddings', huge))).toEqual([
    413,
    'request_too_large',
    null,
  ]);
});

test('a body without an end is refused when it is too long, not read on', async () => {
  const api = await createTestApi();
  const piece = new Uint8Array(1_048_576).fill(32);
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces++;
      // Somewhere it must end, or a reader that continues would never be found out.
      if (pieces > 200) controller.close();
      else controller.enqueue(piece);
    },
  });
  const request = new Request('http://localhost/v1/embeddings', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'text/plain' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect(await errorOf(await api.handle(request))).toEqual([413, 'request_too_large', null]);
  expect(pieces).toBeLessThan(40);
});

test('embeddings come in order, as floats or base64', async () => {
  const api = await createTestApi();
  const ask = async (more: object) =>
    (
      await post(api, '/v1/embeddings', {
        model: 'scripted-embed',
        input: ['a', 'b', 'ab'],
        ...more,
      })
    ).json();
  const floats = await ask({});
  const packed = await ask({ encoding_format: 'base64' });
  for (const [i, item] of packed.data.entries()) {
    const bytes = Buffer.from(item.embedding, 'base64');
    const values = Array.from({ length: 8 }, (_, k) => bytes.readFloatLE(k * 4));
    expect([item.index, values]).toEqual([i, floats.data[i].embedding]);
  }
  const bad = [
    [{ input: '' }, 'empty_string', 'input'],
    [{ input: ['a', ''] }, 'empty_string', 'input[1]'],
    [{ input: [1, 2] }, 'invalid_type', 'input[0]'],
    [{ input: Array(2049).fill('a') }, 'array_above_max_length', 'input'],
    [{ dimensions: 4 }, 'unsupported_parameter', 'dimensions'],
    [{ dimensions: 0 }, 'integer_below_min_value', 'dimensions'],
  ] as const;
  for (const [more, code, param] of bad)
    expect((await ask(more)).error, JSON.stringify(more).slice(0, 60)).toMatchObject({
      code,
      param,
    });
  expect((await ask({ input: [[1, 2]] })).error).toMatchObject({
    param: 'input[0]',
    message: expect.stringContaining('check_embedding_ctx_length=False'),
  });
});

test('transcripts come as JSON, text, subtitles and streams', async () => {
  const api = await createTestApi();
  const prompt = script({ tokens: [' one', ' two'] });
  const ask = (fields: Record<string, string>) =>
    send(api, '/v1/audio/transcriptions', {
      model: 'scripted-speech',
      file: wav(2),
      prompt,
      ...fields,
    });
  expect(await (await ask({})).json()).toEqual({ text: 'one two' });
  expect(await (await ask({ 'response format': 'text' })).text()).toBe('one two');
  expect(await (await ask({ response_format: 'srt' })).text()).toBe(
    '1\n00:00:00,000 --> 00:00:01,000\none\n\n2\n00:00:01,000 --> 00:00:02,000\ntwo\n',
  );
  expect(await (await ask({ response_format: 'vtt' })).text()).toMatch(
    /^WEBVTT\n\n00:00:00.000 --> 00:00:01.000\none\n/,
  );
  expect(
    await (await ask({ response_format: 'verbose_json', language: 'en-US' })).json(),
  ).toMatchObject({ duration: 2, language: 'english', segments: [{ start: 0, end: 1 }, {}] });
  const stream = await ask({ stream: 'True', 'stream_options[include_usage]': 'true' });
  const events = (await stream.text())
    .trim()
    .split('\n\n')
    .slice(0, -1)
    .map((e) => JSON.parse(e.slice(6)));
  expect(events.map((e) => e.type)).toEqual([
    'transcript.text.delta',
    'transcript.text.delta',
    'transcript.text.delta',
    'transcript.text.done',
    undefined,
  ]);
  expect(events.map((e) => e.choices[0]?.delta.content).filter((t) => t !== undefined)).toEqual([
    '',
    'one',
    ' two',
  ]);
  expect(events.at(-2).text).toBe('one two');
  expect(events.at(-1).usage.completion_tokens).toBe(2);
});

test('form fields are checked as the contract says', async () => {
  const api = await createTestApi();
  const ask = (fields: Record<string, string | Blob>) =>
    send(api, '/v1/audio/translations', { model: 'scripted-speech', file: wav(1), ...fields });
  const bad = [
    [{ temperature: 'hot' }, 'invalid_type', 'temperature'],
    [{ temperature: '1.5' }, 'decimal_above_max_value', 'temperature'],
    [{ stream: 'maybe' }, 'invalid_type', 'stream'],
    [{ stream_options: '{' }, 'invalid_json', 'stream_options'],
    [{ stream_options: '{"include_usage":true}' }, 'invalid_value', 'stream_options'],
    [{ language: 'klingon' }, 'invalid_value', 'language'],
    [{ file: 'text' }, 'invalid_type', 'file'],
    [{ file: wav(0.05) }, 'audio_too_short', 'file'],
  ] as const;
  for (const [fields, code, param] of bad)
    expect(await errorOf(await ask(fields)), JSON.stringify(fields)).toEqual([400, code, param]);
  expect((await ask({ language: 'German', temperature: '0.5' })).status).toBe(200);
});

test('audio-instruct models accept items of at most 30 seconds', async () => {
  const api = await createTestApi();
  const model = 'scripted-Audio-7B-Instruct';
  const ask = (file: File) =>
    send(api, '/v1/audio/reasoning', {
      model,
      file,
      messages: JSON.stringify([{ role: 'user', content: script({ tokens: ['a tone'] }) }]),
    });
  expect((await (await ask(wav(30))).json()).choices[0].message.content).toBe('a tone');
  expect(await errorOf(await ask(wav(31)))).toEqual([400, 'audio_too_long', 'file']);
  expect(
    await errorOf(
      await send(api, '/v1/audio/reasoning', {
        model,
        messages: '[{"role":"user","content":"x"}]',
      }),
    ),
  ).toEqual([400, 'missing_required_parameter', 'file']);
  const said = await send(api, '/v1/audio/transcriptions', {
    model,
    file: wav(1),
    prompt: script({ tokens: ['Hallo'] }),
    language: 'german',
  });
  expect(await said.json()).toEqual({ text: 'Hallo' });
  expect(
    await errorOf(
      await send(api, '/v1/audio/transcriptions', { model, file: wav(1), response_format: 'srt' }),
    ),
  ).toEqual([400, 'invalid_value', 'response_format']);
});

test('a service with that setting accepts temperatures up to 2', async () => {
  const api = await createTestApi({ temperatureMax: 2 });
  expect((await chat(api, { temperature: 1.8 })).status).toBe(200);
  expect(await errorOf(await chat(api, { temperature: 2.1 }))).toEqual([
    400,
    'decimal_above_max_value',
    'temperature',
  ]);
});

test('messages that are not JSON matter only to models that read them', async () => {
  const api = await createTestApi();
  const ask = (model: string) =>
    send(api, '/v1/audio/transcriptions', { model, file: wav(1), messages: '{' });
  expect((await ask('scripted-speech')).status).toBe(200);
  expect(await errorOf(await ask('scripted-Audio-7B-Instruct'))).toEqual([
    400,
    'invalid_json',
    'messages',
  ]);
});

test('the native size of a vector may be requested by number', async () => {
  const api = await createTestApi();
  const ask = (dimensions: number) =>
    post(api, '/v1/embeddings', { model: 'scripted-embed', input: 'a', dimensions });
  expect((await ask(8)).status).toBe(200);
  expect(await errorOf(await ask(9))).toEqual([400, 'integer_above_max_value', 'dimensions']);
});

test('an empty model id is not found', async () => {
  const api = await createTestApi();
  expect(await errorOf(await chat(api, { model: '' }))).toEqual([404, 'model_not_found', 'model']);
});

test('an English-only speech model does not translate', async () => {
  const speech = EMBEDDED_MODELS.filter(({ task }) => task === 'speech');
  const models = speech.map((card) => ({ ...card, id: 'english', languages: ['en'] }));
  const api = await createTestApi({ models });
  const fields = { model: 'english', file: wav(1) };
  const response = await send(api, '/v1/audio/translations', fields);
  expect(response.status).toBe(400);
  expect((await response.json()).error).toMatchObject({
    code: 'model_not_compatible',
    param: 'model',
    message: 'The model `english` does not support translation.',
  });
});

test('an unknown address names the correct one', async () => {
  const api = await createTestApi();
  const message = async (path: string) =>
    (await (await api.fetch(path, { method: 'POST' })).json()).error.message as string;
  expect(await message('/v1/images/generations')).toContain('do not draw');
  expect(await message('/v1/nope')).toBe(
    'Unknown request URL: POST /v1/nope. The reference of all endpoints is at /openapi.json.',
  );
  expect(await message('/v1')).toContain('add the path of an endpoint');
});

test('every segment of verbose_json has the keys that clients require', async () => {
  const api = await createTestApi();
  const response = await send(api, '/v1/audio/transcriptions', {
    model: 'scripted-speech',
    file: wav(1),
    response_format: 'verbose_json',
    temperature: '0.2',
  });
  const { segments } = await response.json();
  expect(segments[0]).toMatchObject({ seek: 0, tokens: [], temperature: 0.2, no_speech_prob: 0 });
  expect(transcriptionVerbose.shape.segments.safeParse(segments).error).toBeUndefined();
});

test('every answer carries the headers that make it inert as a document', async () => {
  const { fetch } = await createTestApi();
  for (const path of ['/v1/models', '/v1/nope', '/v1/chat/completions']) {
    const { headers } = await fetch(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  }
});

test('a model that can never do it is a 400, not an error to retry', () => {
  const error = toApiError(new EngineError('not-compatible', 'The chat template is broken.'));
  expect([error.status, error.code, error.param]).toEqual([400, 'model_not_compatible', 'model']);
});

test('the arguments of a call are an object, whatever the schema leaves open', async () => {
  const api = await createTestApi();
  const called = async (parameters: unknown) => {
    const tool = { type: 'function', function: { name: 'now', parameters } };
    const response = await chat(api, { tools: [tool], tool_choice: 'required' });
    const { error, choices } = await response.json();
    if (error) return [error.code, error.param];
    const [{ message, finish_reason: reason }] = choices;
    return [reason, message.tool_calls[0].function.arguments];
  };
  for (const open of [undefined, null, {}, { type: 'object' }, { title: 'Now' }, { allOf: [{}] }]) {
    expect(await called(open), JSON.stringify(open)).toEqual(['tool_calls', '{}']);
  }
  for (const format of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const [reason, text] = await called({
      properties: { a: { type: 'string', format } },
      required: ['a'],
    });
    expect(reason, format).toBe('tool_calls');
    expect(Object.keys(JSON.parse(text))).toEqual(['a']);
  }
  const merged = {
    allOf: [
      JSON.parse('{"toString":1,"__proto__":{"type":"string"}}'),
      { properties: { a: { const: 1 } }, required: ['a'] },
    ],
  };
  expect(await called(merged)).toEqual(['tool_calls', '{"a":1}']);
  for (const never of [{ type: 'string' }, { type: ['array', 'null'] }]) {
    expect(await called(never)).toEqual(['invalid_json_schema', 'tools[0].function.parameters']);
  }
});
