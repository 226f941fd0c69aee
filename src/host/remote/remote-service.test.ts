import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';
import { directRelay } from '#testing/direct-relay.ts';
import { FAULTY_TEXT, type Fault, openFaultyProvider } from '#testing/faulty-provider.ts';
import { RemoteService } from './remote-service.ts';

let server: Awaited<ReturnType<typeof openFaultyProvider>>;
beforeAll(async () => {
  server = await openFaultyProvider();
});
afterAll(() => server.close());

const WHOLE = FAULTY_TEXT.join('');
const OVERLOADED: Fault = { kind: 'status', status: 503, type: 'text/plain', body: 'overloaded' };

interface Setup {
  providers: Record<string, Fault | { fault: Fault; more: object }>;
  rules: object[];
  ceiling?: string;
  now?: () => number;
  requestTimeoutMs?: number;
  isOffline?: () => boolean;
}

async function open({
  providers,
  rules,
  ceiling = 'third-party',
  now = Date.now,
  isOffline = () => false,
  ...settings
}: Setup) {
  let service: RemoteService | null = null;
  const api = await createTestApi({
    ...settings,
    routing: () => service?.routing ?? null,
    remoteRuntime: (card) => (service as RemoteService).createRuntime(card),
  });
  service = new RemoteService({
    database: api.database,
    engine: api.engine,
    models: () => api.models(),
    memoryBudgetBytes: () => 1e9,
    isOffline,
    relay: directRelay(),
    server: { allowRelay: () => {}, relayGrant: async () => null },
    now,
    report: (error) => api.reported.push(error),
  });
  for (const [id, entry] of Object.entries(providers)) {
    const { fault, more } = 'fault' in entry ? entry : { fault: entry, more: {} };
    await service.save(
      {
        id,
        name: id,
        baseUrl: server.url(fault),
        boundary: 'own-network',
        models: [{ id: 'big', remote: 'big-model', can: ['tools'] }],
        // A busy machine is silent for a moment, too.
        timeouts: {
          firstTokenMs: 20_000,
          silenceMs: fault.kind === 'silence' ? 300 : 20_000,
          totalMs: 60_000,
        },
        ...more,
      },
      `secret-of-${id}`,
    );
  }
  await service.saveRules(rules);
  await api.keys.setLimits(api.stored.id, { boundary: ceiling as 'device' });
  const post = (body: object, headers: Record<string, string> = {}, path = 'chat/completions') =>
    api.fetch(`/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({
        model: 'lab/big',
        messages: [{ role: 'user', content: 'Hello' }],
        ...body,
      }),
    });
  const places = (response: Response) =>
    ['served-by', 'boundary', 'tried'].map((name) => response.headers.get(`x-alcove-${name}`));
  return { api, service, post, places };
}

const LAB_RULE = { when: { model: 'lab/*' }, mode: 'only-remote', to: ['lab:*'] };

test('answers whole and streamed, says who answered, and books it', async () => {
  const { api, service, post, places } = await open({
    providers: { lab: { kind: 'none' } },
    rules: [LAB_RULE],
  });
  const whole = await post({});
  expect(places(whole)).toEqual(['lab/big', 'own-network', null]);
  const answer = await whole.json();
  expect(answer).toMatchObject({
    model: 'lab/big',
    choices: [{ message: { content: WHOLE }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 11, completion_tokens: 4 },
  });
  const streamed = await post({ stream: true, stream_options: { include_usage: true } });
  expect(places(streamed)).toEqual(['lab/big', 'own-network', null]);
  const text = await streamed.text();
  expect(text).toContain('"prompt_tokens":11');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(service.list()[0]?.today).toMatchObject({ tokens: 30, requests: 2 });
  const { headers } = server.received.at(-1) ?? {};
  expect(headers?.authorization).toBe('Bearer secret-of-lab');
  expect(JSON.stringify(server.received)).not.toContain(api.key);
});

test('other dialects of the API go the same way', async () => {
  const { post, places } = await open({ providers: { lab: { kind: 'none' } }, rules: [LAB_RULE] });
  const response = await post({ input: 'Hello', messages: undefined }, {}, 'responses');
  expect(places(response)[0]).toBe('lab/big');
  expect((await response.json()).output[0].content[0].text).toBe(WHOLE);
  const message = await post({ max_tokens: 20 }, {}, 'messages');
  expect(await message.json()).toMatchObject({
    content: [{ text: WHOLE }],
    usage: { input_tokens: 11 },
  });
});

test('fails over before the first byte, at most once, and names the providers it asked', async () => {
  const rules = [{ mode: 'only-remote', to: ['lab:big', 'two:big', 'three:big'] }];
  const providers = { lab: OVERLOADED, two: OVERLOADED, three: { kind: 'none' } as const };
  const { post, places } = await open({ providers, rules });
  const failed = await post({ model: 'x' });
  expect([failed.status, (await failed.json()).error.code]).toEqual([502, 'upstream_failed']);
  expect(places(failed)[2]).toBe('lab/big(503), two/big(503)');
  const other = await open({ providers: { lab: OVERLOADED, two: { kind: 'none' } }, rules });
  for (const stream of [false, true]) {
    const response = await other.post({ model: 'x', stream });
    expect([response.status, ...other.places(response)]).toEqual([
      200,
      'two/big',
      'own-network',
      'lab/big(503)',
    ]);
    expect(await response.text()).toContain('wörld');
  }
});

test('all tries have one deadline', async () => {
  const silent = (firstTokenMs: number) => ({
    fault: { kind: 'silence', at: 0 } as const,
    more: { timeouts: { firstTokenMs, silenceMs: 20_000, totalMs: 60_000 } },
  });
  const { post } = await open({
    // The second would wait for 20 s if the time of the first were not its own, too.
    providers: { lab: silent(300), two: silent(20_000) },
    rules: [{ mode: 'only-remote', to: ['lab:big', 'two:big'] }],
    requestTimeoutMs: 900,
  });
  const start = performance.now();
  const response = await post({ model: 'x' });
  const { error } = await response.json();
  expect([response.status, error.type]).toEqual([408, 'request_timeout']);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test.each([400, 401, 403, 404, 413, 422])(
  'a %i is passed on, not asked elsewhere',
  async (status) => {
    const fault: Fault = {
      kind: 'status',
      status,
      type: 'application/json',
      body: '{"error":{"message":"no such thing"}}',
    };
    const rules = [{ mode: 'only-remote', to: ['lab:big', 'two:big'] }];
    const { post, places } = await open({
      providers: { lab: fault, two: { kind: 'none' } },
      rules,
    });
    const response = await post({ model: 'x' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await response.json()).error.message).toContain('no such thing');
    expect(places(response)[2]).toBe(`lab/big(${status})`);
  },
);

test('after the first byte the stream ends with upstream_lost, and the generated tokens are booked', async () => {
  const rules = [{ mode: 'prefer-remote', to: ['lab:big', 'two:big'] }];
  const lost: Fault = { kind: 'silence', at: 420 };
  const { service, post } = await open({ providers: { lab: lost, two: { kind: 'none' } }, rules });
  const response = await post({ model: 'scripted-chat', stream: true });
  const text = await response.text();
  expect(text).toContain('"code":"upstream_lost"');
  expect(service.list().map(({ today }) => [today.requests, today.tokens > 0])).toEqual([
    [1, true],
    [0, false],
  ]);
});

test.each([
  ['the key', 'device', {}],
  ['the header', 'third-party', { 'x-alcove-boundary': 'own-device' }],
])('nothing is sent beyond the ceiling of %s', async (_, ceiling, headers) => {
  const { post } = await open({ providers: { lab: { kind: 'none' } }, rules: [LAB_RULE], ceiling });
  const before = server.received.length;
  const bodies = {
    'chat/completions': {},
    responses: { input: 'a', messages: undefined },
    messages: { max_tokens: 5 },
    completions: { prompt: 'a', messages: undefined },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const response = await post(body, headers, path);
    expect([path, response.status]).toEqual([path, 403]);
    expect(JSON.stringify(await response.json())).toContain('beyond');
  }
  expect(server.received.length).toBe(before);
});

test('a header cannot raise the key’s boundary', async () => {
  const { post } = await open({
    providers: { lab: { kind: 'none' } },
    rules: [LAB_RULE],
    ceiling: 'own-device',
  });
  expect((await post({}, { 'x-alcove-boundary': 'third-party' })).status).toBe(403);
  expect((await post({}, { 'x-alcove-boundary': 'everywhere' })).status).toBe(400);
});

test('the local path is as before where no rule matches, and overflows for a named reason', async () => {
  const rules = [
    {
      when: { model: 'missing' },
      mode: 'prefer-local',
      to: ['lab:big'],
      overflowOn: ['not-installed'],
    },
  ];
  const { post, places } = await open({ providers: { lab: { kind: 'none' } }, rules });
  expect(places(await post({ model: 'scripted-chat' }))).toEqual([
    'local/scripted-chat',
    'device',
    null,
  ]);
  expect(places(await post({ model: 'missing' }))).toEqual([
    'lab/big',
    'own-network',
    'local(not-installed)',
  ]);
  expect((await post({ model: 'elsewhere' })).status).toBe(404);
});

test('a budget that is used up refuses, and the breaker stops asking', async () => {
  const more = { limits: { parallel: 2, tokensPerDay: 5000 } };
  const small = await open({
    providers: { lab: { fault: { kind: 'none' }, more } },
    rules: [LAB_RULE],
  });
  expect((await small.post({ max_tokens: 4000 })).status).toBe(200);
  const over = await small.post({
    max_tokens: 4096,
    messages: [{ role: 'user', content: 'x'.repeat(8000) }],
  });
  expect([over.status, (await over.json()).error.code]).toEqual([429, 'provider_budget_exceeded']);
  const broken = await open({ providers: { lab: OVERLOADED }, rules: [LAB_RULE] });
  for (let i = 0; i < 3; i++) expect((await broken.post({})).status).toBe(502);
  const before = server.received.length;
  const response = await broken.post({});
  expect([response.status, broken.places(response)[2]]).toEqual([503, 'lab/big(breaker)']);
  expect(server.received.length).toBe(before);
});

test('a provider’s recovery is checked only for a request that may go there', async () => {
  let minutes = 0;
  const { post, service } = await open({
    providers: {
      lab: { fault: OVERLOADED, more: { breaker: { fails: 1, withinS: 60, coolDownS: 60 } } },
    },
    rules: [LAB_RULE],
    now: () => Date.now() + minutes * 60_000,
  });
  expect((await post({})).status).toBe(502);
  minutes = 2;
  const asked = vi.spyOn(service, 'test').mockResolvedValue({ state: 'unreachable', models: [] });
  expect((await post({}, { 'x-alcove-boundary': 'device' })).status).toBe(403);
  expect((await post({ model: 'scripted-chat' })).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
  expect((await post({})).status).toBe(503);
  expect(asked).toHaveBeenCalledWith('lab');
});

test('a provider that the server of the page calls says where that server is missing', async () => {
  const { post } = await open({
    providers: { lab: { fault: { kind: 'no-cors' }, more: { via: 'server' } } },
    rules: [LAB_RULE],
  });
  const before = server.received.length;
  const response = await post({});
  expect(response.status).toBe(503);
  const { error } = await response.json();
  expect(error.code).toBe('upstream_unreachable');
  expect(error.message).toContain('the server of this page is not connected');
  expect(server.received.length).toBe(before);
});

test('saving a provider or a rule ends no running answer, and books it', async () => {
  const { service, post } = await open({
    providers: { lab: { kind: 'chunks', sizes: [20] }, other: { kind: 'none' } },
    rules: [LAB_RULE],
  });
  const response = await post({ stream: true });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await service.saveRules([LAB_RULE, { mode: 'only-local', to: [] }]);
  const config = service.list().find(({ config: { id } }) => id === 'other')?.config;
  await service.save({ ...config, name: 'Renamed' });
  const lab = service.list().find(({ config: { id } }) => id === 'lab')?.config;
  await service.save({ ...lab, name: 'Renamed' });
  let text = new TextDecoder().decode(first?.value);
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  expect(text).toContain('"finish_reason":"stop"');
  expect(text).not.toContain('"error"');
  await expect.poll(() => service.list()[0]?.today).toMatchObject({ requests: 1, tokens: 15 });
});

test('a provider gets only the limits and the temperature that the client set', async () => {
  const { post } = await open({ providers: { lab: { kind: 'none' } }, rules: [LAB_RULE] });
  const sent = async (body: object, path?: string) => {
    expect((await post(body, {}, path)).status).toBe(200);
    const { temperature, max_tokens } = JSON.parse(server.received.at(-1)?.body ?? '{}');
    return { temperature, max_tokens };
  };
  expect(await sent({})).toEqual({});
  expect(await sent({ temperature: 0, max_tokens: 9 })).toEqual({ temperature: 0, max_tokens: 9 });
  expect(await sent({ max_tokens: 9 }, 'messages')).toEqual({ max_tokens: 9 });
  expect(await sent({ input: 'Hello', messages: undefined }, 'responses')).toEqual({});
});

test('offline mode: no provider is asked, a local model answers where a rule allows it, and all comes back', async () => {
  let isOffline = false;
  const { service, post } = await open({
    providers: { lab: { kind: 'none' } },
    rules: [LAB_RULE, { when: { model: 'scripted-chat' }, mode: 'prefer-remote', to: ['lab:big'] }],
    isOffline: () => isOffline,
  });
  expect(service.cards).toHaveLength(1);
  isOffline = true;
  await service.changeOffline();
  const before = server.received.length;
  const refused = await post({});
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'offline_mode', param: 'model' } });
  const local = await post({ model: 'scripted-chat' });
  expect(local.headers.get('x-alcove-tried')).toBe('lab/big(offline)');
  expect(local.headers.get('x-alcove-boundary')).toBe('device');
  expect(await service.test('lab')).toEqual({ state: 'offline-mode', models: [] });
  expect(service.cards).toEqual([]);
  expect(server.received).toHaveLength(before);
  isOffline = false;
  await service.changeOffline();
  expect((await post({})).status).toBe(200);
});
