import { afterEach, expect, test, vi } from 'vitest';
import { joinBridge } from './join-bridge.ts';

/** A socket to something that answers with one message, and closes only when it is asked to. */
function answerWith(data: unknown): void {
  class FakeSocket {
    static readonly OPEN = 1;
    readonly readyState = 1;
    onopen: (() => void) | null = null;
    onclose: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;

    constructor() {
      queueMicrotask(() => this.onopen?.());
    }

    send(message: unknown): void {
      if (typeof message === 'string') queueMicrotask(() => this.onmessage?.({ data }));
    }

    close(): void {
      queueMicrotask(() => this.onclose?.());
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { href: 'http://localhost/' });
}

afterEach(() => vi.unstubAllGlobals());

const service = { epoch: 'e', handle: async () => new Response(), control: () => {} };
const join = () => joinBridge({ credential: null, token: 't' }, service);

test.each([
  'no JSON',
  'null',
  '[]',
  '{"type":"joined"}',
  '{"type":"joined","credential":{}}',
  '{"type":"refused","reason":"__proto__"}',
  new ArrayBuffer(8),
])('an answer that is none of the server’s settles the call: %j', async (data) => {
  answerWith(data);
  expect(await join()).toBe('lost');
});

test('a refusal and an acceptance are passed on', async () => {
  answerWith('{"type":"refused","reason":"wrong-token"}');
  expect(await join()).toBe('wrong-token');
  answerWith('{"type":"joined","credential":"c"}');
  expect(await join()).toMatchObject({ credential: 'c' });
});
