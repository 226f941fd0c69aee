import { expect, test } from 'vitest';
import { LARGE_BODIES_HERE } from '#api/call/large-bodies.ts';
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

const api = { largeBodies: LARGE_BODIES_HERE, temperatureMax: () => 1 as const };

test('reads JSON where requests have no body property', async () => {
  const request = firefoxRequest('{"model":"a","input":"b"}');
  expect(await readJson({ request, blob: null, api }, 'embeddings')).toEqual({
    model: 'a',
    input: 'b',
    ignoredFields: [],
  });
});

test('refuses bodies that are too large where requests have no body property', async () => {
  const request = firefoxRequest(`"${'x'.repeat(33_554_432)}"`);
  await expect(readJson({ request, blob: null, api }, 'embeddings')).rejects.toMatchObject({
    code: 'request_too_large',
  });
});

test('answers a POST where requests have no body property', async () => {
  const service = await createTestApi();
  const body = JSON.stringify({ model: 'scripted-embed', input: 'a' });
  const response = await service.handle(
    firefoxRequest(body, { authorization: `Bearer ${service.key}` }),
  );
  expect([response.status, (await response.json()).data.length]).toEqual([200, 1]);
});
