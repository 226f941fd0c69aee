import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { times } from '#testing/test-run.ts';

const PATHS = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
  reasoning: '/v1/audio/reasoning',
  transcriptions: '/v1/audio/transcriptions',
  translations: '/v1/audio/translations',
};

/** Values that no field accepts. */
const junk = fc.oneof(
  fc.constantFrom(
    Number.NaN,
    -1e308,
    1e308,
    1.5,
    '',
    '\u0000',
    '🎷'.repeat(50),
    [],
    [[]],
    {},
    { a: {} },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const message = fc.record(
  {
    role: fc.oneof(fc.constantFrom('user', 'system', 'assistant', 'tool', 'robot'), junk),
    content: fc.oneof(
      fc.string(),
      junk,
      fc.array(
        fc.record(
          {
            type: fc.oneof(fc.constantFrom('text', 'image_url', 'input_audio', 'video_url'), junk),
            text: junk,
            image_url: junk,
          },
          { requiredKeys: [] },
        ),
      ),
    ),
    tool_calls: junk,
    tool_call_id: junk,
  },
  { requiredKeys: [] },
);

const chatBody = fc.record(
  {
    model: fc.oneof(fc.constantFrom('scripted-chat', 'scripted-embed', 'nope'), junk),
    messages: fc.oneof(fc.array(message, { maxLength: 4 }), junk),
    temperature: junk,
    top_p: junk,
    top_k: junk,
    max_tokens: junk,
    stop: junk,
    stream_options: junk,
    tools: junk,
    tool_choice: junk,
    response_format: junk,
    n: junk,
    seed: junk,
    logprobs: junk,
    top_logprobs: junk,
    functions: junk,
  },
  { requiredKeys: [] },
);

const otherBody = fc.record(
  {
    model: fc.oneof(
      fc.constantFrom('scripted-embed', 'scripted-chat', 'scripted-Audio-7B-Instruct'),
      junk,
    ),
    input: junk,
    messages: junk,
    encoding_format: junk,
    dimensions: junk,
    response_format: junk,
    stream: junk,
    file: junk,
  },
  { requiredKeys: [] },
);

const request = fc.oneof(
  fc.record({ path: fc.constant(PATHS.chat), body: chatBody.map((b) => JSON.stringify(b)) }),
  fc.record({
    path: fc.constantFrom(...Object.values(PATHS)),
    body: otherBody.map((b) => JSON.stringify(b)),
  }),
  fc.record({ path: fc.constantFrom(...Object.values(PATHS)), body: fc.string() }),
  fc.record({
    path: fc.webPath().map((p) => `/v1${p.startsWith('/') ? p : `/${p}`}`),
    body: fc.json(),
  }),
);

const form = fc.dictionary(
  fc.constantFrom(
    'model',
    'file',
    'temperature',
    'response_format',
    'response format',
    'language',
    'stream',
    'stream_options',
    'messages',
    'prompt',
    'max_tokens',
  ),
  fc.oneof(
    fc.string(),
    fc.constantFrom('scripted-speech', 'scripted-Audio-7B-Instruct', 'json', 'true', '0.5'),
  ),
);

const isError = (status: number) => status >= 400 && status < 500;

const COUNT = times(10_000, 2_000);

test('bad requests get an OpenAI-shaped 4xx each, and a good one works after every hundred', async () => {
  const api = await createTestApi();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const good = JSON.stringify({
    model: 'scripted-chat',
    messages: [{ role: 'user', content: 'still here' }],
  });
  const samples = fc.sample(
    fc.oneof({ weight: 4, arbitrary: request }, { weight: 1, arbitrary: form }),
    { seed: 7, numRuns: COUNT },
  );
  let refused = 0;
  for (const [i, sample] of samples.entries()) {
    const start = performance.now();
    const response = await send(sample);
    const text = await response.text();
    expect(performance.now() - start).toBeLessThan(30_000);
    // A random body is now and then a right one: then the answer must be one too.
    if (response.status === 200) continue;
    refused++;
    expect(
      isError(response.status),
      `${response.status} for ${JSON.stringify(sample)}: ${text}`,
    ).toBe(true);
    const { error, request_id } = JSON.parse(text);
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
    expect(typeof error.message === 'string' && error.message.length > 0).toBe(true);
    expect(request_id).toBe(response.headers.get('x-request-id'));
    if (i % 100 === 99) {
      const answer = await api.fetch(PATHS.chat, { method: 'POST', headers, body: good });
      expect((await answer.json()).choices[0].message.content).toBe('still here');
    }
  }
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(api.reported).toEqual([]);
  expect(refused).toBeGreaterThan(0.95 * COUNT);

  async function send(sample: (typeof samples)[number]): Promise<Response> {
    if ('path' in sample && 'body' in sample) {
      const { path, body } = sample as { path: string; body: string };
      return api.fetch(path, { method: 'POST', headers, body });
    }
    const data = new FormData();
    for (const [name, value] of Object.entries(sample as Record<string, string>))
      data.append(name, value);
    return api.fetch(PATHS.transcriptions, {
      method: 'POST',
      headers: { authorization: headers.authorization },
      body: data,
    });
  }
}, 300_000);
