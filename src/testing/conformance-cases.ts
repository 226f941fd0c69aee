import { toWav } from './to-wav.ts';

/** What a case needs of the service it is tried on. */
export interface Target {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  key: string;
  models: {
    chat: string;
    vision: string;
    embed: string;
    speech: string;
    audio: string;
    script: string;
  };
}

export interface Case {
  id: string;
  name: string;
  run: (target: Target) => Promise<void>;
}

type Json = Record<string, unknown>;

class CaseError extends Error {}

function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new CaseError(message);
}

function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(a === b, `${what}: expected ${b}, got ${a}`);
}

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((v, key) => (v as Json | undefined)?.[key as string], value);

const auth = (target: Target) => ({ authorization: `Bearer ${target.key}` });

function post(target: Target, path: string, body: unknown, headers: Json = auth(target)) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers } as Record<string, string>;
  return target.fetch(path, { method: 'POST', headers: all, body: text });
}

const CHAT = '/v1/chat/completions';
const SPEECH = '/v1/audio/transcriptions';

const okChat = (target: Target, more: Json = {}) => ({
  model: target.models.chat,
  messages: [{ role: 'user', content: 'Say hi' }],
  max_tokens: 8,
  ...more,
});

async function expectError(
  response: Response,
  status: number,
  want: { code: string; param?: string | null; message?: RegExp; type?: string },
): Promise<void> {
  const text = await response.text();
  check(response.status === status, `expected ${status}, got ${response.status}: ${text}`);
  check(response.headers.get('content-type') === 'application/json', 'error is not JSON');
  const body = JSON.parse(text) as Json;
  const error = body['error'] as Json;
  same(Object.keys(error).sort(), ['code', 'message', 'param', 'type'], 'keys of error');
  same(error['code'], want.code, 'code');
  if (want.param !== undefined) same(error['param'], want.param, 'param');
  if (want.type) same(error['type'], want.type, 'type');
  if (want.message)
    check(want.message.test(String(error['message'])), `message: ${error['message']}`);
  same(body['request_id'], response.headers.get('x-request-id'), 'request_id');
}

async function expectJson(response: Response): Promise<Json> {
  const text = await response.text();
  check(response.status === 200, `expected 200, got ${response.status}: ${text}`);
  return JSON.parse(text) as Json;
}

/** A body that must be refused with 400. */
function refused(
  id: string,
  name: string,
  body: (t: Target) => unknown,
  code: string,
  param?: string | null,
): Case {
  return {
    id,
    name,
    run: async (t) => {
      await expectError(
        await post(t, CHAT, body(t)),
        400,
        param === undefined ? { code } : { code, param },
      );
    },
  };
}

const script = (spec: Json) => `#script ${JSON.stringify(spec)}`;

function checkModel(model: unknown): void {
  const m = model as Json;
  check(typeof m['id'] === 'string' && m['object'] === 'model', 'id, object');
  check(typeof m['owned_by'] === 'string', 'owned_by');
  check(Number.isInteger(m['context_length']) && Number(m['context_length']) > 0, 'context_length');
  check(Number.isInteger(m['max_completion_tokens']), 'max_completion_tokens');
  check(Number.isInteger(m['created']), 'created');
  for (const field of ['prompt', 'completion']) {
    check(/^\d+\.\d{8}$/.test(String(at(m, 'pricing', field))), `pricing.${field}`);
  }
}

function checkUsage(usage: unknown): void {
  const u = usage as Json;
  const [prompt, completion] = [Number(u['prompt_tokens']), Number(u['completion_tokens'])];
  same(u['total_tokens'], prompt + completion, 'total_tokens');
  same([u['input_tokens_count'], u['output_tokens_count']], [prompt, completion], 'counts');
  for (const name of [
    'time_to_first_token',
    'model_execution_time',
    'throughput_after_first_token',
    'queue_time',
  ]) {
    check(Number.isFinite(u[name]) && Number(u[name]) >= 0, name);
  }
  check(
    Number(u['model_execution_time']) >= Number(u['time_to_first_token']),
    'execution < first token',
  );
}

/** The data of all events of a stream, checked byte for byte for its framing. */
async function readStream(response: Response): Promise<Json[]> {
  same(response.headers.get('content-type'), 'text/event-stream; charset=utf-8', 'content-type');
  const text = await response.text();
  check(text.endsWith('data: [DONE]\n\n'), `end of stream: ${JSON.stringify(text.slice(-80))}`);
  const events = text
    .slice(0, -2)
    .split('\n\n')
    .filter((e) => !e.startsWith(':'));
  return events.slice(0, -1).map((event) => {
    check(event.startsWith('data: {') && !event.includes('\n'), `event: ${event}`);
    return JSON.parse(event.slice('data: '.length)) as Json;
  });
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const send = (t: Target, path: string, body: FormData) =>
  t.fetch(path, { method: 'POST', headers: auth(t), body });

const tone = () =>
  toWav(
    Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i / 9) / 4),
    16_000,
  );
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const weather = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
};

/** The public cases of the contract (§4). */
export const CASES: readonly Case[] = [
  {
    id: 'C01',
    name: 'lists models without a key',
    run: async (t) => {
      const body = await expectJson(await t.fetch('/v1/models'));
      same(body['object'], 'list', 'object');
      const data = body['data'] as unknown[];
      check(data.length > 0, 'no models');
      data.forEach(checkModel);
    },
  },
  {
    id: 'C02',
    name: 'refuses the list with a wrong key',
    run: async (t) => {
      const response = await t.fetch('/v1/models', { headers: { authorization: 'Bearer nope' } });
      await expectError(response, 401, { code: 'invalid_authentication' });
    },
  },
  {
    id: 'C03',
    name: 'retrieves a model as listed',
    run: async (t) => {
      const list = await expectJson(await t.fetch('/v1/models'));
      const first = at(list, 'data', 0);
      same(await expectJson(await t.fetch(`/v1/models/${at(first, 'id')}`)), first, 'model');
    },
  },
  {
    id: 'C04',
    name: 'does not find an unknown model',
    run: async (t) => {
      await expectError(await t.fetch('/v1/models/does-not-exist'), 404, {
        code: 'model_not_found',
        param: 'model',
      });
    },
  },
  {
    id: 'C05',
    name: 'does not delete models',
    run: async (t) => {
      const response = await t.fetch('/v1/models', { method: 'DELETE' });
      check(response.headers.get('allow')?.includes('GET'), 'Allow');
      await expectError(response, 405, { code: 'method_not_allowed' });
    },
  },
  {
    id: 'C06',
    name: 'does not know other paths',
    run: async (t) => {
      await expectError(await post(t, '/v1/nope', {}), 404, { code: 'unknown_url' });
    },
  },
  {
    id: 'C07',
    name: 'wants a key for chat',
    run: async (t) => {
      const type = 'invalid_authentication';
      await expectError(await post(t, CHAT, okChat(t), {}), 401, { code: type, type });
    },
  },
  {
    id: 'C08',
    name: 'does not repeat a wrong key',
    run: async (t) => {
      const response = await post(t, CHAT, okChat(t), { authorization: 'Bearer wrong' });
      await expectError(response, 401, {
        code: 'invalid_authentication',
        message: /^(?!.*wrong).*$/,
      });
    },
  },
  refused('C09', 'wants JSON', () => '{', 'invalid_json'),
  refused('C10', 'wants a model', () => ({}), 'missing_required_parameter', 'model'),
  refused(
    'C11',
    'wants messages',
    (t) => ({ model: t.models.chat }),
    'missing_required_parameter',
    'messages',
  ),
  refused('C12', 'wants a message', (t) => okChat(t, { messages: [] }), 'empty_array', 'messages'),
  refused(
    'C13',
    'wants a list of messages',
    (t) => okChat(t, { messages: 'hi' }),
    'invalid_type',
    'messages',
  ),
  refused(
    'C14',
    'knows no robots',
    (t) => okChat(t, { messages: [{ role: 'robot', content: 'x' }] }),
    'invalid_value',
    'messages[0].role',
  ),
  refused(
    'C15',
    'wants content',
    (t) => okChat(t, { messages: [{ role: 'user', content: null }] }),
    'invalid_type',
    'messages[0].content',
  ),
  {
    id: 'C16',
    name: 'wants a known model',
    run: async (t) => {
      await expectError(await post(t, CHAT, okChat(t, { model: 'nope' })), 404, {
        code: 'model_not_found',
      });
    },
  },
  refused(
    'C17',
    'does not chat with an embedding model',
    (t) => okChat(t, { model: t.models.embed }),
    'model_not_compatible',
    'model',
  ),
  {
    id: 'C18',
    name: 'answers',
    run: async (t) => {
      const body = await expectJson(await post(t, CHAT, okChat(t)));
      same(body['object'], 'chat.completion', 'object');
      check(String(body['id']).startsWith('chatcmpl-'), 'id');
      check(
        Number.isInteger(body['created']) && typeof body['system_fingerprint'] === 'string',
        'head',
      );
      same((body['choices'] as unknown[]).length, 1, 'choices');
      same(
        [
          at(body, 'choices', 0, 'message', 'role'),
          at(body, 'choices', 0, 'logprobs'),
          at(body, 'choices', 0, 'message', 'refusal'),
        ],
        ['assistant', null, null],
        'choice',
      );
      checkUsage(body['usage']);
    },
  },
  {
    id: 'C19',
    name: 'streams',
    run: async (t) => {
      const events = await readStream(
        await post(t, CHAT, okChat(t, { stream: true, stream_options: { include_usage: true } })),
      );
      same(at(events[0], 'choices', 0, 'delta'), { role: 'assistant', content: '' }, 'first delta');
      same(events.at(-1)?.['choices'], [], 'choices of the usage chunk');
      checkUsage(events.at(-1)?.['usage']);
      same(at(events.at(-2), 'choices', 0, 'delta'), {}, 'closing delta');
      const ends = events.filter((e) => (at(e, 'choices', 0, 'finish_reason') ?? null) !== null);
      same(ends.length, 1, 'finish reasons');
      same(
        new Set(events.map((e) => JSON.stringify([e['id'], e['created'], e['model'], e['object']])))
          .size,
        1,
        'heads',
      );
      check(
        events.slice(0, -1).every((e) => e['usage'] === null),
        'usage is null before the last',
      );
    },
  },
  {
    id: 'C20',
    name: 'streams what it answers whole',
    run: async (t) => {
      const body = okChat(t, { seed: 7, temperature: 0 });
      const whole = await expectJson(await post(t, CHAT, body));
      const events = await readStream(await post(t, CHAT, { ...body, stream: true }));
      check(
        events.every((e) => !('usage' in e)),
        'usage without being asked',
      );
      const text = events.map((e) => at(e, 'choices', 0, 'delta', 'content') ?? '').join('');
      same(text, at(whole, 'choices', 0, 'message', 'content'), 'text');
    },
  },
  refused(
    'C21',
    'bounds temperature above',
    (t) => okChat(t, { temperature: 1.5 }),
    'decimal_above_max_value',
    'temperature',
  ),
  refused(
    'C22',
    'bounds temperature below',
    (t) => okChat(t, { temperature: -0.1 }),
    'decimal_below_min_value',
    'temperature',
  ),
  refused(
    'C23',
    'wants a number',
    (t) => okChat(t, { temperature: 'hot' }),
    'invalid_type',
    'temperature',
  ),
  refused(
    'C24',
    'bounds top_p',
    (t) => okChat(t, { top_p: 1.01 }),
    'decimal_above_max_value',
    'top_p',
  ),
  refused(
    'C25',
    'bounds top_k',
    (t) => okChat(t, { top_k: 101 }),
    'integer_above_max_value',
    'top_k',
  ),
  refused(
    'C26',
    'bounds max_tokens',
    (t) => okChat(t, { max_tokens: 0 }),
    'integer_below_min_value',
    'max_tokens',
  ),
  refused(
    'C27',
    'wants an integer',
    (t) => okChat(t, { max_tokens: 1.5 }),
    'invalid_type',
    'max_tokens',
  ),
  {
    id: 'C28',
    name: 'bounds max_tokens by the context',
    run: async (t) => {
      const model = await expectJson(await t.fetch(`/v1/models/${t.models.chat}`));
      const max_tokens = Number(model['context_length']) + 1;
      await expectError(await post(t, CHAT, okChat(t, { max_tokens })), 400, {
        code: 'context_length_exceeded',
        param: 'max_tokens',
      });
    },
  },
  {
    id: 'C29',
    name: 'bounds the prompt by the context',
    run: async (t) => {
      const content = 'word '.repeat(9000);
      const response = await post(t, CHAT, okChat(t, { messages: [{ role: 'user', content }] }));
      await expectError(response, 400, {
        code: 'context_length_exceeded',
        param: 'messages',
        message: /maximum context length/,
      });
    },
  },
  {
    id: 'C30',
    name: 'stops before a stop sequence',
    run: async (t) => {
      const messages = [{ role: 'user', content: script({ tokens: ['a ', 'b ', 'c'] }) }];
      const body = await expectJson(
        await post(t, CHAT, okChat(t, { model: t.models.script, messages, stop: 'b' })),
      );
      same(
        [at(body, 'choices', 0, 'message', 'content'), at(body, 'choices', 0, 'finish_reason')],
        ['a ', 'stop'],
        'answer',
      );
    },
  },
  refused(
    'C31',
    'wants stream for stream_options',
    (t) => okChat(t, { stream_options: { include_usage: true } }),
    'invalid_value',
    'stream_options',
  ),
  refused(
    'C32',
    'wants tools for tool_choice',
    (t) => okChat(t, { tool_choice: 'required' }),
    'invalid_value',
    'tool_choice',
  ),
  refused(
    'C33',
    'wants good tool names',
    (t) => okChat(t, { tools: [{ type: 'function', function: { name: 'bad name!' } }] }),
    'invalid_value',
    'tools[0].function.name',
  ),
  refused(
    'C34',
    'knows only functions',
    (t) => okChat(t, { tools: [{ type: 'web_search', function: { name: 'x' } }] }),
    'invalid_value',
    'tools[0].type',
  ),
  {
    id: 'C35',
    name: 'calls a tool',
    run: async (t) => {
      const messages = [
        {
          role: 'user',
          content: script({ tool_calls: [{ name: 'get_weather', arguments: { city: 'Bern' } }] }),
        },
      ];
      const body = await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, { model: t.models.script, messages, tools: [weather], max_tokens: 64 }),
        ),
      );
      const message = at(body, 'choices', 0, 'message') as Json;
      same(
        [message['content'], at(body, 'choices', 0, 'finish_reason')],
        [null, 'tool_calls'],
        'answer',
      );
      const call = at(message, 'tool_calls', 0) as Json;
      same([call['type'], 'index' in call], ['function', false], 'call');
      check(/^call_[A-Za-z0-9_-]{16,}$/.test(String(call['id'])), 'id');
      same(JSON.parse(String(at(call, 'function', 'arguments'))), { city: 'Bern' }, 'arguments');
    },
  },
  {
    id: 'C36',
    name: 'takes a tool result',
    run: async (t) => {
      const messages = [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
      ];
      await expectJson(await post(t, CHAT, okChat(t, { messages })));
    },
  },
  refused(
    'C37',
    'wants a tool_call_id',
    (t) =>
      okChat(t, {
        messages: [
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } },
            ],
          },
          { role: 'tool', content: 'Sunny' },
        ],
      }),
    'missing_required_parameter',
    'messages[2].tool_call_id',
  ),
  {
    id: 'C38',
    name: 'answers in JSON',
    run: async (t) => {
      const body = await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, {
            model: t.models.script,
            response_format: { type: 'json_object' },
            max_tokens: 100,
          }),
        ),
      );
      if (at(body, 'choices', 0, 'finish_reason') === 'stop')
        JSON.parse(String(at(body, 'choices', 0, 'message', 'content')));
    },
  },
  refused(
    'C39',
    'wants a schema',
    (t) => okChat(t, { response_format: { type: 'json_schema' } }),
    'missing_required_parameter',
    'response_format.json_schema',
  ),
  refused(
    'C40',
    'knows no xml',
    (t) => okChat(t, { response_format: { type: 'xml' } }),
    'invalid_value',
    'response_format.type',
  ),
  refused(
    'C41',
    'refuses legacy functions',
    (t) => okChat(t, { functions: [{ name: 'f' }] }),
    'unsupported_parameter',
    'functions',
  ),
  {
    id: 'C42',
    name: 'takes an image',
    run: async (t) => {
      const content = [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      ];
      await expectJson(
        await post(
          t,
          CHAT,
          okChat(t, { model: t.models.vision, messages: [{ role: 'user', content }] }),
        ),
      );
    },
  },
  refused(
    'C43',
    'knows no videos',
    (t) =>
      okChat(t, { messages: [{ role: 'user', content: [{ type: 'video_url', video_url: 'x' }] }] }),
    'invalid_value',
    'messages[0].content[0].type',
  ),
  {
    id: 'C44',
    name: 'embeds',
    run: async (t) => {
      const body = await expectJson(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: 'hello' }),
      );
      same((body['data'] as unknown[]).length, 1, 'items');
      same([at(body, 'data', 0, 'index'), at(body, 'data', 0, 'object')], [0, 'embedding'], 'item');
      const vector = at(body, 'data', 0, 'embedding') as number[];
      check(vector.length > 0 && Math.abs(Math.hypot(...vector) - 1) < 1e-5, 'vector');
      same(at(body, 'usage', 'prompt_tokens'), at(body, 'usage', 'total_tokens'), 'usage');
    },
  },
  {
    id: 'C45',
    name: 'wants a text to embed',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: [] }),
        400,
        { code: 'empty_array', param: 'input' },
      );
    },
  },
  {
    id: 'C46',
    name: 'does not embed with a chat model',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.chat, input: 'x' }),
        400,
        { code: 'model_not_compatible', param: 'model' },
      );
    },
  },
  {
    id: 'C47',
    name: 'bounds texts by the context',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', { model: t.models.embed, input: 'word '.repeat(2000) }),
        400,
        { code: 'context_length_exceeded', param: 'input' },
      );
    },
  },
  {
    id: 'C48',
    name: 'knows no hex',
    run: async (t) => {
      await expectError(
        await post(t, '/v1/embeddings', {
          model: t.models.embed,
          input: 'x',
          encoding_format: 'hex',
        }),
        400,
        { code: 'invalid_value', param: 'encoding_format' },
      );
    },
  },
  {
    id: 'C49',
    name: 'transcribes',
    run: async (t) => {
      const body = await expectJson(
        await send(t, SPEECH, form({ model: t.models.speech, file: new File([tone()], 'a.wav') })),
      );
      same([Object.keys(body), typeof body['text']], [['text'], 'string'], 'body');
    },
  },
  {
    id: 'C50',
    name: 'knows no xml transcripts',
    run: async (t) => {
      const body = form({
        model: t.models.speech,
        file: new File([tone()], 'a.wav'),
        response_format: 'xml',
      });
      await expectError(await send(t, SPEECH, body), 400, {
        code: 'invalid_value',
        param: 'response_format',
      });
    },
  },
  {
    id: 'C51',
    name: 'wants a file',
    run: async (t) => {
      await expectError(await send(t, SPEECH, form({ model: t.models.speech })), 400, {
        code: 'missing_required_parameter',
        param: 'file',
      });
    },
  },
  {
    id: 'C52',
    name: 'wants audio in it',
    run: async (t) => {
      const file = new File([Uint8Array.from([7, 1, 200, 33, 9, 81, 250, 4, 66, 17])], 'a.wav');
      await expectError(await send(t, SPEECH, form({ model: t.models.speech, file })), 400, {
        code: 'invalid_file_format',
        param: 'file',
      });
    },
  },
  {
    id: 'C53',
    name: 'wants audio to reason about',
    run: async (t) => {
      const body = { model: t.models.audio, messages: [{ role: 'user', content: 'What is it?' }] };
      await expectError(await post(t, '/v1/audio/reasoning', body), 400, {
        code: 'missing_required_parameter',
        param: 'messages',
      });
    },
  },
  {
    id: 'C54',
    name: 'reasons about audio',
    run: async (t) => {
      const content = `data:audio/wav;base64,${await toBase64(tone())}`;
      const parts = [
        { type: 'audio_content', audio_content: { content } },
        { type: 'text', text: 'What is it?' },
      ];
      const body = await expectJson(
        await post(t, '/v1/audio/reasoning', {
          model: t.models.audio,
          messages: [{ role: 'user', content: parts }],
        }),
      );
      same(
        at(body, 'choices', 0, 'message', 'content'),
        at(body, 'choices', 0, 'delta', 'content'),
        'message and delta',
      );
      check(/^[0-9a-f-]{36}$/.test(String(body['id'])), 'id');
    },
  },
];

async function toBase64(blob: Blob): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
