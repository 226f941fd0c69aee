import { afterEach, expect, test, vi } from 'vitest';
import type { PortRequest } from '#transport/port-protocol.ts';
import { SitePort } from './site-port.ts';

vi.stubGlobal('self', { location: new URL('https://alcove.test/assets/host.js') });

const opened: MessagePort[] = [];
afterEach(() => {
  for (const port of opened.splice(0)) port.close();
});

/** A site's end, what the host receives, and what the site does. */
function open() {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  const received: PortRequest[] = [];
  const answers: unknown[] = [];
  const onLeft = vi.fn();
  const port = new SitePort(port2, { key: 'secret', onLeft });
  port.onmessage = ({ data }) => received.push(data as PortRequest);
  let onPong = () => {};
  port1.onmessage = ({ data }) => {
    if (data.type === 'alcove:ping') onPong();
    else answers.push(data);
  };
  /** A port delivers in order: what a message led to is there once the ping behind it is answered. */
  const send = async (message: unknown) => {
    const answered = new Promise<void>((resolve) => {
      onPong = resolve;
    });
    port1.postMessage(message);
    port1.postMessage({ type: 'alcove:ping' });
    await answered;
    // What it passed on came through another port.
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const leave = () => port1.postMessage({ type: 'alcove:bye' });
  return { port, received, answers, onLeft, send, leave };
}

const request = (changes: object = {}) => ({
  type: 'request',
  id: 1,
  method: 'GET',
  url: 'https://elsewhere.test/v1/models?x=1',
  headers: [['accept', 'application/json']],
  body: null,
  ...changes,
});

test('a request reaches this origin with the key of its grant, and with harmless headers alone', async () => {
  const { received, send } = open();
  const headers = [
    ['Authorization', 'Bearer stolen'],
    ['x-api-key', 'stolen'],
    ['origin', 'https://alcove.test'],
    ['content-type', 'application/json'],
  ];
  await send(request({ method: 'POST', headers, body: new ArrayBuffer(2) }));
  expect(received).toEqual([
    {
      type: 'request',
      id: 1,
      method: 'POST',
      url: 'https://alcove.test/v1/models?x=1',
      headers: [
        ['content-type', 'application/json'],
        ['authorization', 'Bearer secret'],
      ],
      body: new ArrayBuffer(2),
    },
  ]);
});

test.each([
  null,
  7,
  [],
  { type: 'attach', as: 'control' },
  { type: 'lifeline', name: 'alcove-host' },
  { type: 'hello' },
  { type: 'cancel', id: 9 },
  request({ id: 'one' }),
  request({ id: 1.5 }),
  request({ headers: 'none' }),
  request({ headers: [['accept']] }),
  request({ headers: Array(51).fill(['accept', '*/*']) }),
  request({ body: 'text' }),
  request({ method: 7 }),
])('drops %j', async (message) => {
  const { received, answers, send } = open();
  await send(message);
  expect(received).toEqual([]);
  expect(answers).toEqual([]);
});

test.each([
  { url: 'https://alcove.test/settings' },
  { url: 'https://alcove.test/v1/../bridge.json' },
  { url: 'https://alcove.test/v1x' },
  { url: `https://alcove.test/v1/${'x'.repeat(3_000)}` },
  { url: '//' },
  { url: null },
  { method: 'TRACE' },
])('answers %j with a reason', async (changes) => {
  const { received, answers, send } = open();
  await send(request(changes));
  expect(received).toEqual([]);
  expect(answers).toEqual([
    { type: 'failed', id: 1, message: 'Sites may call /v1 and nothing else.' },
  ]);
});

test('sixteen requests run at the same time, and an answered one makes room', async () => {
  const { port, received, answers, send } = open();
  for (let id = 0; id < 17; id++) await send(request({ id }));
  expect(received).toHaveLength(16);
  expect(answers).toEqual([expect.objectContaining({ type: 'failed', id: 16 })]);
  port.postMessage({ type: 'end', id: 0 });
  await send(request({ id: 17 }));
  expect(received).toHaveLength(17);
  // One that runs is not taken for another.
  await send(request({ id: 17 }));
  expect(received).toHaveLength(17);
  await send({ type: 'cancel', id: 17 });
  expect(received.at(-1)).toEqual({ type: 'cancel', id: 17 });
});

test('reports a page that is left', async () => {
  const { onLeft, leave } = open();
  leave();
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce());
});
