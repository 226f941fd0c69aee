import { afterEach, expect, test } from 'vitest';
import { createEventStream } from './event-stream.ts';
import type { PortResponse } from './port-protocol.ts';
import { servePort } from './port-serve.ts';

const open: MessagePort[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** What crosses the port for one request, until it is over. */
function messagesOf(
  body: ReadableStream<Uint8Array> | string,
  type = 'text/event-stream',
): Promise<PortResponse[]> {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const headers = { 'content-type': type };
  servePort(port2, {
    epoch: 'test',
    handle: async () => new Response(body, { headers }),
    control: () => {},
  });
  return new Promise((resolve) => {
    const all: PortResponse[] = [];
    port1.onmessage = ({ data }: MessageEvent<PortResponse>) => {
      all.push(data);
      const isOver = ['whole', 'end', 'failed'].includes(data.type);
      if (isOver || (data.type === 'chunk' && data.isLast)) resolve(all);
    };
    port1.postMessage({
      type: 'request',
      id: 1,
      method: 'GET',
      url: 'http://localhost/v1/x',
      headers: [],
      body: null,
    });
  });
}

const said = (messages: PortResponse[]) =>
  messages.map((m) => (m.type === 'chunk' ? new TextDecoder().decode(m.bytes) : m.type));

test('the end of an event stream leaves with its last words', async () => {
  const stream = createEventStream({ joinMs: 5, onCancel: () => {} });
  const messages = messagesOf(stream.body);
  stream.send('1');
  setTimeout(() => {
    stream.send('2');
    stream.done();
  }, 20);
  expect(said(await messages)).toEqual([
    'hello',
    'head',
    'data: 1\n\n',
    'data: 2\n\ndata: [DONE]\n\n',
  ]);
});

test('JSON crosses with its head in one message', async () => {
  const [, whole, ...rest] = await messagesOf('{"a":1}', 'application/json; charset=utf-8');
  expect(whole).toMatchObject({ type: 'whole', status: 200 });
  expect(whole?.type === 'whole' && new TextDecoder().decode(whole.bytes)).toBe('{"a":1}');
  expect(rest).toEqual([]);
});

test('an end that comes alone is a separate message', async () => {
  const messages = messagesOf(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('1'));
        setTimeout(() => controller.close(), 20);
      },
    }),
  );
  expect(said(await messages)).toEqual(['hello', 'head', '1', 'end']);
});

test('a stream that breaks right after words has not ended', async () => {
  const messages = messagesOf(
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('1'));
        controller.error(new Error('boom'));
      },
    }),
  );
  expect((await messages).at(-1)).toMatchObject({
    type: 'failed',
    message: expect.stringMatching(/could not be answered/),
  });
});
