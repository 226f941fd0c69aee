import { afterAll, beforeAll, expect, test } from 'vitest';
import { upstreamError } from '#api/call/upstream-error.ts';
import { plainTask } from '#api/tasks/plain-task.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import {
  FAULTY_TEXT,
  type Fault,
  openFaultyProvider,
  soundStream,
} from '#testing/faulty-provider.ts';
import { times } from '#testing/test-run.ts';
import { runRemote } from './remote-runtime.ts';

let provider: Awaited<ReturnType<typeof openFaultyProvider>>;
beforeAll(async () => {
  provider = await openFaultyProvider();
});
afterAll(() => provider.close());

const KEY = 'sk-very-secret-key';
const TASK: ChatTask = {
  ...plainTask([{ role: 'user', text: 'Say hello.' }], 0),
  maxTokens: 20,
  contextTokens: 1000,
};

interface Outcome {
  text: string;
  end: Extract<TaskEvent, { type: 'end' }> | null;
  error: UpstreamError | null;
}

/** Long enough for a busy machine: only who is silent waits for the end of it. */
const PATIENT = { firstTokenMs: 30_000, silenceMs: 30_000, totalMs: 60_000 };

async function call(
  baseUrl: string,
  signal = new AbortController().signal,
  timeouts = PATIENT,
): Promise<Outcome> {
  const target = {
    name: 'Lab',
    baseUrl,
    model: 'big',
    headers: async () => ({ authorization: `Bearer ${KEY}` }),
    timeouts,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
  };
  const outcome: Outcome = { text: '', end: null, error: null };
  try {
    for await (const event of runRemote(target, TASK, signal)) {
      if (event.type === 'text') outcome.text += event.text;
      if (event.type === 'end') outcome.end = event;
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    outcome.error = error;
  }
  return outcome;
}

/** A generator of numbers from 0 to 1 that repeats itself. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WHOLE = FAULTY_TEXT.join('');
const STREAM = Buffer.from(soundStream());
const after = (needle: string) => STREAM.indexOf(needle) + Buffer.byteLength(needle);
/** Byte from which on the first piece of content is complete: its line ends, and its event's blank line. */
const FIRST = STREAM.indexOf('\r\n\r\n', after(FAULTY_TEXT[0] ?? '')) + 4;
const FINISHED = STREAM.indexOf('\r\n\r\n', after('"finish_reason":"stop"')) + 4;
const USAGES: unknown[] = [
  null,
  -5,
  'many',
  { prompt_tokens: -1, completion_tokens: 2 },
  { prompt_tokens: 1.5 },
  { prompt_tokens: 'a', completion_tokens: 'b' },
  { prompt_tokens: 1e15, completion_tokens: 3 },
  { prompt_tokens: 5, completion_tokens: 0 },
  [],
  {},
];
const GARBAGE = [
  'data: {not json}\n\n',
  'data: 17\n\n',
  'data: null\n\n',
  'data: []\n\n',
  'data: {"choices":7}\n\n',
  'data: {"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}\n\n',
  'event: x\ndata: "a"\n\n',
  '\u0000\u0001\u0002',
  '',
  ': only a comment\n\n',
  'data: [DONE]\n\n',
];
const STATUSES = [400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 504, 418];
const BODIES: [body: (message: string) => string, type: string][] = [
  [
    (m) => JSON.stringify({ error: { message: m, type: 'x', code: null, param: null } }),
    'application/json',
  ],
  [(m) => JSON.stringify({ detail: m }), 'application/json'],
  [(m) => JSON.stringify({ error: m }), 'application/json'],
  [(m) => m, 'text/plain'],
  [(m) => `<!doctype html><title>${m}</title>`, 'text/html'],
  [(m) => `{"error":{"message":"${m}`, 'application/json'],
  [() => '', 'application/json'],
];
/** Our status and code for a server's status. */
const DOCUMENTED: Record<number, [number, string, isRetryable: boolean]> = {
  400: [400, 'invalid_value', false],
  401: [502, 'upstream_unauthorized', false],
  403: [502, 'upstream_unauthorized', false],
  404: [404, 'model_not_found', false],
  408: [502, 'upstream_failed', true],
  409: [502, 'upstream_failed', true],
  413: [413, 'request_too_large', false],
  418: [502, 'upstream_failed', false],
  422: [400, 'invalid_value', false],
  425: [502, 'upstream_failed', true],
  429: [429, 'upstream_rate_limited', true],
  500: [502, 'upstream_failed', true],
  502: [502, 'upstream_failed', true],
  503: [502, 'upstream_failed', true],
  504: [502, 'upstream_failed', true],
};

interface Case {
  name: string;
  run: () => Promise<void>;
}

function expectError(outcome: Outcome, status: number, code: string, isRetryable: boolean): void {
  const { error } = outcome;
  if (!error) throw new Error(`No error, but ${outcome.text}`);
  const answer = upstreamError(error);
  expect([answer.status, answer.code, error.isRetryable]).toEqual([status, code, isRetryable]);
  expect(answer.message).not.toContain(KEY);
  expect(answer.message).toContain('Lab');
}

function expectSound(outcome: Outcome): void {
  expect([outcome.error, outcome.text]).toEqual([null, WHOLE]);
}

function generate(next: () => number): Case {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const kind = next();
  if (kind < 0.03) {
    const url = pick([
      'http://127.0.0.1:1/v1',
      `https://127.0.0.1:${provider.port}/v1`,
      'http://alcove.invalid/v1',
    ]);
    return {
      name: url,
      run: async () => expectError(await call(url), 503, 'upstream_unreachable', true),
    };
  }
  if (kind < 0.06) {
    const fault: Fault = { kind: 'redirect', to: provider.url({ kind: 'none' }) };
    return {
      name: 'redirect',
      run: async () =>
        expectError(await call(provider.url(fault)), 503, 'upstream_unreachable', true),
    };
  }
  if (kind < 0.35) {
    const status = pick(STATUSES);
    const [write, type] = pick(BODIES);
    const retryAfter =
      status === 429
        ? pick(['1', '0', '120', 'soon', '-4', new Date(Date.now() + 9000).toUTCString()])
        : undefined;
    const body = write(`no, ${KEY} is wrong`);
    const fault: Fault = {
      kind: 'status',
      status,
      body,
      type,
      ...(retryAfter !== undefined && { retryAfter }),
    };
    return {
      name: JSON.stringify(fault),
      run: async () => {
        const outcome = await call(provider.url(fault));
        expectError(outcome, ...(DOCUMENTED[status] as [number, string, boolean]));
        const wait = outcome.error?.retryAfterMs ?? null;
        if (retryAfter === '120') expect(wait).toBe(120_000);
        if (retryAfter === 'soon' || retryAfter === '-4') expect(wait).toBeNull();
      },
    };
  }
  if (kind < 0.65) {
    const how = pick(['silence', 'close'] as const);
    const at = Math.floor(next() * STREAM.length);
    return {
      name: `${how} at ${at}`,
      run: async () => {
        const silent = at >= FIRST ? { silenceMs: 400 } : { firstTokenMs: 400 };
        const timeouts = how === 'silence' ? { ...PATIENT, ...silent } : PATIENT;
        const url = provider.url({ kind: how, at });
        const outcome = await call(url, undefined, timeouts);
        if (at >= FINISHED) return expectSound(outcome);
        if (at >= FIRST) return expectError(outcome, 502, 'upstream_lost', false);
        const [status, code] =
          how === 'close'
            ? ([503, 'upstream_unreachable'] as const)
            : ([504, 'upstream_timeout'] as const);
        expect(outcome.text).toBe('');
        return expectError(outcome, status, code, true);
      },
    };
  }
  if (kind < 0.8) {
    const sizes = Array.from(
      { length: 1 + Math.floor(next() * 5) },
      () => 1 + Math.floor(next() * 40),
    );
    return {
      name: `chunks ${sizes}`,
      run: async () => expectSound(await call(provider.url({ kind: 'chunks', sizes }))),
    };
  }
  if (kind < 0.88) {
    const body = pick(GARBAGE);
    return {
      name: JSON.stringify(body),
      run: async () =>
        expectError(
          await call(provider.url({ kind: 'body', body, type: 'text/event-stream' })),
          502,
          'upstream_invalid_answer',
          true,
        ),
    };
  }
  if (kind < 0.94) {
    const body = pick([
      '<!doctype html><p>Sign in',
      '{"choices":[{"message":{"content":"half',
      '',
      '[]',
      '"text"',
      '{"choices":[]}',
      '{}',
    ]);
    const type = pick(['text/html', 'application/json']);
    return {
      name: `${type} ${body}`,
      run: async () =>
        expectError(
          await call(provider.url({ kind: 'body', body, type })),
          502,
          'upstream_invalid_answer',
          true,
        ),
    };
  }
  const usage = pick(USAGES);
  return {
    name: `usage ${JSON.stringify(usage)}`,
    run: async () => {
      const outcome = await call(provider.url({ kind: 'usage', usage }));
      expectSound(outcome);
      const { completionTokens = 0, prompt } = outcome.end ?? {};
      // A quarter of the characters, or the plausible part of the server's figures.
      expect(completionTokens).toBeGreaterThanOrEqual(2);
      expect(completionTokens).toBeLessThanOrEqual(20);
      expect(prompt?.tokens).toBeGreaterThanOrEqual(1);
      expect(prompt?.tokens).toBeLessThanOrEqual(20);
    },
  };
}

const COUNT = times(5_000, 250);

test(`${COUNT} faults of a server each end as documented, and none hangs`, {
  timeout: 240_000,
}, async () => {
  const next = random(27);
  const cases = Array.from({ length: COUNT }, () => generate(next));
  const failed: string[] = [];
  const lanes = Array.from({ length: 40 }, async () => {
    for (let one = cases.pop(); one; one = cases.pop()) {
      const { name, run } = one;
      await run().catch((error: unknown) => failed.push(`${name}: ${error}`));
    }
  });
  await Promise.all(lanes);
  expect(failed).toEqual([]);
});

test('an abort ends the request to the server, and says so', async () => {
  // Its own: connections of the faults above may still be closing.
  const server = await openFaultyProvider();
  const controller = new AbortController();
  const calling = call(server.url({ kind: 'silence', at: FIRST + 10 }), controller.signal);
  const caught = expect(calling).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(() => server.received.length).toBe(1);
  controller.abort();
  await caught;
  await expect.poll(server.aborted).toBe(1);
  await server.close();
});
