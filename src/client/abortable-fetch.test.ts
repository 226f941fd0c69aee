import { afterEach, expect, test, vi } from 'vitest';
import { followAborts } from './connection.ts';

afterEach(() => vi.unstubAllGlobals());

function page() {
  const asked: string[] = [];
  const note = (way: string) => async (input: RequestInfo | URL) => {
    asked.push(`${way} ${input instanceof Request ? new URL(input.url).pathname : input}`);
    return new Response();
  };
  vi.stubGlobal('location', new URL('http://localhost/chat'));
  vi.stubGlobal('fetch', note('network'));
  followAborts({ fetch: note('port') });
  return asked;
}

const { signal } = new AbortController();

test('a request of the service that can be aborted is sent over the port', async () => {
  const asked = page();
  await fetch('/v1/models', { signal });
  await fetch(new URL('http://localhost/v1/models'), { signal });
  await fetch(new Request('http://localhost/v1/models', { signal }));
  expect(asked).toEqual(['port /v1/models', 'port http://localhost/v1/models', 'port /v1/models']);
});

test('every other request goes the way of all', async () => {
  const asked = page();
  await fetch('/v1/models');
  await fetch('/v10/models', { signal });
  await fetch('https://other.example/v1/models', { signal });
  await fetch('/openapi.json', { signal });
  await fetch('http://[', { signal });
  expect(asked.every((way) => way.startsWith('network '))).toBe(true);
  expect(asked).toHaveLength(5);
});
