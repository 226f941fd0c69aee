import { afterEach, expect, test, vi } from 'vitest';
import type { Backend } from '#engine/runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { SlotClient } from './slot-client.ts';
import type { SlotAnswer, SlotRequest } from './slot-protocol.ts';

afterEach(() => vi.useRealTimers());

const BACKEND: Backend = { device: 'wasm', threads: 1 };

const EVENTS = [
  { type: 'start', promptTokens: 3, cachedTokens: 0 },
  { type: 'text', text: '"hi"', tokens: 1 },
  { type: 'end', reason: 'stop' },
];
const ANSWERS: Partial<Record<SlotRequest['type'], object>> = {
  load: { type: 'loaded', backend: BACKEND, interrupt: null },
  count: { type: 'counted', counts: [3] },
  run: { type: 'done', events: EVENTS },
};

/** Threads of a model. The first is busy from its first run on: it compiles a grammar, and receives nothing. */
function openThreads() {
  const terminated: boolean[] = [];
  const runs: number[] = [];
  const createRuntime = () => {
    const thread = terminated.push(false) - 1;
    const worker = {
      onmessage: null as ((event: MessageEvent<SlotAnswer>) => void) | null,
      onerror: null,
      terminate: () => {
        terminated[thread] = true;
      },
      postMessage: ({ id, type }: SlotRequest) => {
        if (type === 'run') runs.push(thread);
        const answer = thread === 0 && runs.length > 0 ? undefined : ANSWERS[type];
        const event = { data: { id, ...answer } } as MessageEvent<SlotAnswer>;
        if (answer) queueMicrotask(() => worker.onmessage?.(event));
      },
    };
    return new SlotClient(worker);
  };
  return { createRuntime, terminated, runs };
}

function ask(api: Awaited<ReturnType<typeof createTestApi>>, signal?: AbortSignal) {
  const schema = { type: 'string', maxLength: 400 };
  return api.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted-chat',
      messages: [{ role: 'user', content: 'hi' }],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    }),
    ...(signal && { signal }),
  });
}

test('a thread that compiles a grammar is ended after an abort, and the next request gets another', async () => {
  const { createRuntime, terminated, runs } = openThreads();
  const api = await createTestApi({ createRuntime });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const controller = new AbortController();
  const aborted = ask(api, controller.signal).catch(() => null);
  await vi.waitUntil(() => runs.length === 1);
  controller.abort();
  await vi.advanceTimersByTimeAsync(2_100);
  await aborted;
  expect(terminated).toEqual([true]);
  const next = await ask(api);
  expect(next.status).toBe(200);
  expect(terminated).toEqual([true, false]);
});

test('a thread that compiles for longer than a request may take is ended as well', async () => {
  const { createRuntime, terminated, runs } = openThreads();
  const api = await createTestApi({ createRuntime, requestTimeoutMs: 10_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = ask(api);
  await vi.waitUntil(() => runs.length === 1);
  await vi.advanceTimersByTimeAsync(12_100);
  expect((await asked).status).toBe(408);
  expect(terminated).toEqual([true]);
  expect((await ask(api)).status).toBe(200);
});

test('others are answered while the thread of one model compiles', async () => {
  const { createRuntime, runs } = openThreads();
  const api = await createTestApi({ createRuntime });
  const controller = new AbortController();
  const busy = ask(api, controller.signal).catch(() => null);
  await vi.waitUntil(() => runs.length === 1);
  expect((await api.fetch('/v1/models')).status).toBe(200);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  controller.abort();
  await vi.advanceTimersByTimeAsync(2_100);
  await busy;
});
