import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { readJson } from './read-body.ts';

/** A request as Firefox makes it: without the `body` property. */
function firefoxRequest(body: string, headers = {}): Request {
  const type = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/v1/embeddings', {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  });
  Object.defineProperty(request, 'body', { value: undefined });
  return request;
}

test('reads JSON where requests have no body property', async () => {
  expect(await readJson(firefoxRequest('{"a":1}'))).toEqual({ a: 1 });
});

test('refuses what is too large where requests have no body property', async () => {
  await expect(readJson(firefoxRequest(`"${'x'.repeat(33_554_432)}"`))).rejects.toMatchObject({
    code: 'request_too_large',
  });
});

test('answers a POST where requests have no body property', async () => {
  const api = await createTestApi();
  const body = JSON.stringify({ model: 'scripted-embed', input: 'a' });
  const response = await api.handle(firefoxRequest(body, { authorization: `Bearer ${api.key}` }));
  expect([response.status, (await response.json()).data.length]).toEqual([200, 1]);
});
