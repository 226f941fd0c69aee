import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Relay } from './relay.ts';

const sent: { request: Request; init: RequestInit }[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('self', {
    location: { origin: 'https://alcove.example' },
    addEventListener: () => {},
  });
  vi.stubGlobal('fetch', async (request: Request, init: RequestInit) => {
    sent.push({ request, init });
    return new Response('{}');
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openRelay(): Promise<Relay> {
  const { handleMessage } = await import('./serve-relay.ts');
  const worker = {
    onerror: null,
    postMessage: handleMessage,
    terminate: () => {},
  };
  return new Relay(() => worker as unknown as Worker);
}

test('sends nothing of the browser, and asks for permission once, not before each POST', async () => {
  const relay = await openRelay();
  const url = 'https://lab.example/v1/chat/completions';
  const headers = { 'content-type': 'application/json' };
  await relay.fetch(url, { method: 'POST', headers, body: '{"a":1}' });
  await relay.fetch('https://lab.example/v1/models', {});
  const plain = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' };
  expect(sent.map(({ init }) => init)).toEqual([
    { ...plain, mode: 'cors', cache: 'default' },
    { ...plain, mode: 'cors', cache: 'no-store' },
  ]);
  expect(await sent[0]?.request.text()).toBe('{"a":1}');
});

test('a stream that the provider breaks off ends without additions', async () => {
  const relay = await openRelay();
  let breakOff = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('data: {}\n\n'));
      breakOff = () => controller.error(new TypeError('network error'));
    },
  });
  const events = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  vi.stubGlobal('fetch', async () => events);
  const answer = await relay.fetch('https://lab.example/v1/chat/completions', { method: 'POST' });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('data: {}\n\n');
  breakOff();
  await expect(reader?.read()).rejects.toThrow();
});
