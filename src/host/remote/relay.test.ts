import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { plainTask } from '#api/tasks/plain-task.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { type Fault, openFaultyProvider, soundStream } from '#testing/faulty-provider.ts';
import { Relay } from './relay.ts';
import type { RelayPortMessage } from './relay-message.ts';

let server: Awaited<ReturnType<typeof openFaultyProvider>>;
beforeAll(async () => {
  server = await openFaultyProvider();
});
afterAll(() => server.close());
beforeEach(() => {
  vi.stubGlobal('self', {
    location: { origin: 'https://alcove.example' },
    addEventListener: () => {},
  });
});
afterEach(() => vi.unstubAllGlobals());

const TASK: ChatTask = { ...plainTask([{ role: 'user', text: 'Hello.' }], 0), maxTokens: 100 };
const EVENTS = 'text/event-stream';
const part = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

/** A relay whose threads are ports of this one; `ended` counts those that were ended. */
async function openRelay() {
  const { handleMessage } = await import('./serve-relay.ts');
  const threads = { started: 0, ended: 0 };
  const relay = new Relay(() => {
    threads.started++;
    const worker = {
      onerror: null,
      postMessage: (message: RelayPortMessage) => handleMessage(message),
      terminate: () => threads.ended++,
    };
    return worker as unknown as Worker;
  });
  const run = (fault: Fault, signal = new AbortController().signal) =>
    relay.run(
      {
        target: {
          name: 'Lab',
          baseUrl: server.url(fault),
          model: 'big',
          timeouts: { firstTokenMs: 30_000, silenceMs: 30_000, totalMs: 60_000 },
        },
        headers: {},
        via: 'page',
        grant: null,
        task: TASK,
      },
      signal,
    );
  return { relay, run, threads };
}

async function textOf(events: AsyncIterable<TaskEvent>): Promise<string> {
  let text = '';
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text;
}

test.each<[string, Fault]>([
  [
    'reasoning',
    { kind: 'endless', type: EVENTS, part: part({ reasoning_content: 'Hm. '.repeat(50) }) },
  ],
  ['text', { kind: 'endless', type: EVENTS, part: part({ content: 'a' }) }],
  [
    'arguments',
    {
      kind: 'endless',
      type: EVENTS,
      part: part({ tool_calls: [{ index: 0, function: { arguments: 'a' } }] }),
    },
  ],
  ['empty events', { kind: 'endless', type: EVENTS, part: part({}) }],
  ['comments', { kind: 'endless', type: EVENTS, part: `: ${'a'.repeat(1000)}\n` }],
  ['one line', { kind: 'endless', type: EVENTS, part: 'a' }],
  [
    'choices',
    {
      kind: 'endless',
      type: EVENTS,
      part: 'data: {"choices":[…{}]}\n\n',
      many: '{"index":1},',
    },
  ],
  ['JSON', { kind: 'endless', type: 'application/json', part: '[{},' }],
  ['compressed zeros', { kind: 'endless', type: 'application/json', part: '0', isGzip: true }],
  [
    'compressed reasoning',
    { kind: 'endless', type: EVENTS, part: part({ reasoning: 'a' }), isGzip: true },
  ],
])('an answer of %s without an end is ended with an error', async (_, fault) => {
  const { run } = await openRelay();
  const error = await textOf(run(fault)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UpstreamError);
  expect((error as UpstreamError).fault).toMatch(/^(too-large|invalid|lost)$/);
  // Ended for its size: by its time a page would have parsed all of it.
  expect((error as UpstreamError).message).toMatch(/ has more \w+ than |one event is too long/);
});

test('a run waits for its reader', async () => {
  const { run } = await openRelay();
  const fault: Fault = { kind: 'endless', type: EVENTS, part: part({ content: 'a' }) };
  const controller = new AbortController();
  const events = run(fault, controller.signal);
  await events.next();
  const received = vi.spyOn(MessagePort.prototype, 'postMessage');
  // The window fills up and nothing more crosses: a round of messages changes nothing any more.
  const rounds = async () => {
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
    return received.mock.calls.length;
  };
  let before = -1;
  await vi.waitFor(async () => {
    const now = await rounds();
    const isStill = now === before;
    before = now;
    expect(isStill).toBe(true);
  }, 20_000);
  expect(before).toBeLessThan(10);
  received.mockRestore();
  controller.abort();
  await expect(textOf(events)).rejects.toMatchObject({ code: 'aborted' });
});

test('running answers end on the thread that they began on, which then ends', async () => {
  const { relay, run, threads } = await openRelay();
  const events = run({ kind: 'chunks', sizes: [50] });
  expect((await events.next()).done).toBe(false);
  relay.renew();
  expect(threads).toEqual({ started: 1, ended: 0 });
  expect(await textOf(events)).toBe('Hello wörld 👋');
  expect(threads).toEqual({ started: 1, ended: 1 });
  expect(await textOf(run({ kind: 'none' }))).toBe('Hello wörld 👋');
  expect(threads).toEqual({ started: 2, ended: 1 });
  expect(soundStream().length).toBeGreaterThan(100);
});

test('ending the relay ends every thread, those that still answer too, with a sentence', async () => {
  const { relay, run, threads } = await openRelay();
  const events = run({ kind: 'chunks', sizes: [50] });
  expect((await events.next()).done).toBe(false);
  relay.renew();
  const later = run({ kind: 'none' });
  await later.next();
  relay.end('Nothing may leave.');
  expect(threads).toEqual({ started: 2, ended: 2 });
  for (const answer of [events, later]) {
    await expect(textOf(answer)).rejects.toThrow('Nothing may leave.');
  }
});
