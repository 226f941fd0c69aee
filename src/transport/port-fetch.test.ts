import { afterEach, expect, test } from 'vitest';
import { createEventStream } from './event-stream.ts';
import { PortFetch } from './port-fetch.ts';
import { servePort } from './port-serve.ts';

const open: MessagePort[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

async function connect(handle: (request: Request) => Promise<Response>): Promise<PortFetch> {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const hello = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  servePort(port2, { epoch: 'test', handle, control: () => {} });
  await hello;
  return new PortFetch(port1);
}

const request = (init: RequestInit = {}) => new Request('http://localhost/v1/x', init);

test('carries method, headers, body, status and text', async () => {
  const port = await connect(async (r) =>
    Response.json([r.method, r.headers.get('x-a'), await r.text()], { status: 201 }),
  );
  const response = await port.fetch(
    request({ method: 'POST', headers: { 'x-a': '1' }, body: 'hello' }),
  );
  expect([response.status, await response.json()]).toEqual([201, ['POST', '1', 'hello']]);
});

test.each([
  ['application/json', '{"a":1}'],
  ['text/plain', 'hello'],
])(
  'carries a body of %s where requests have no body property, as in Firefox',
  async (type, body) => {
    const port = await connect(async (r) => new Response(await r.text()));
    const sent = request({ method: 'POST', headers: { 'content-type': type }, body });
    Object.defineProperty(sent, 'body', { value: undefined });
    expect(await (await port.fetch(sent)).text()).toBe(body);
  },
);

test('sends a body that its caller has read already', async () => {
  const port = await connect(async (r) => new Response(await r.text()));
  const sent = request({ method: 'POST', body: 'hello' });
  const body = sent.blob();
  expect(await (await port.fetch(sent, body)).text()).toBe('hello');
});

test('answers a handler that throws with a typed error', async () => {
  const port = await connect(() => Promise.reject(new Error('boom')));
  const response = await port.fetch(request());
  expect([response.status, (await response.json()).error]).toMatchObject([
    503,
    { code: 'engine_unavailable', message: expect.stringMatching(/could not be answered/) },
  ]);
});

test('an abort before the answer reaches the handler', async () => {
  let seen = false;
  const port = await connect(
    (r) =>
      new Promise((resolve) => {
        r.signal.addEventListener('abort', () => {
          seen = true;
          resolve(new Response());
        });
      }),
  );
  const controller = new AbortController();
  const pending = port.fetch(request({ signal: controller.signal }));
  await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  await expect(pending).rejects.toThrow();
  while (!seen) await new Promise((resolve) => setTimeout(resolve, 1));
});

/** A host that answers with an open event stream, and whether that was cancelled. */
async function connectStream(event: string) {
  let cancelled = false;
  const port = await connect(async () => {
    const stream = createEventStream({
      joinMs: 1,
      onCancel: () => {
        cancelled = true;
      },
    });
    stream.send(event);
    return new Response(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { port, isCancelled: () => cancelled };
}

test('leaving the body cancels its source', async () => {
  const { port, isCancelled } = await connectStream('{}');
  const reader = (await port.fetch(request())).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  while (!isCancelled()) await new Promise((resolve) => setTimeout(resolve, 1));
});

test('a lost host ends waiting requests and event streams with a typed error', async () => {
  const port = await connect(async (r) => {
    if (r.method === 'GET') return new Promise(() => {});
    const stream = createEventStream({ joinMs: 1, onCancel: () => {} });
    stream.send('{"a":1}');
    return new Response(stream.body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const waiting = port.fetch(request());
  const streaming = await port.fetch(request({ method: 'POST', body: 'x' }));
  const text = streaming.text();
  await new Promise((resolve) => setTimeout(resolve, 20));
  port.lose();
  expect((await waiting).status).toBe(503);
  expect(await text).toMatch(
    /^data: \{"a":1\}\n\ndata: \{"error":\{.*"engine_unavailable"\}\}\n\ndata: \[DONE\]\n\n$/,
  );
  expect((await port.fetch(request())).status).toBe(503);
});

test('an abort while an event stream is read ends it, and its source', async () => {
  const { port, isCancelled } = await connectStream('1');
  const controller = new AbortController();
  const response = await port.fetch(request({ signal: controller.signal }));
  const text = response.text();
  await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  expect(await text).toBe('data: 1\n\n');
  await expect.poll(isCancelled).toBe(true);
});

test.each(['text/plain', 'audio/wav', 'text/event-stream'])(
  'a body of %s whose source fails breaks off, and nothing is pending any more',
  async (type) => {
    const port = await connect(async () => {
      let asked = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (asked++ === 0) controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
          else controller.error(new Error('the source failed'));
        },
      });
      return new Response(body, { headers: { 'content-type': type } });
    });
    const response = await port.fetch(request());
    const text = await response.text().catch((error: Error) => error.message);
    expect(text).toMatch(/could not be answered/);
    expect(port.isBusy).toBe(false);
  },
);
