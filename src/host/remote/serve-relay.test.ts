import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PortFetch } from '#transport/port-fetch.ts';

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

async function openRelay(): Promise<PortFetch> {
  const { serveRelay } = await import('./serve-relay.ts');
  const { port1, port2 } = new MessageChannel();
  serveRelay(port2);
  return new PortFetch(port1);
}

test('sends nothing of the browser, and asks for permission once, not before each POST', async () => {
  const relay = await openRelay();
  const url = 'https://lab.example/v1/chat/completions';
  await relay.fetch(new Request(url, { method: 'POST', body: '{}' }));
  await relay.fetch(new Request('https://lab.example/v1/models'));
  const plain = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' };
  expect(sent.map(({ init }) => init)).toEqual([
    { ...plain, mode: 'cors', cache: 'default' },
    { ...plain, mode: 'cors', cache: 'no-store' },
  ]);
});
