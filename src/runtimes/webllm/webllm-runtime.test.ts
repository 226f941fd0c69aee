import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { type Fault, WebllmDouble } from '#testing/webllm-double.ts';
import { createWebllmRuntime } from './webllm-runtime.ts';

const MODEL = 'SmolLM2-135M-Instruct-q0f32-MLC';
const WORDS = ['One', ' two', ' three', ' four'];
const card = WEBLLM_MODELS.find((m) => m.id === MODEL) as ModelCard;

async function open(faults: Fault[] = []) {
  const double = new WebllmDouble();
  double.faults = faults;
  const api = await createTestApi({
    models: [card],
    createRuntime: () => createWebllmRuntime({ openEngine: () => double.open(WORDS), scope: {} }),
  });
  const ask = (body: object = {}, init: RequestInit = {}) =>
    api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: MODEL,
        messages: [{ role: 'user', content: 'Count.' }],
        ...body,
      }),
      ...init,
    });
  return { ...api, double, ask };
}

const lost =
  'Device was lost. This can happen due to insufficient memory or other GPU constraints.';
const FAULTS: readonly (readonly [string, Fault, RegExp, status?: number])[] = [
  [
    'a corrupt weight file',
    { at: 'load', error: new Error('Integrity check failed for params_shard_0.bin') },
    /is damaged.*download it again/,
    400,
  ],
  [
    'weights that cannot be read',
    { at: 'load', error: new TypeError('t.records is not iterable') },
    /files are damaged/,
    400,
  ],
  [
    'no memory for the weights',
    { at: 'load', error: new Error('Out of memory: Failed to allocate buffer') },
    /no memory left/,
  ],
  [
    'a token id that is none',
    { at: 'decode', error: new RangeError('token id 999999 out of range') },
    /failed while it ran/,
  ],
  [
    'a grammar that stopped',
    { at: 'prefill', error: new Error('Aborted(). Build with -sASSERTIONS for more info.') },
    /grammar stopped/,
  ],
  [
    'a grammar that stopped in the middle',
    { at: 'decode', error: 'Aborted(native code called abort())' },
    /grammar stopped/,
  ],
  ['a GPU lost while reading', { at: 'prefill', error: new Error(lost) }, /was lost/],
  ['a GPU lost while writing', { at: 'decode', error: new Error(lost) }, /was lost/],
  [
    'a GPU lost while idle',
    { at: 'prefill', error: new Error('Module has already been disposed') },
    /was lost/,
  ],
  [
    'memory that ran out while writing',
    { at: 'decode', error: new Error('std::bad_alloc') },
    /no memory left/,
  ],
];

for (const [name, fault, said, status = 503] of FAULTS) {
  for (const stream of [false, true]) {
    test(`${name}: a typed error${stream ? ' in the stream' : ''}, and the next request is answered`, async () => {
      const { ask, double, reported } = await open([fault]);
      const response = await ask({ stream });
      const text = await response.text();
      expect(text).toMatch(/"error":\{/);
      expect(text).toMatch(said);
      expect(text).toMatch(/"type":"\w+"/);
      if (!stream) expect(response.status).toBe(status);
      const next = await ask();
      expect(next.status).toBe(200);
      expect((await next.json()).choices[0].message.content).toBe(WORDS.join(''));
      expect(double.isBusy).toBe(false);
      expect(reported.every((e) => e instanceof Error)).toBe(true);
    });
  }
}

test('an answer that is left in the middle is interrupted and drained: the next one is whole', async () => {
  const { ask, double } = await open();
  for (let i = 0; i < 5; i++) {
    const leave = new AbortController();
    const response = await ask({ stream: true }, { signal: leave.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leave.abort();
    await reader?.cancel().catch(() => {});
    const next = await ask();
    expect((await next.json()).choices[0].message.content).toBe(WORDS.join(''));
  }
  expect(double.opened).toBe(1);
});

test('an answer that ends at a stop sequence is drained too', async () => {
  const { ask, double } = await open();
  const answer = await (await ask({ stop: [' three'] })).json();
  expect(answer.choices[0]).toMatchObject({
    message: { content: 'One two' },
    finish_reason: 'stop',
  });
  expect((await ask()).status).toBe(200);
  expect(double.opened).toBe(1);
});

test('an answer is continued where it was left, in the template of the model', async () => {
  const { ask, double } = await open();
  const messages = [
    { role: 'user', content: 'Count to $&.' },
    { role: 'assistant', content: 'Zero,' },
  ];
  const answer = await (await ask({ messages, seed: 4 })).json();
  expect(answer.choices[0].message.content).toBe(WORDS.join(''));
  const [request] = double.requests;
  expect(request).toMatchObject({
    prompt: '<id1><s>Be kind.</s>U:Count to $&.\nA:Zero,',
    stream: true,
    seed: 4,
  });
  expect(request).not.toHaveProperty('messages');
  const held = await ask({ messages, response_format: { type: 'json_object' } });
  expect(held.status).toBe(400);
  expect((await held.json()).error.message).toMatch(/continue an answer/);
  expect((await ask()).status).toBe(200);
});
