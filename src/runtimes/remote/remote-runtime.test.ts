import { expect, test } from 'vitest';
import type { ChatTask, Task, TaskEvent } from '#engine/tasks.ts';
import { runRemote } from './remote-runtime.ts';
import type { RemoteTarget } from './remote-target.ts';

const CHAT: ChatTask = {
  kind: 'chat',
  turns: [
    { role: 'system', text: 'Be short.' },
    { role: 'user', text: 'What is this?', images: [new Blob(['abc'], { type: 'image/jpeg' })] },
    { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'look', argumentsText: '{}' }] },
    { role: 'tool', text: 'a cat', toolCallId: 'c1' },
  ],
  maxTokens: 64,
  contextTokens: 1000,
  sampling: {
    temperature: 0.2,
    topP: 0.9,
    topK: null,
    seed: 7,
    presencePenalty: 0,
    frequencyPenalty: 1,
  },
  stop: ['END'],
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }],
  toolChoice: { name: 'look' },
  format: { kind: 'schema', name: 'pet', schema: { type: 'object' } },
  topLogprobs: 2,
};

interface Sent {
  url: string;
  init: RequestInit;
}

/** Runs a task on a server that answers with `answer`. */
async function run(task: Task, answer: Response, more: Partial<RemoteTarget> = {}) {
  const sent: Sent[] = [];
  const target: RemoteTarget = {
    name: 'Lab',
    baseUrl: 'https://lab.example/v1',
    model: 'big',
    headers: async () => ({ authorization: 'Bearer secret' }),
    timeouts: { firstTokenMs: 5000, silenceMs: 5000, totalMs: 5000 },
    fetch: async (url, init) => {
      sent.push({ url, init });
      return answer;
    },
    ...more,
  };
  const events: TaskEvent[] = [];
  for await (const event of runRemote(target, task, new AbortController().signal))
    events.push(event);
  const [{ url, init } = { url: '', init: {} }] = sent;
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  return { events, url, init, body };
}

const stream = (...chunks: object[]) =>
  new Response(
    [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join(''),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );
const delta = (fields: object, more = {}) => ({
  choices: [{ index: 0, delta: fields, finish_reason: null, ...more }],
});
const finish = (reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

test('sends the client’s parameters, and nothing of this browser', async () => {
  const { url, init, body } = await run(CHAT, stream(delta({ content: 'a' }), finish('stop')));
  expect(url).toBe('https://lab.example/v1/chat/completions');
  expect(init).toMatchObject({
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { authorization: 'Bearer secret' },
  });
  expect(body).toEqual({
    model: 'big',
    messages: [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,YWJj' } },
          { type: 'text', text: 'What is this?' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', content: 'a cat', tool_call_id: 'c1' },
    ],
    max_tokens: 64,
    stream: true,
    stream_options: { include_usage: true },
    stop: ['END'],
    temperature: 0.2,
    top_p: 0.9,
    seed: 7,
    frequency_penalty: 1,
    tools: [
      {
        type: 'function',
        function: {
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: {} },
        },
      },
    ],
    tool_choice: { type: 'function', function: { name: 'look' } },
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'pet', schema: { type: 'object' }, strict: true },
    },
    logprobs: true,
    top_logprobs: 2,
  });
});

test('reads reasoning, text with log-probabilities, tool calls and usage of a stream', async () => {
  const logprobs = {
    content: [
      {
        token: 'Hi',
        logprob: -0.5,
        bytes: [72, 105],
        top_logprobs: [{ token: 'Hi', logprob: -0.5, bytes: null }],
      },
    ],
  };
  const { events } = await run(
    CHAT,
    stream(
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Hm.' }),
      delta({ content: 'Hi' }, { logprobs }),
      delta({
        tool_calls: [{ index: 0, id: 'call_a', function: { name: 'look', arguments: '' } }],
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
      finish('tool_calls'),
      {
        choices: [],
        usage: {
          prompt_tokens: 31,
          completion_tokens: 9,
          prompt_tokens_details: { cached_tokens: 16 },
          completion_tokens_details: { reasoning_tokens: 4 },
        },
      },
    ),
  );
  const top = [{ token: 'Hi', logprob: -0.5, bytes: [72, 105] }];
  expect(events).toEqual([
    { type: 'start', promptTokens: expect.any(Number), cachedTokens: 0 },
    { type: 'reasoning', text: 'Hm.', tokens: 1 },
    { type: 'text', text: 'Hi', tokens: 1, logprobs: [{ ...top[0], top }] },
    { type: 'tool-call', index: 0, id: 'call_a', name: 'look' },
    { type: 'tool-arguments', index: 0, text: '{"x":', tokens: 2 },
    { type: 'tool-arguments', index: 0, text: '1}', tokens: 1 },
    {
      type: 'end',
      reason: 'tool_calls',
      completionTokens: 9,
      reasoningTokens: 4,
      prompt: { tokens: 31, cached: 16 },
    },
  ]);
});

test('reads a whole answer where a server does not stream', async () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 };
  const message = { role: 'assistant', content: 'Yes.' };
  const answer = Response.json({
    choices: [{ index: 0, message, finish_reason: 'length' }],
    usage,
  });
  const { events, body } = await run(CHAT, answer, { streams: false });
  expect(body.stream).toBe(false);
  expect(events.slice(1)).toEqual([
    { type: 'text', text: 'Yes.', tokens: 1 },
    {
      type: 'end',
      reason: 'length',
      completionTokens: 2,
      reasoningTokens: 0,
      prompt: { tokens: 5, cached: 0 },
    },
  ]);
});

test('orders vectors by their index', async () => {
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ];
  const answer = Response.json({ data, usage: { prompt_tokens: 4, total_tokens: 4 } });
  const { events, body } = await run({ kind: 'embed', texts: ['a', 'b'] }, answer);
  expect(body).toEqual({ model: 'big', input: ['a', 'b'], encoding_format: 'float' });
  expect(events[0]).toEqual({ type: 'start', promptTokens: 4, cachedTokens: 0 });
  expect(events[1]).toMatchObject({ data: new Float32Array([1, 0, 0, 1]), size: 2, texts: 2 });
});

test.each([
  [[{ index: 0, embedding: [1, 0] }]],
  [
    [
      { index: 0, embedding: [1, 0] },
      { index: 1, embedding: [1] },
    ],
  ],
  [
    [
      { index: 0, embedding: [1, 'x'] },
      { index: 1, embedding: [1, 2] },
    ],
  ],
  ['vectors'],
])('refuses vectors that are not one for each text: %j', async (data) => {
  const running = run({ kind: 'embed', texts: ['a', 'b'] }, Response.json({ data }));
  await expect(running).rejects.toMatchObject({ fault: 'invalid' });
});

test('gives scores of a rerank back as the logits they come from', async () => {
  const results = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.25 },
  ];
  const task: Task = { kind: 'rerank', query: 'q', documents: ['a', 'b'] };
  const { events } = await run(task, Response.json({ results }));
  const vectors = events.find((event) => event.type === 'vectors');
  const scores = Array.from(vectors?.data ?? [], (x) => 1 / (1 + Math.exp(-x)));
  expect(scores.map((x) => x.toFixed(5))).toEqual(['0.25000', '0.90000']);
});

test('transcribes a window from a WAV file, with times inside the window', async () => {
  const task: Task = {
    kind: 'speech',
    samples: new Float32Array(32_000),
    isLast: true,
    language: 'de',
    translate: false,
    prompt: 'Alcove',
    previousText: '',
    temperature: 0,
    withTimes: true,
    withWords: true,
  };
  const answer = Response.json({
    text: 'eins zwei',
    language: 'german',
    segments: [
      { start: 0, end: 1, text: 'eins' },
      { start: 1, end: 9, text: ' zwei' },
    ],
    words: [
      { word: 'eins', start: 0.1, end: 0.8 },
      { word: 'zwei', start: 1.1, end: 1.8 },
    ],
  });
  const { events, url, body } = await run(task, answer);
  expect(url).toBe('https://lab.example/v1/audio/transcriptions');
  expect([...(body as FormData).keys()].sort()).toEqual([
    'file',
    'language',
    'model',
    'prompt',
    'response_format',
    'temperature',
    'timestamp_granularities[]',
    'timestamp_granularities[]',
  ]);
  const file = (body as FormData).get('file') as File;
  expect(file.size).toBe(44 + 64_000);
  const segments = events.flatMap((event) => (event.type === 'segment' ? [event.segment] : []));
  expect(segments.map((s) => [s.start, s.end, s.words?.map((w) => w.text)])).toEqual([
    [0, 1, ['eins']],
    [1, 2, ['zwei']],
  ]);
  expect(events.find((event) => event.type === 'window')).toMatchObject({
    language: 'de',
    transcribedSeconds: 2,
  });
});

test('a tool call whose name comes late waits for it', async () => {
  const call = (index: number, fields: object, fn: object) =>
    delta({ tool_calls: [{ index, ...fields, function: fn }] });
  const { events } = await run(
    CHAT,
    stream(
      call(0, { id: 'a' }, { arguments: '{"x":' }),
      call(1, { id: 'b' }, { name: 'look', arguments: '{}' }),
      call(0, {}, { arguments: '1' }),
      call(0, {}, { name: 'find' }),
      call(0, {}, { arguments: '}' }),
      finish('tool_calls'),
    ),
  );
  const calls = events.filter((e) => e.type === 'tool-call' || e.type === 'tool-arguments');
  expect(calls).toMatchObject([
    { type: 'tool-call', index: 0, id: 'b', name: 'look' },
    { type: 'tool-arguments', index: 0, text: '{}' },
    { type: 'tool-call', index: 1, id: 'a', name: 'find' },
    { type: 'tool-arguments', index: 1, text: '{"x":1' },
    { type: 'tool-arguments', index: 1, text: '}' },
  ]);
});

test('calls that all have the index 0 are distinguished by their ids, as Gemini sends them', async () => {
  const call = (id: string, name: string, text: string) =>
    delta({
      tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: text } }],
    });
  const { events } = await run(
    CHAT,
    stream(call('a', 'look', '{"x":1}'), call('b', 'look', '{"x":2}'), finish('stop')),
  );
  const calls = events.filter((e) => e.type === 'tool-call' || e.type === 'tool-arguments');
  expect(calls).toMatchObject([
    { type: 'tool-call', index: 0, id: 'a' },
    { type: 'tool-arguments', index: 0, text: '{"x":1}' },
    { type: 'tool-call', index: 1, id: 'b' },
    { type: 'tool-arguments', index: 1, text: '{"x":2}' },
  ]);
  expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
});

test('text and thought in a list of parts are read, as Mistral sends them, and a refusal is the text', async () => {
  const thinking = [{ type: 'text', text: 'Hm.' }];
  const { events } = await run(
    CHAT,
    stream(
      delta({ content: [{ type: 'thinking', thinking }] }),
      delta({
        content: [
          { type: 'text', text: 'Yes' },
          { type: 'text', text: '!' },
        ],
      }),
      finish('max_tokens'),
    ),
  );
  expect(events).toMatchObject([
    { type: 'start' },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Yes!' },
    { type: 'end', reason: 'length' },
  ]);
  for (const content of [null, '', [{ type: 'thinking', thinking }]]) {
    const refused = await run(
      CHAT,
      stream(delta({ content, refusal: 'I cannot.' }), finish('stop')),
    );
    expect(refused.events).toContainEqual(expect.objectContaining({ text: 'I cannot.' }));
  }
});

test('an answer with a call that is never named is refused', async () => {
  const nameless = delta({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{}' } }] });
  await expect(run(CHAT, stream(nameless, finish('tool_calls')))).rejects.toMatchObject({
    message: expect.stringContaining('a tool call has no name'),
  });
});

test('a server applies its own defaults where the client set nothing', async () => {
  const open: ChatTask = { ...CHAT, defaults: ['temperature', 'maxTokens'] };
  const { body } = await run(open, stream(delta({ content: 'a' }), finish('stop')));
  expect(Object.keys(body)).not.toContain('temperature');
  expect(Object.keys(body)).not.toContain('max_tokens');
});
