import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { transcriptionRequest } from '#contract/audio-request.ts';
import { batchRequest } from '#contract/batches/batches-request.ts';
import { fileRequest } from '#contract/batches/files-request.ts';
import { chatRequest } from '#contract/chat-request.ts';
import { completionsRequest } from '#contract/completions-request.ts';
import { embeddingsRequest } from '#contract/embeddings-request.ts';
import { messagesRequest } from '#contract/messages-request.ts';
import { ocrRequest } from '#contract/ocr-request.ts';
import { type FieldTable, REQUEST_FIELDS } from '#contract/request-fields.ts';
import { responsesRequest } from '#contract/responses-request.ts';
import { speechRequest } from '#contract/speech-request.ts';
import {
  fileBatchRequest,
  vectorStoreFileRequest,
  vectorStoreRequest,
  vectorStoreSearch,
} from '#contract/vector-stores/requests.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import references from './reference-fields.json' with { type: 'json' };

type Api = Awaited<ReturnType<typeof createTestApi>>;

const SHAPES: Partial<Record<FieldTable, object>> = {
  chat: chatRequest.shape,
  responses: responsesRequest.shape,
  messages: messagesRequest.shape,
  completions: completionsRequest.shape,
  embeddings: embeddingsRequest.shape,
  ocr: ocrRequest.shape,
  speech: speechRequest.shape,
  transcription: transcriptionRequest.shape,
  files: fileRequest.shape,
  batches: batchRequest.shape,
  'vector-stores': vectorStoreRequest.shape,
  'vector-store-search': vectorStoreSearch.shape,
  'vector-store-files': { ...vectorStoreFileRequest.shape, ...fileBatchRequest.shape },
};

const STORES = 'openai/resources/vector-stores';

/** Interfaces of the official clients, whose fields are read from the installed packages. */
const CLIENTS: readonly (readonly [FieldTable, string, string])[] = [
  ['chat', 'openai/resources/chat/completions/completions.d.ts', 'ChatCompletionCreateParamsBase'],
  ['responses', 'openai/resources/responses/responses.d.ts', 'ResponseCreateParamsBase'],
  ['completions', 'openai/resources/completions.d.ts', 'CompletionCreateParamsBase'],
  ['embeddings', 'openai/resources/embeddings.d.ts', 'EmbeddingCreateParams'],
  ['speech', 'openai/resources/audio/speech.d.ts', 'SpeechCreateParams'],
  ['transcription', 'openai/resources/audio/transcriptions.d.ts', 'TranscriptionCreateParamsBase'],
  ['transcription', 'openai/resources/audio/translations.d.ts', 'TranslationCreateParams'],
  ['files', 'openai/resources/files.d.ts', 'FileCreateParams'],
  ['batches', 'openai/resources/batches.d.ts', 'BatchCreateParams'],
  ['vector-stores', `${STORES}/vector-stores.d.ts`, 'VectorStoreCreateParams'],
  ['vector-stores', `${STORES}/vector-stores.d.ts`, 'VectorStoreUpdateParams'],
  ['vector-store-search', `${STORES}/vector-stores.d.ts`, 'VectorStoreSearchParams'],
  ['vector-store-files', `${STORES}/files.d.ts`, 'FileCreateParams'],
  ['vector-store-files', `${STORES}/file-batches.d.ts`, 'FileBatchCreateParams'],
  ['messages', '@anthropic-ai/sdk/resources/messages/messages.d.ts', 'MessageCreateParamsBase'],
  [
    'messages',
    '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts',
    'MessageCreateParamsBase',
  ],
];

function fieldsOf(file: string, name: string): string[] {
  const text = readFileSync(`node_modules/${file}`, 'utf8');
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
    text,
  );
  return [...(body?.[1] ?? '').matchAll(/^ {4}(\w+)\??:/gm)].map(([, field = '']) => field);
}

const CHECKED_IN = Object.values(references).flatMap((tables) =>
  Object.entries(tables).map(([table, names]) => [table as FieldTable, names.split(' ')] as const),
);
const ALL = [
  ...CLIENTS.map(([table, file, name]) => [table, fieldsOf(file, name)] as const),
  ...CHECKED_IN,
];

test('every field of a reference has a schema or a row', () => {
  const unknown = ALL.flatMap(([table, names]) => {
    expect(names.length, table).toBeGreaterThan(2);
    const rows = REQUEST_FIELDS.get(table);
    const isKnown = (name: string) =>
      Object.hasOwn(SHAPES[table] ?? {}, name) || rows?.has(name) === true;
    return names.filter((name) => !isKnown(name)).map((name) => `${table}: ${name}`);
  });
  expect([...new Set(unknown)]).toEqual([]);
});

test('no field has both a schema and a row', () => {
  for (const [table, rows] of REQUEST_FIELDS) {
    const shape = SHAPES[table as FieldTable] ?? {};
    expect(
      [...rows.keys()].filter((name) => Object.hasOwn(shape, name)),
      table,
    ).toEqual([]);
  }
});

const messages = [{ role: 'user', content: 'hi' }];
const BODIES = {
  chat: ['/v1/chat/completions', { model: 'scripted-chat', messages }],
  responses: ['/v1/responses', { model: 'scripted-chat', input: 'hi' }],
  messages: ['/v1/messages', { model: 'scripted-chat', messages, max_tokens: 9 }],
  completions: ['/v1/completions', { model: 'scripted-chat', prompt: 'hi' }],
  embeddings: ['/v1/embeddings', { model: 'scripted-embed', input: 'hi' }],
  rerank: ['/v1/rerank', { model: 'scripted-rerank', query: 'a', documents: ['a'] }],
  ocr: [
    '/v1/ocr',
    { model: 'scripted-ocr', document: { type: 'image_url', image_url: 'aGVsbG8=' } },
  ],
  speech: ['/v1/audio/speech', { model: 'scripted-voice', input: 'hi', response_format: 'pcm' }],
} as const;

const wav = () => new File([toWav(new Float32Array(16_000).fill(0.1), 16_000)], 'a.wav');

function upload(api: Api, more: Record<string, unknown>): Promise<Response> {
  const body = new FormData();
  body.append('purpose', 'batch');
  body.append('file', new File(['{}'], 'a.jsonl'));
  for (const [name, value] of Object.entries(more)) body.append(name, String(value));
  const headers = { authorization: `Bearer ${api.key}` };
  return api.fetch('/v1/files', { method: 'POST', headers, body });
}

/** A request of a vector store, which has to be there. */
async function storeBody(api: Api, table: string): Promise<readonly [string, object]> {
  if (table === 'vector-stores') return ['/v1/vector_stores', {}];
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const made = await api.fetch('/v1/vector_stores', { method: 'POST', headers, body: '{}' });
  const { id } = await made.json();
  if (table === 'vector-store-search') return [`/v1/vector_stores/${id}/search`, { query: 'x' }];
  const { id: file_id } = await (await upload(api, {})).json();
  return [`/v1/vector_stores/${id}/files`, { file_id }];
}

/** Sends a request with one more field; forms hold text. */
async function send(api: Api, table: string, more: Record<string, unknown>): Promise<Response> {
  const headers = { authorization: `Bearer ${api.key}` };
  if (table === 'files') return upload(api, more);
  if (table === 'transcription') {
    const body = new FormData();
    body.append('model', 'scripted-speech');
    body.append('file', wav());
    for (const [name, value] of Object.entries(more)) {
      for (const one of [value].flat()) {
        body.append(Array.isArray(value) ? `${name}[]` : name, String(one));
      }
    }
    return api.fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
  }
  if (table === 'batches') {
    const { id } = await (await upload(api, {})).json();
    const batch = { input_file_id: id, endpoint: '/v1/embeddings', completion_window: '24h' };
    const body = JSON.stringify({ ...batch, ...more });
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    return api.fetch('/v1/batches', { ...init, body });
  }
  const [path, body] = table.startsWith('vector')
    ? await storeBody(api, table)
    : BODIES[table as keyof typeof BODIES];
  return api.fetch(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  });
}

test('a refused field is refused by its name, and not for the values that ask for nothing', async () => {
  const api = await createTestApi();
  const refused = [...REQUEST_FIELDS].flatMap(([table, rows]) =>
    [...rows].flatMap(([name, row]) => (row === 'ignored' ? [] : [{ table, name, ...row }])),
  );
  expect(refused.length).toBeGreaterThan(90);
  for (const { table, name, hint, unless } of refused) {
    const isForm = table === 'transcription';
    const value = isForm ? 'x' : { a: 1 };
    const response = await send(api, table, { [name]: name === 'include' ? ['logprobs'] : value });
    const body = await response.json();
    expect([response.status, body.error?.message], `${table} ${name}`).toEqual([
      400,
      `Unsupported parameter: '${name}' is not supported. ${hint}`,
    ]);
    // A form has no null.
    for (const unset of isForm ? unless : [null, ...unless]) {
      const { status } = await send(api, table, { [name]: unset });
      expect(status, `${table} ${name} ${JSON.stringify(unset)}`).toBe(200);
    }
  }
});

test('an ignored field is named in a header, known or not', async () => {
  const api = await createTestApi();
  for (const [table, rows] of REQUEST_FIELDS) {
    const ignored = [...rows].filter(([, row]) => row === 'ignored').map(([name]) => name);
    const given = [...ignored.slice(0, 30), 'tempature'];
    const fields = Object.fromEntries(given.map((name) => [name, 'x']));
    if (table === 'reasoning') continue;
    const response = await send(api, table, { ...fields, 'x\ny': 1 });
    expect([table, response.status]).toEqual([table, 200]);
    expect(response.headers.get('x-alcove-ignored')?.split(', ').sort()).toEqual(given.sort());
  }
  const plain = await send(api, 'chat', { temperature: 1 });
  expect(plain.headers.get('x-alcove-ignored')).toBeNull();
  expect(plain.headers.get('access-control-expose-headers')).toContain('x-alcove-ignored');
});

const SCHEMA = { type: 'object', properties: { a: { const: 7 } }, required: ['a'] };

test.each(['chat', 'completions'] as const)(
  '%s follows the formats of other servers',
  async (table) => {
    const api = await createTestApi();
    const written = async (more: Record<string, unknown>) => {
      const body = await (await send(api, table, { max_tokens: 90, ...more })).json();
      const { choices, error } = body;
      return choices ? (choices[0].message?.content ?? choices[0].text) : [error.code, error.param];
    };
    for (const asked of [
      { guided_json: SCHEMA },
      { guided_json: JSON.stringify(SCHEMA) },
      { structured_outputs: { json: SCHEMA } },
      { json_schema: SCHEMA },
      { format: SCHEMA },
      { response_format: { type: 'json_object', schema: SCHEMA } },
      { response_format: { type: 'json_schema', schema: SCHEMA } },
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } } },
    ]) {
      expect(JSON.parse(await written(asked)), JSON.stringify(asked)).toEqual({ a: 7 });
    }
    for (const asked of [{ format: 'json' }, { structured_outputs: { json_object: true } }]) {
      expect(JSON.parse(await written(asked)), JSON.stringify(asked)).toBeTypeOf('object');
    }
    expect(['yes', 'n.o']).toContain(await written({ guided_choice: ['yes', 'n.o'] }));
    expect(['yes', '"']).toContain(await written({ structured_outputs: { choice: ['yes', '"'] } }));
    expect(await written({ guided_regex: '[0-9]{3}' })).toMatch(/^[0-9]{3}$/);
    expect(await written({ structured_outputs: { regex: 'a+"' } })).toMatch(/^a+"$/);
    expect(await written({ format: '' })).toBe('hi');

    expect(await written({ guided_json: 'no' })).toEqual(['invalid_value', 'guided_json']);
    expect(await written({ guided_json: { type: 'odd' } })).toEqual([
      'invalid_json_schema',
      'guided_json',
    ]);
    expect(await written({ guided_regex: '(?=a)' })).toEqual([
      'invalid_json_schema',
      'guided_regex',
    ]);
    expect(await written({ guided_regex: 'a', json_schema: SCHEMA })).toEqual([
      'invalid_value',
      'json_schema',
    ]);
    for (const field of ['grammar', 'structural_tag']) {
      expect(await written({ structured_outputs: { [field]: 'x' } })).toEqual([
        'unsupported_parameter',
        `structured_outputs.${field}`,
      ]);
    }
  },
);

test('limits of other servers: more than the context is capped, −1 and 0 are none', async () => {
  const api = await createTestApi();
  const status = async (table: string, more: Record<string, unknown>) =>
    (await send(api, table, more)).status;
  for (const value of [-1, 4_096, 1_000_000]) {
    expect(await status('chat', { max_tokens: value }), String(value)).toBe(200);
    expect(await status('chat', { max_completion_tokens: value })).toBe(200);
    expect(await status('chat', { n_predict: value })).toBe(200);
    expect(await status('completions', { max_tokens: value })).toBe(200);
    expect(await status('responses', { max_output_tokens: value })).toBe(200);
  }
  expect(await status('chat', { max_tokens: 0 })).toBe(400);
  expect(await status('chat', { max_tokens: -2 })).toBe(400);
  for (const value of [0, -1, 40]) expect(await status('chat', { top_k: value })).toBe(200);
  expect(await status('chat', { top_k: 101 })).toBe(400);
  expect(await status('chat', { min_p: 0.1 })).toBe(200);
  expect(await status('chat', { min_p: 2 })).toBe(400);
  for (const endpoint of ['chat', 'completions', 'responses']) {
    expect(await status(endpoint, { avoid_repetition: true })).toBe(200);
    expect(await status(endpoint, { avoid_repetition: 'yes' })).toBe(400);
  }

  const long = Array.from({ length: 40 }, () => 'script');
  const script = `#script ${JSON.stringify({ tokens: long })}`;
  const content = [{ role: 'user', content: script }];
  const body = await (await send(api, 'chat', { messages: content, n_predict: 3 })).json();
  expect(body.choices[0].finish_reason).toBe('length');
});

test('one call is made where a client takes only one', async () => {
  const api = await createTestApi();
  const calls = ['first', 'second'].map((name) => ({ name, arguments: {} }));
  const content = `#script ${JSON.stringify({ tool_calls: calls })}`;
  const tools = calls.map(({ name }) => ({ type: 'function', function: { name } }));
  const flat = calls.map(({ name }) => ({ type: 'function', name }));
  for (const parallel of [true, false]) {
    const more = { parallel_tool_calls: parallel };
    const question = [{ role: 'user', content }];
    const chat = await (await send(api, 'chat', { ...more, messages: question, tools })).json();
    expect(chat.choices[0].message.tool_calls.length).toBe(parallel ? 2 : 1);
    const stream = await send(api, 'chat', { ...more, messages: question, tools, stream: true });
    expect((await stream.text()).includes('second')).toBe(parallel);
    const answer = await (
      await send(api, 'responses', { ...more, input: content, tools: flat })
    ).json();
    expect(answer.output.length).toBe(parallel ? 2 : 1);
    const named = calls.map(({ name }) => ({ name, input_schema: { type: 'object' } }));
    const choice = { type: 'auto', disable_parallel_tool_use: !parallel };
    const message = await (
      await send(api, 'messages', { messages: question, tools: named, tool_choice: choice })
    ).json();
    expect(message.content.length).toBe(parallel ? 2 : 1);
  }
});

test('responses give log probabilities where they are asked for', async () => {
  const api = await createTestApi();
  const of = async (more: object) => {
    const body = await (await send(api, 'responses', { ...more })).json();
    return [body.output[0].content[0].logprobs, body.top_logprobs];
  };
  expect(await of({})).toEqual([[], 0]);
  const include = ['message.output_text.logprobs'];
  const [given, top] = await of({ include, top_logprobs: 2 });
  expect(top).toBe(2);
  expect(given[0]).toMatchObject({ token: 'hi', logprob: 0, top_logprobs: expect.any(Array) });
  const stream = await send(api, 'responses', { include, stream: true });
  expect(await stream.text()).toMatch(/output_text\.delta.*"logprobs":\[\{"token":"hi"/);
  expect((await send(api, 'responses', { include: ['odd'] })).status).toBe(400);
});

test('a conversation that is too long is cut where the request says so', async () => {
  const api = await createTestApi();
  const turns = Array.from({ length: 60 }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `${i} ${'word '.repeat(60)}`,
  }));
  const input = [
    { role: 'system', content: 'Be brief.' },
    ...turns,
    { role: 'user', content: 'last' },
  ];
  const refused = await send(api, 'responses', { input });
  expect([refused.status, (await refused.json()).error.code]).toEqual([
    400,
    'context_length_exceeded',
  ]);
  const cut = await (await send(api, 'responses', { input, truncation: 'auto' })).json();
  expect(cut).toMatchObject({ status: 'completed', truncation: 'auto' });
  expect(cut.output[0].content[0].text).toBe('last');
  expect(cut.usage.input_tokens).toBeGreaterThan(60);
  const question = await send(api, 'responses', {
    input: 'word '.repeat(9_000),
    truncation: 'auto',
  });
  expect(question.status).toBe(400);
});

test('speech: empty fields are not set, word times need verbose_json, one task an address', async () => {
  const api = await createTestApi();
  const code = async (more: Record<string, unknown>) => {
    const response = await send(api, 'transcription', more);
    return response.ok ? response.status : (await response.json()).error.param;
  };
  const empty = { language: '', temperature: '', response_format: '', prompt: '', stream: ' ' };
  expect(await code(empty)).toBe(200);
  expect(await code({ language: 'auto' })).toBe(200);
  expect(await code({ language: 'klingon' })).toBe('language');
  expect(await code({ timestamp_granularities: ['word'] })).toBe('timestamp_granularities');
  expect(await code({ task: 'transcribe' })).toBe(200);
  expect(await code({ task: 'translate' })).toBe('task');
});
