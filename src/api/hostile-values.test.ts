import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { seeded } from '#base/numbers.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { times } from '#testing/test-run.ts';

const FUNCTION = {
  name: 'weather',
  description: 'Weather of a place.',
  parameters: {
    type: 'object',
    properties: { place: { type: 'string', enum: ['Rome', 'Oslo'] } },
    required: ['place'],
  },
};
const SCHEMA = { name: 'answer', schema: { type: 'object', properties: {} }, strict: true };

/** A body for each endpoint that uses most of its fields. */
const BODIES: Record<string, object> = {
  'chat/completions': {
    model: 'scripted-chat',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'weather', arguments: '{"place":"Rome"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Sun' },
    ],
    tools: [{ type: 'function', function: FUNCTION }],
    tool_choice: { type: 'function', function: { name: 'weather' } },
    response_format: { type: 'json_schema', json_schema: SCHEMA },
    stop: ['x'],
    stream: false,
    stream_options: { include_usage: true },
    logit_bias: { 1: 2 },
    max_tokens: 4,
    temperature: 0.5,
    seed: 1,
    metadata: { a: 'b' },
  },
  responses: {
    model: 'scripted-chat',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Sun' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
    ],
    tools: [{ type: 'function', ...FUNCTION }],
    tool_choice: { type: 'function', name: 'weather' },
    text: { format: { type: 'json_schema', ...SCHEMA } },
    reasoning: { effort: 'low' },
    metadata: { a: 'b' },
    max_output_tokens: 16,
    store: true,
    user: 'me',
  },
  messages: {
    model: 'scripted-chat',
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'weather', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Sun' }] },
    ],
    tools: [{ name: 'weather', input_schema: FUNCTION.parameters }],
    tool_choice: { type: 'tool', name: 'weather' },
    stop_sequences: ['x'],
    metadata: { user_id: 'me' },
    context_management: { edits: [{ type: 'clear_thinking_20251015' }] },
    max_tokens: 4,
  },
  'messages/count_tokens': {
    model: 'scripted-chat',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [{ name: 'weather', input_schema: FUNCTION.parameters }],
  },
  completions: {
    model: 'scripted-chat',
    prompt: 'Hello',
    suffix: '',
    stop: ['x'],
    logprobs: 1,
    max_tokens: 4,
  },
  embeddings: {
    model: 'scripted-embed',
    input: ['a', 'b'],
    encoding_format: 'float',
    dimensions: 4,
  },
  rerank: {
    model: 'scripted-embed',
    query: 'a',
    documents: ['a', { text: 'b' }],
    top_n: 1,
    return_documents: true,
  },
  'audio/reasoning': {
    model: 'scripted-Audio-7B-Instruct',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  },
};

const list = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** As JSON: names that objects inherit, values without a text of their own, depth, size, odd characters. */
const HOSTILE = [
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '{"__proto__":{"type":"text"}}',
  '{"constructor":{"prototype":1}}',
  '{"length":4294967296}',
  '{"then":1}',
  '{"type":"constructor"}',
  '["__proto__"]',
  '"__proto__"',
  '"constructor"',
  '"hasOwnProperty"',
  '"toString"',
  String.raw`"#script {\"tokens\":[{\"toString\":1}]}"`,
  String.raw`"\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"\u202e\u2066"`,
  `"${'x'.repeat(20_000)}"`,
  '1e400',
  '-0',
  '1e-320',
  '9007199254740993',
  '""',
  '[]',
  '{}',
  'null',
  'true',
  list(900),
  list(9_000),
  `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`,
];

/** Every body that has one value, at any depth, or the name of one field replaced. */
function* mutations(body: unknown): Generator<string> {
  const mark = '\u0001';
  const text = JSON.stringify(body);
  const places: string[] = [];
  const visit = (node: unknown, put: (value: unknown) => void) => {
    put(mark);
    places.push(JSON.stringify(body));
    put(node);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      visit(value, (replaced) => {
        (node as Record<string, unknown>)[key] = replaced;
      });
    }
  };
  for (const [key, value] of Object.entries(body as object)) {
    visit(value, (replaced) => {
      (body as Record<string, unknown>)[key] = replaced;
    });
  }
  const marked = JSON.stringify(mark);
  for (const place of places) for (const value of HOSTILE) yield place.replace(marked, () => value);
  for (const [quoted] of text.matchAll(/"\w+":/g)) {
    for (const name of ['"__proto__":', '"constructor":', '"toString":']) {
      yield text.replace(quoted, () => name);
    }
  }
}

const SHARE = times(1, 0.06);

test.each(Object.entries(BODIES))(
  'no value in a body of %s breaks the service',
  { timeout: 300_000 },
  async (path, body) => {
    const api = await createTestApi();
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    const next = seeded(7);
    const odd: string[] = [];
    for (const text of mutations(body)) {
      if (next() > SHARE) continue;
      const response = await api.fetch(`/v1/${path}`, { method: 'POST', headers, body: text });
      const answer = await response.text();
      if (
        response.status >= 500 ||
        answer.length > 60_000 ||
        /\bnot a function|\bundefined\b/.test(answer)
      )
        odd.push(`${response.status} ${text.slice(0, 1_500)} → ${answer.slice(0, 300)}`);
    }
    expect(odd).toEqual([]);
    expect(api.reported).toEqual([]);
  },
);

test('a file in a field named __proto__ is ignored like any unknown field', async () => {
  const api = await createTestApi();
  const form = new FormData();
  const sound = new File([toWav(new Float32Array(8_000).fill(0.1))], 'a.wav');
  form.append('model', 'scripted-Audio-7B-Instruct');
  form.append('file', sound);
  form.append('__proto__', sound);
  const headers = { authorization: `Bearer ${api.key}` };
  const init = { method: 'POST', headers, body: form };
  expect((await api.fetch('/v1/audio/transcriptions', init)).status).toBe(200);
});
