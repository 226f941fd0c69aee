import { expect, test, vi } from 'vitest';
import type { Client } from '#client/alcove.ts';
import { hostLost } from '#contract/api-error.ts';
import { createServices } from './services.ts';

const { signal } = new AbortController();

function open(createSessionKey: () => Promise<string>) {
  const fetch = vi.fn(async (_: string, { headers }: { headers: Record<string, string> }) =>
    Response.json({ authorization: headers['authorization'] }),
  );
  const connection = { fetch, control: () => createSessionKey() };
  return createServices({ alcove: {}, connection } as unknown as Client);
}

test('asks for a session key again after the first request for one failed', async () => {
  const ask = vi.fn(async () => 'key');
  ask.mockRejectedValueOnce(new Error('The models could not be started in any tab.'));
  const { post } = open(ask);
  await expect(post('/v1/models', {}, signal)).rejects.toThrow('could not be started');
  const response = await post('/v1/models', {}, signal);
  expect(await response.json()).toEqual({ authorization: 'Bearer key' });
  expect(ask).toHaveBeenCalledTimes(2);
});

test('asks once for the session key of requests at the same time', async () => {
  const ask = vi.fn(async () => 'key');
  const { post } = open(ask);
  await Promise.all([post('/v1/models', {}, signal), post('/v1/models', {}, signal)]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a request whose host goes away is sent once more, to the next host', async () => {
  const answers = [hostLost().toResponse('1'), Response.json({ text: 'answered' })];
  const fetch = vi.fn(async () => answers.shift() ?? hostLost().toResponse('2'));
  const connection = { fetch, control: async () => 'key' };
  const { post } = createServices({ alcove: {}, connection } as unknown as Client);
  expect(await (await post('/v1/models', {}, signal)).json()).toEqual({ text: 'answered' });
  await expect(post('/v1/models', {}, signal)).rejects.toThrow('was closed');
  expect(fetch).toHaveBeenCalledTimes(4);
});
