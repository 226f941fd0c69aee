import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { seeded } from '#base/numbers.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { directRelay } from '#testing/direct-relay.ts';
import { type Fault, openFaultyProvider } from '#testing/faulty-provider.ts';
import { times } from '#testing/test-run.ts';
import { RemoteService } from './remote-service.ts';

let server: Awaited<ReturnType<typeof openFaultyProvider>>;
beforeAll(async () => {
  server = await openFaultyProvider();
});
afterAll(() => server.close());

const KEY = 'sk-very-secret-key';
const TEXTS = ['one', 'two', 'three'];
const TONE = Float32Array.from({ length: 16_000 }, (_, i) => 0.3 * Math.sin(i / 5));

interface Endpoint {
  path: string;
  task: string;
  body: () => object | FormData;
  /** A sound answer of the provider. */
  sound: object;
  /** Answers that are JSON, and none of this endpoint. */
  wrong: object[];
  /** Our answer to the valid one. */
  expected: object;
}

const list = (values: unknown[]) => values.map((embedding, index) => ({ index, embedding }));
const ranked = (scores: unknown[]) =>
  scores.map((relevance_score, index) => ({ index, relevance_score }));

function form(): FormData {
  const data = new FormData();
  data.set('model', 'lab/speech');
  data.set('file', toWav(TONE), 'tone.wav');
  return data;
}

const ENDPOINTS: Endpoint[] = [
  {
    path: 'embeddings',
    task: 'embeddings',
    body: () => ({ model: 'lab/embeddings', input: TEXTS }),
    sound: {
      data: list([
        [1, 0],
        [0, 1],
        [0.6, 0.8],
      ]),
      usage: { prompt_tokens: 9 },
    },
    wrong: [
      { data: [] },
      { data: list([[1], [1]]) },
      { data: list([[1, 0], [0, 1], [1]]) },
      {
        data: list([
          [1, 0],
          [0, 1],
          ['a', 1],
        ]),
      },
      { data: list([[], [], []]) },
      { data: list(['AAA', 'AAA', 'AAA']) },
      { data: 'three' },
      { data: [null, 1, 'x'] },
    ],
    expected: { model: 'lab/embeddings', data: [{ index: 0 }, { index: 1 }, { index: 2 }] },
  },
  {
    path: 'rerank',
    task: 'rerank',
    body: () => ({ model: 'lab/rerank', query: 'which', documents: TEXTS }),
    sound: { results: ranked([0.1, 0.9, 0.5]), usage: { prompt_tokens: 9 } },
    wrong: [
      { results: [] },
      { results: ranked([1, 0.5]) },
      { results: ranked(['high', 1, 1]) },
      { results: ranked([null, 1, 1]) },
      { results: [0.1, 0.2, 0.3] },
      { scores: [1, 2, 3] },
    ],
    expected: { model: 'lab/rerank', results: [{ index: 1 }, { index: 2 }, { index: 0 }] },
  },
  ...(['transcriptions', 'translations'] as const).map((name) => ({
    path: `audio/${name}`,
    task: 'speech',
    body: form,
    sound: { text: 'a tone', usage: { prompt_tokens: 3, completion_tokens: 2 } },
    wrong: [{}, { text: null }, { text: 5 }, { text: ['a'] }, { segments: [{ text: 'a' }] }],
    expected: { text: 'a tone' },
  })),
];

/** Invalid usage figures: they are ignored, and the answer is unaffected. */
const USAGES = [null, -5, 'many', { prompt_tokens: -1 }, { prompt_tokens: 1e15 }, [], {}];
const STATUSES: Record<number, [status: number, code: string]> = {
  400: [400, 'invalid_value'],
  401: [502, 'upstream_unauthorized'],
  403: [502, 'upstream_unauthorized'],
  404: [404, 'model_not_found'],
  408: [502, 'upstream_failed'],
  413: [413, 'request_too_large'],
  418: [502, 'upstream_failed'],
  422: [400, 'invalid_value'],
  429: [429, 'upstream_rate_limited'],
  500: [502, 'upstream_failed'],
  503: [502, 'upstream_failed'],
};
const BODIES = [
  JSON.stringify({ error: { message: `no, ${KEY} is wrong` } }),
  `no, ${KEY} is wrong`,
  `<!doctype html><title>${KEY}</title>`,
  `{"error":{"message":"${KEY}`,
  '',
];
const MODELS = ['embeddings', 'rerank', 'speech'].map((task) => ({
  id: task,
  remote: task,
  task,
  can: task === 'speech' ? ['translation', 'timestamps'] : [],
  price: { prompt: '0.000001', completion: '0' },
}));
/** Milliseconds of silence that a hasty provider is given: a busy machine must not count as one. */
const SHORT_MS = 700;

/** A service with a provider that fails as scripted, one request after another. */
async function openClient() {
  let service: RemoteService | null = null;
  let url = '';
  const api = await createTestApi({
    routing: () => service?.routing ?? null,
    remoteRuntime: (card) => (service as RemoteService).createRuntime(card),
  });
  const redirected = directRelay((address, init) =>
    fetch(address.replace(/^https:\/\/\w+\.example\/v1/, url), init),
  );
  service = new RemoteService({
    database: api.database,
    engine: api.engine,
    models: () => api.models(),
    memoryBudgetBytes: () => 1e9,
    isOffline: () => false,
    relay: redirected,
    server: { allowRelay: () => {}, relayGrant: async () => null },
    now: Date.now,
    report: (error) => api.reported.push(error),
  });
  for (const id of ['lab', 'hasty', 'spare']) {
    const quick = id === 'hasty' ? SHORT_MS : 30_000;
    await service.save(
      {
        id,
        name: id,
        baseUrl: `https://${id}.example/v1`,
        boundary: 'own-network',
        models: MODELS,
        // A request that does not end would have the next one refused.
        limits: { parallel: 1 },
        timeouts: { firstTokenMs: quick, silenceMs: quick, totalMs: 60_000 },
        breaker: { fails: 1_000, withinS: 1, coolDownS: 1 },
      },
      KEY,
    );
  }
  await service.saveRules([
    // A second candidate, which embeddings must never go to.
    { when: { task: 'embeddings' }, mode: 'only-remote', to: ['lab:*', 'spare:embeddings'] },
    ...['lab', 'hasty'].map((id) => ({
      when: { model: `${id}/*` },
      mode: 'only-remote',
      to: [`${id}:*`],
    })),
  ]);
  await api.keys.setLimits(api.stored.id, { boundary: 'third-party' });
  const { key } = api;
  return {
    service,
    async ask(endpoint: Endpoint, address: string, isHasty: boolean) {
      url = address;
      const body = endpoint.body();
      const isForm = body instanceof FormData;
      const hasty = (text: string) => (isHasty ? text.replace(/^lab/, 'hasty') : text);
      if (isForm) body.set('model', hasty(String(body.get('model'))));
      const response = await api.fetch(`/v1/${endpoint.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        body: isForm
          ? body
          : JSON.stringify(body, (name, value) => (name === 'model' ? hasty(value) : value)),
      });
      const text = await response.text();
      const tried = response.headers.get('x-alcove-tried') ?? '';
      return { status: response.status, text, tried };
    },
  };
}

interface Case {
  name: string;
  endpoint: Endpoint;
  address: string;
  isHasty: boolean;
  /** Null for the sound answer. */
  expected: [status: number, code: string] | null;
}

function anyCase(random: () => number, index: number): Case {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const endpoint = ENDPOINTS[index % ENDPOINTS.length] as Endpoint;
  const sound = JSON.stringify(endpoint.sound);
  const made = (fault: Fault, expected: Case['expected'], isHasty = false): Case => ({
    name: `${endpoint.path} ${JSON.stringify(fault)}`,
    endpoint,
    address: server.url(fault),
    isHasty: isHasty && endpoint.path !== 'embeddings',
    expected,
  });
  const json = 'application/json';
  const kind = random();
  if (kind < 0.1) {
    const address = pick(['http://127.0.0.1:1/v1', `https://127.0.0.1:${server.port}/v1`]);
    return { ...made({ kind: 'none' }, [503, 'upstream_unreachable']), name: address, address };
  }
  if (kind < 0.15) {
    const to = server.url({ kind: 'body', body: sound, type: json });
    return made({ kind: 'redirect', to }, [503, 'upstream_unreachable']);
  }
  if (kind < 0.5) {
    const status = Number(pick(Object.keys(STATUSES)));
    const type = pick([json, 'text/html', 'text/plain']);
    return made(
      { kind: 'status', status, type, body: pick(BODIES) },
      STATUSES[status] as [number, string],
    );
  }
  const at = Math.floor(random() * sound.length);
  if (kind < 0.6) {
    return made({ kind: 'cut', how: 'close', at, body: sound }, [503, 'upstream_unreachable']);
  }
  if (kind < 0.68 && endpoint.path !== 'embeddings') {
    return made({ kind: 'cut', how: 'silence', at, body: sound }, [504, 'upstream_timeout'], true);
  }
  if (kind < 0.9) {
    const body = pick([
      ...endpoint.wrong.map((value) => JSON.stringify(value)),
      sound.slice(0, at),
      '<!doctype html><p>Sign in',
      '"text"',
      '[]',
    ]);
    const type = pick([json, 'text/html']);
    return made({ kind: 'body', body, type }, [502, 'upstream_invalid_answer']);
  }
  const body = JSON.stringify({ ...endpoint.sound, usage: pick(USAGES) });
  return made({ kind: 'body', body, type: json }, null);
}

const COUNT = times(2_000, 120);

test(`${COUNT} faults of embeddings, reranking, transcription and translation end as documented`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(27);
  const cases = Array.from({ length: COUNT }, (_, i) => anyCase(random, i));
  const failed: string[] = [];
  const clients = Array.from({ length: times(8, 4) }, async () => {
    const client = await openClient();
    let asked = 0;
    for (let one = cases.pop(); one; one = cases.pop()) {
      asked++;
      const { name, endpoint, address, isHasty, expected } = one;
      const { status, text, tried } = await client.ask(endpoint, address, isHasty);
      try {
        expect(text).not.toContain(KEY);
        // Another model's vectors are of another space.
        const passedOver = 'spare/embeddings(other-vectors)';
        expect(tried.includes(passedOver)).toBe(endpoint.path === 'embeddings');
        if (expected === null) {
          expect(status).toBe(200);
          expect(JSON.parse(text)).toMatchObject(endpoint.expected);
        } else {
          const { error } = JSON.parse(text);
          expect([status, error.code]).toEqual(expected);
          expect(error.message).toMatch(/lab|hasty/);
        }
      } catch (error) {
        failed.push(`${name}: ${error}`);
      }
    }
    // What failed is over, booked once, and has cost no more than it can have.
    const [lab, hasty, spare] = ['lab', 'hasty', 'spare'].map(
      (id) => client.service.list().find(({ config }) => config.id === id)?.today,
    );
    expect((lab?.requests ?? 0) + (hasty?.requests ?? 0)).toBe(asked);
    expect(spare).toMatchObject({ tokens: 0, pico: 0, requests: 0 });
    expect(lab?.tokens).toBeLessThan(asked * 100);
    expect(lab?.tokens).toBeGreaterThanOrEqual(0);
    for (const endpoint of ENDPOINTS) {
      const body = JSON.stringify(endpoint.sound);
      const address = server.url({ kind: 'body', body, type: 'application/json' });
      const answer = await client.ask(endpoint, address, false);
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 200]);
    }
  });
  await Promise.all(clients);
  expect(failed).toEqual([]);
});
