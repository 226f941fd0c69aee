import { expect, test } from 'vitest';
import type { RelayFailure } from '#transport/server-relay.ts';
import { RELAY_PROBE, RelayError } from './relay-message.ts';
import { testConnection } from './test-connection.ts';

const LIST = {
  data: [{ id: 'a', max_model_len: 4096 }, { id: 'b', context_length: 0 }, { id: 5 }],
};
const HTTPS = { protocol: 'https:', hostname: 'alcove.example' };
const HERE = { protocol: 'http:', hostname: 'localhost' };

interface World {
  baseUrl?: string;
  page?: typeof HERE;
  /** By path; this origin cannot read other paths. */
  answers?: Record<string, [status: number, body: unknown] | 'policy'>;
  /** Whether a request that may not be read reaches the server. */
  isThere?: boolean;
  /** Why the server of the page did not reach it, where that calls it. */
  server?: RelayFailure;
}

function testIn({
  baseUrl = 'https://lab.example/v1',
  page = HERE,
  answers = {},
  isThere = false,
  server,
}: World) {
  const fetch = async (url: string, { headers }: RequestInit) => {
    if (new Headers(headers).has(RELAY_PROBE)) {
      if (isThere) return new Response(null, { status: 204 });
      throw new TypeError('unreachable');
    }
    if (server) throw new RelayError(server);
    const answer = answers[new URL(url).pathname];
    if (answer === 'policy') throw new RelayError('policy');
    if (!answer) throw new TypeError('unreadable');
    const [status, body] = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  const via = server ? 'server' : 'page';
  return testConnection({ baseUrl, via }, {}, fetch, page);
}

test('lists the models that the server has', async () => {
  expect(await testIn({ answers: { '/v1/models': [200, LIST] } })).toEqual({
    state: 'ok',
    models: [
      { id: 'a', context: 4096 },
      { id: 'b', context: null },
    ],
  });
});

test.each<[string, World, object]>([
  [
    'HTTP from an HTTPS page',
    { baseUrl: 'http://lab.example/v1', page: HTTPS },
    { state: 'mixed-content' },
  ],
  ['a server that answers others alone', { isThere: true }, { state: 'cors' }],
  ['a server that is off', {}, { state: 'unreachable' }],
  [
    'a local address that does not answer a site',
    { baseUrl: 'https://192.168.1.5/v1', page: HTTPS },
    { state: 'local-network' },
  ],
  [
    'a name of the local network',
    { baseUrl: 'https://nas.local/v1', page: HTTPS },
    { state: 'local-network' },
  ],
  [
    'a local address from a local page',
    { baseUrl: 'http://192.168.1.5/v1' },
    { state: 'unreachable' },
  ],
  [
    'a refused key',
    { answers: { '/v1/models': [401, 'no'] } },
    { state: 'unauthorized', status: 401 },
  ],
  [
    'a key without permission',
    { answers: { '/v1/models': [403, 'no'] } },
    { state: 'unauthorized', status: 403 },
  ],
  [
    'an error of the server',
    { answers: { '/v1/models': [500, 'no'] } },
    { state: 'status', status: 500 },
  ],
  ['a page', { answers: { '/v1/models': [200, '<html>'] } }, { state: 'not-api', status: 200 }],
  [
    'another path than the API’s',
    {
      baseUrl: 'https://lab.example',
      answers: { '/models': [404, ''], '/v1/models': [200, LIST] },
    },
    { state: 'wrong-path', status: 404, suggestion: 'https://lab.example/v1' },
  ],
  [
    'another path than that of an API with a key',
    {
      baseUrl: 'https://lab.example/api',
      answers: { '/api/models': [404, ''], '/v1/models': [401, ''] },
    },
    { state: 'wrong-path', status: 404, suggestion: 'https://lab.example/v1' },
  ],
  ['no API at all', { answers: { '/v1/models': [404, ''] } }, { state: 'wrong-path', status: 404 }],
  [
    'a certificate that the server of the page does not trust',
    { server: 'certificate', baseUrl: 'http://lab.example/v1', page: HTTPS },
    { state: 'certificate' },
  ],
  ['a name without an address', { server: 'name' }, { state: 'unknown-name' }],
  ['a port where nothing listens', { server: 'refused' }, { state: 'refused' }],
  ['a redirect', { server: 'redirect' }, { state: 'redirect' }],
  ['a page without its server', { server: 'no-server' }, { state: 'no-server' }],
  ['a page without its policy', { answers: { '/v1/models': 'policy' } }, { state: 'needs-reload' }],
])('%s is named', async (_, world, result) => {
  expect(await testIn(world)).toEqual({ ...result, models: [] });
});

test.each(['http://localhost:8000/v1', 'http://127.0.0.1:8000/v1', 'http://[::1]:8000/v1'])(
  'an HTTPS page may call %s: browsers take this machine as secure',
  async (baseUrl) => {
    const answers = { '/v1/models': [200, LIST] } as NonNullable<World['answers']>;
    expect(await testIn({ baseUrl, page: HTTPS, answers })).toMatchObject({ state: 'ok' });
  },
);
