import { expect, test, vi } from 'vitest';
import { toWav } from '#base/audio.ts';
import { deferred } from '#base/promises.ts';
import type { TaskEvent } from '#engine/tasks.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { silentFlac } from '#testing/audio/silent-flac.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const say = (text: string, more: object = {}) => ({
  model: 'scripted-chat',
  messages: [{ role: 'user', content: text }],
  ...more,
});
const script = (spec: object) => `#script ${JSON.stringify(spec)}`;

function post(api: Api, body: object, key = api.key, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null };
  return api.fetch('/v1/chat/completions', init);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('a request above the limit per minute gets 429, and succeeds when the minute is over', async () => {
  let now = 1_700_000_000_000;
  const api = await createTestApi({ now: () => now });
  const { key } = await api.keys.create('two', { requestsPerMinute: 2 });
  const first = await post(api, say('a'), key);
  expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2');
  expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1');
  expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+(m\d+)?s$/);
  now += 10_000;
  await post(api, say('b'), key);
  const third = await post(api, say('c'), key);
  const { error } = await third.json();
  expect([third.status, error.type, error.code]).toEqual([
    429,
    'insufficient_quota',
    'rate_limit_exceeded',
  ]);
  expect(error.message).not.toMatch(/quota|billing|credit|will reset at/i);
  expect(third.headers.get('retry-after')).toBe('50');
  expect(third.headers.get('retry-after-ms')).toBe('50000');
  for (const window of ['requests', 'requests-day']) {
    for (const part of ['limit', 'remaining', 'reset']) {
      expect(third.headers.has(`x-ratelimit-${part}-${window}`)).toBe(true);
    }
  }
  now += 50_001;
  expect((await post(api, say('d'), key)).status).toBe(200);
});

test('a day’s requests and tokens are a quota, also after a new start', async () => {
  const now = 1_700_000_000_000;
  const api = await createTestApi({ now: () => now });
  const { key } = await api.keys.create('day', { requestsPerDay: 1 });
  const { key: thrifty } = await api.keys.create('tokens', { tokensPerDay: 5 });
  expect((await post(api, say('a'), key)).status).toBe(200);
  const refused = await post(api, say('b'), key);
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'insufficient_quota']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThan(60);
  expect((await post(api, say('one two three four'), thrifty)).status).toBe(200);
  await until(() => api.reported.length === 0);
  // Its tokens are noted behind the answer.
  await expect.poll(async () => (await post(api, say('b'), thrifty)).status).toBe(429);
});

test('wrong requests do not count against a limit', async () => {
  const api = await createTestApi();
  const { key } = await api.keys.create('one', { requestsPerDay: 1 });
  for (let i = 0; i < 3; i++)
    expect((await post(api, say('x', { temperature: 9 }), key)).status).toBe(400);
  expect((await post(api, say('x'), key)).status).toBe(200);
});

test('nine requests are queued, the tenth gets queue_full', async () => {
  const api = await createTestApi();
  const controller = new AbortController();
  const slow = say(script({ tokens: ['a'], delayMs: 60_000 }));
  const held = Array.from({ length: 9 }, () =>
    post(api, slow, api.key, controller.signal).catch(() => null),
  );
  await until(() => api.engine.slots[0]?.queue.waiting === 8);
  const tenth = await post(api, say('x'));
  const { error } = await tenth.json();
  expect([tenth.status, error.code, tenth.headers.get('retry-after')]).toEqual([
    429,
    'queue_full',
    '1',
  ]);
  controller.abort();
  await Promise.all(held);
  await until(() => api.engine.slots[0]?.queue.isIdle ?? false);
  expect((await post(api, say('x'))).status).toBe(200);
});

test('a whole answer that takes too long is a 408 and the engine is free again', async () => {
  const api = await createTestApi({ requestTimeoutMs: 50 });
  const response = await post(api, say(script({ tokens: ['a'], delayMs: 60_000 })));
  const { error } = await response.json();
  expect([response.status, error.type, error.code]).toEqual([
    408,
    'request_timeout',
    'request_timeout',
  ]);
  expect(response.headers.get('x-should-retry')).toBe('false');
  await until(() => api.engine.slots[0]?.queue.isIdle ?? false);
  expect((await post(api, say('next'))).status).toBe(200);
});

test('a stream without progress ends with an error event and the end mark', async () => {
  const api = await createTestApi({ idleTimeoutMs: 50 });
  const response = await post(
    api,
    say(script({ tokens: ['a', 'b'], delayMs: 60_000 }), { stream: true }),
  );
  const text = await response.text();
  expect(response.status).toBe(200);
  const [event, done] = text.trim().split('\n\n').slice(-2);
  const { error, ...rest } = JSON.parse((event ?? '').slice(6));
  expect([error.code, rest, done]).toEqual(['request_timeout', {}, 'data: [DONE]']);
});

test.for(['scripted-speech', 'scripted-speakers'])(
  'a stream of %s that makes progress is not ended, however long a task takes',
  async (model) => {
    const runtime = createScriptedRuntime();
    const api = await createTestApi({
      idleTimeoutMs: 300,
      createRuntime: () => ({
        ...runtime,
        load: (...args) => runtime.load(...args),
        close: () => runtime.close(),
        async *run(task, signal) {
          for (let i = 0; i < 12; i++) {
            await new Promise((resolve) => setTimeout(resolve, 75));
            yield { type: 'working' };
          }
          yield* runtime.run(task, signal);
        },
      }),
    });
    const form = new FormData();
    form.append('model', model);
    form.append('stream', 'true');
    form.append('file', new File([toWav(new Float32Array(16_000).fill(0.1))], 'a.wav'));
    const headers = { authorization: `Bearer ${api.key}` };
    const init = { method: 'POST', headers, body: form };
    const response = await api.fetch('/v1/audio/transcriptions', init);
    const text = await response.text();
    expect(text).not.toContain('request_timeout');
    expect(text).toContain('transcript.text.done');
  },
);

test('a failure in mid-stream is an event without choices, then the end mark', async () => {
  const api = await createTestApi();
  const response = await post(
    api,
    say(script({ tokens: ['a', 'b'], failAfter: 1 }), { stream: true }),
  );
  const events = (await response.text()).trim().split('\n\n');
  expect(events.at(-1)).toBe('data: [DONE]');
  const failure = JSON.parse((events.at(-2) ?? '').slice(6));
  expect(Object.keys(failure)).toEqual(['error']);
  expect(Object.keys(failure.error).sort()).toEqual(['code', 'message', 'param', 'type']);
  expect(api.reported).toHaveLength(1);
});

test('leaving a stream frees the engine', async () => {
  const api = await createTestApi();
  const response = await post(
    api,
    say(script({ tokens: Array(1000).fill('a'), delayMs: 5 }), { stream: true }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await until(() => api.engine.slots[0]?.queue.isIdle ?? false);
  expect((await post(api, say('next'))).status).toBe(200);
});

test('a client that leaves a FLAC file of a day of silence frees the model for the next', async () => {
  const api = await createTestApi();
  const transcribe = (file: Blob, signal: AbortSignal | null = null) => {
    const form = new FormData();
    form.append('model', 'scripted-speech');
    form.append('file', file, 'a.flac');
    const headers = { authorization: `Bearer ${api.key}` };
    return api.fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form, signal });
  };
  const isRunning = () => api.engine.slots.some(({ queue }) => !queue.isIdle);
  const client = new AbortController();
  const began = performance.now();
  // Read to its end it takes a minute and more.
  const left = transcribe(silentFlac(24, 4_608), client.signal).catch(() => null);
  await until(isRunning);
  client.abort();
  const next = await transcribe(silentFlac(0));
  expect(next.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(30_000);
  await left;
}, 60_000);

test('leaving before a whole answer is the client’s doing, not an error of the service', async () => {
  const api = await createTestApi();
  const client = new AbortController();
  const slow = say(script({ tokens: Array(1000).fill('a'), delayMs: 5 }));
  const answer = post(api, slow, api.key, client.signal);
  await until(() => api.engine.slots[0]?.queue.isIdle === false);
  client.abort();
  await answer;
  await vi.waitFor(async () =>
    expect(await api.ledger.recent(5)).toMatchObject([
      { status: 499, errorCode: 'client_closed_request' },
    ]),
  );
  expect(api.reported).toEqual([]);
});

test('every request leaves one row in the ledger', async () => {
  const api = await createTestApi();
  await (await post(api, say('one two'))).text();
  await (await post(api, say('one two', { stream: true }))).text();
  await post(api, say('x', { top_p: 3 }));
  const rows = async () => (await api.ledger.recent(10)).reverse();
  let found = await rows();
  while (found.length < 3) found = await rows();
  expect(found.map((r) => [r.endpoint, r.model, r.status, r.errorCode])).toEqual([
    ['chat', 'scripted-chat', 200, null],
    ['chat', 'scripted-chat', 200, null],
    ['chat', '', 400, 'decimal_above_max_value'],
  ]);
  expect(found[0]).toMatchObject({ keyId: api.stored.id, completionTokens: 2 });
});

test('concurrent requests do not exceed a day’s tokens by more than one of them', async () => {
  const gate = deferred();
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    return {
      ...runtime,
      async *run(...args: Parameters<typeof runtime.run>): AsyncGenerator<TaskEvent> {
        await gate.promise;
        yield* runtime.run(...args);
      },
    };
  };
  const api = await createTestApi({ createRuntime });
  const { key } = await api.keys.create('nine', { tokensPerDay: 20 });
  const asked = Array.from({ length: 9 }, () => post(api, say('a b'), key));
  let answered = 0;
  for (const answer of asked) void answer.then(() => answered++);
  // One is running while all the others are refused, however long those take.
  await vi.waitFor(() => expect(answered).toBe(8), { timeout: 30_000 });
  gate.resolve();
  const answers = await Promise.all(asked);
  const statuses = answers.map((r) => r.status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 8 }, () => 429)]);
  // What runs may leave enough: another try is worth it.
  const bodies = await Promise.all(answers.map((r) => r.json()));
  const codes = bodies.flatMap(({ error }) => (error ? [error.code] : []));
  expect(new Set(codes)).toEqual(new Set(['queue_full']));
});

test('a minute’s requests survive a new start', async () => {
  let now = 1_700_000_000_000;
  const api = await createTestApi({ now: () => now });
  const { key } = await api.keys.create('two', { requestsPerMinute: 2 });
  for (const text of ['a', 'b']) expect((await post(api, say(text), key)).status).toBe(200);
  await vi.waitFor(async () => expect(await api.ledger.recent(5)).toHaveLength(2));
  const again = await createTestApi({ now: () => now, database: api.database });
  expect((await post(again, say('c'), key)).status).toBe(429);
  now += 61_000;
  expect((await post(again, say('d'), key)).status).toBe(200);
});

test('a clock that was ahead does not lock a key, after a new start either', async () => {
  let now = 1_700_000_000_000;
  const api = await createTestApi({ now: () => now });
  const { key } = await api.keys.create('one', { requestsPerMinute: 1, requestsPerDay: 1 });
  expect((await post(api, say('a'), key)).status).toBe(200);
  await vi.waitFor(async () => expect(await api.ledger.recent(5)).toHaveLength(1));
  now -= 3 * 86_400_000;
  expect((await post(api, say('b'), key)).status).toBe(200);
  await vi.waitFor(async () => expect(await api.ledger.recent(5)).toHaveLength(2));
  now -= 3 * 86_400_000;
  const again = await createTestApi({ now: () => now, database: api.database });
  expect((await post(again, say('b'), key)).status).toBe(200);
  expect((await post(again, say('c'), key)).status).toBe(429);
});

test('a request that finds the queue full is not counted, before a reload and after', async () => {
  const api = await createTestApi({ maxWaiting: 0 });
  const { key } = await api.keys.create('day', { requestsPerDay: 3 });
  const slow = say(script({ tokens: ['a ', 'b '], delayMs: 30 }));
  const running = post(api, slow, key);
  await until(() => api.engine.slots.some((slot) => slot.queue.isFull));
  expect((await (await post(api, slow, key)).json()).error.code).toBe('queue_full');
  expect((await running).headers.get('x-ratelimit-remaining-requests-day')).toBe('2');
  await api.fetch('/v1/models', { headers: { authorization: `Bearer ${key}` } });
  await vi.waitFor(async () => expect(await api.ledger.recent(5)).toHaveLength(3));
  const again = await createTestApi({ database: api.database });
  const next = await post(again, say('c'), key);
  expect(next.headers.get('x-ratelimit-remaining-requests-day')).toBe('1');
});

test('a key whose limits cannot be read is refused until they are set again', async () => {
  const api = await createTestApi();
  const { key, stored } = await api.keys.create('damaged', { requestsPerDay: Number.NaN });
  const refused = await post(api, say('a'), key);
  const { error } = await refused.json();
  expect([refused.status, error.code]).toEqual([401, 'invalid_authentication']);
  expect(error.message).toContain('limits of this API key cannot be read');
  await api.keys.setLimits(stored.id, { requestsPerDay: 5 });
  expect((await post(api, say('a'), key)).status).toBe(200);
});

const LONG = script({ tokens: Array(300).fill('a '), delayMs: 20 });
const MESSAGES = [{ role: 'user', content: LONG }];
const BODIES: Record<string, object> = {
  'chat/completions': { messages: MESSAGES },
  completions: { prompt: LONG, max_tokens: 200 },
  responses: { input: LONG },
  messages: { messages: MESSAGES, max_tokens: 200 },
};

test.each(Object.keys(BODIES))('a cancelled answer of %s costs its tokens so far', async (path) => {
  let written = 0;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    return {
      ...runtime,
      async *run(...args: Parameters<typeof runtime.run>): AsyncGenerator<TaskEvent> {
        for await (const event of runtime.run(...args)) {
          yield event;
          written++;
        }
      },
    };
  };
  const api = await createTestApi({ createRuntime });
  const ask = (key: string, stream: boolean, signal: AbortSignal | null = null) =>
    api.fetch(`/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted-chat', stream, ...BODIES[path] }),
      signal,
    });
  for (const stream of [true, false]) {
    const { key, stored } = await api.keys.create('thrifty', { tokensPerDay: 20 });
    const client = new AbortController();
    const asking = ask(key, stream, client.signal);
    if (stream) {
      const reader = (await asking).body?.getReader();
      let text = '';
      while (text.length < 8_000) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        text += new TextDecoder().decode(value);
        if (done) throw new Error(`The stream ended: ${text}`);
      }
      await reader?.cancel();
    } else {
      const before = written;
      await until(() => written > before + 20);
      client.abort();
      await asking;
    }
    const row = await vi.waitFor(async () => {
      const found = (await api.ledger.recent(9)).find(({ keyId }) => keyId === stored.id);
      expect(found?.status).toBe(499);
      return found;
    });
    expect(row?.promptTokens).toBeGreaterThan(0);
    expect(row?.completionTokens).toBeGreaterThan(10);
    expect((await ask(key, stream)).status).toBe(429);
  }
});

test('texts are counted before they run only where one may be too long or tokens are limited', async () => {
  let counted = 0;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    return {
      ...runtime,
      countTokens(task: Parameters<typeof runtime.countTokens>[0]) {
        counted++;
        return runtime.countTokens(task);
      },
    };
  };
  const api = await createTestApi({ createRuntime });
  const { key: thrifty } = await api.keys.create('tokens', { tokensPerDay: 50 });
  const embed = async (input: string, key = api.key) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'scripted-embed', input });
    const response = await api.fetch('/v1/embeddings', { method: 'POST', headers, body });
    return [response.status, (await response.json()).usage?.prompt_tokens, counted];
  };
  expect(await embed('one two')).toEqual([200, expect.any(Number), 0]);
  expect(await embed('one two', thrifty)).toEqual([200, expect.any(Number), 1]);
  // One character of these becomes eighteen for some tokenizers.
  expect(await embed('\ufdfa')).toEqual([200, expect.any(Number), 2]);
  expect(await embed('word '.repeat(100))).toEqual([400, undefined, 3]);
});

test('a budget of tokens for the month is counted over its days and survives a reload', async () => {
  let now = Date.UTC(2026, 10, 3);
  const api = await createTestApi({ now: () => now });
  const { key, stored } = await api.keys.create('month', { tokensPerMonth: 25 });
  const used = async () => (await api.ledger.since(stored.id, 0, now)).tokens;
  expect((await post(api, say('a'), key)).status).toBe(200);
  const each = await used();
  expect(each).toBeGreaterThan(1);
  now += 86_400_000;
  let status = 200;
  for (let i = 0; i < 25 && status === 200; i++) status = (await post(api, say('a'), key)).status;
  expect(status).toBe(429);
  expect(await used()).toBeGreaterThanOrEqual(25);
  expect(await used()).toBeLessThan(25 + each);
  const reloaded = await createTestApi({ now: () => now, database: api.database });
  const refused = await post(reloaded, say('a'), key);
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'insufficient_quota']);
  now = Date.UTC(2026, 11, 1);
  expect((await post(reloaded, say('a'), key)).status).toBe(200);
});
