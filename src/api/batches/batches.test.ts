import OpenAI, { toFile } from 'openai';
import { expect, test, vi } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { batchObject } from '#contract/answers/batches-answer.ts';
import { fileObject } from '#contract/answers/files-answer.ts';
import { RECORD_HEADER } from '#contract/headers.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import type { NewLine } from '#storage/batches.ts';
import { batch as storedBatch } from '#storage/rows/api-file-rows.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { LineWork } from './line-work.ts';
import { checkRequests, readRequests } from './read-requests.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;
type Endpoint = OpenAI.BatchCreateParams['endpoint'];

const client = (api: Api, apiKey = api.key) =>
  new OpenAI({
    baseURL: 'http://localhost/v1',
    apiKey,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
    fetch: (url, init) => api.handle(new Request(url as string, init)),
  });

const CHAT = '/v1/chat/completions';
const chat = (content: string, more: object = {}) => ({
  model: 'scripted-chat',
  messages: [{ role: 'user', content }],
  ...more,
});
const script = (fields: object) => `#script ${JSON.stringify(fields)}`;

const lineOf = (url: string, body: object, i: number) =>
  JSON.stringify({ custom_id: `request-${i}`, method: 'POST', url, body });
const jsonl = (url: string, bodies: readonly object[]) =>
  bodies.map((body, i) => `${lineOf(url, body, i)}\n`).join('');

async function upload(openai: OpenAI, text: string, more: object = {}) {
  const file = await toFile(new TextEncoder().encode(text), 'requests.jsonl');
  return openai.files.create({ file, purpose: 'batch', ...more });
}

async function start(openai: OpenAI, url: Endpoint, bodies: readonly object[]) {
  const { id } = await upload(openai, jsonl(url, bodies));
  return openai.batches.create({ input_file_id: id, endpoint: url, completion_window: '24h' });
}

async function linesOf(openai: OpenAI, id: string | null | undefined) {
  if (!id) return [];
  const text = await (await openai.files.content(id)).text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a file is stored for its key, listed by pages, read and deleted by the stock client', async () => {
  const api = await createTestApi();
  const openai = client(api);
  const made: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const file = await openai.files.create({
      file: await toFile(new TextEncoder().encode(`${name}\n`), `${name}.txt`),
      purpose: 'user_data',
    });
    expect(fileObject.parse(file)).toMatchObject({ filename: `${name}.txt`, bytes: 2 });
    expect(file.expires_at).toBeNull();
    made.push(file.id);
  }
  const batch = await upload(openai, '{}\n', {
    expires_after: { anchor: 'created_at', seconds: 3_600 },
  });
  expect((batch.expires_at ?? 0) - batch.created_at).toBe(3_600);

  const listed: string[] = [];
  for await (const file of openai.files.list({ limit: 2, purpose: 'user_data', order: 'asc' })) {
    listed.push(file.id);
  }
  expect(listed).toEqual(made);
  expect((await openai.files.list()).data[0]?.id).toBe(batch.id);
  expect(await (await openai.files.content(made[1] as string)).text()).toBe('b\n');
  expect((await openai.files.retrieve(made[1] as string)).filename).toBe('b.txt');
  expect(await openai.files.delete(made[1] as string)).toEqual({
    id: made[1],
    object: 'file',
    deleted: true,
  });
  const gone = await openai.files.retrieve(made[1] as string).catch((error) => error);
  expect([gone.status, gone.message]).toEqual([404, `404 No such File object: ${made[1]}`]);
  expect(await api.database.apiFileData.count()).toBe(3);

  // Another key sees none of them.
  const other = client(api, (await api.keys.create('other')).key);
  expect((await other.files.list()).data).toEqual([]);
  for (const ask of ['retrieve', 'content', 'delete'] as const) {
    await expect(other.files[ask](made[0] as string)).rejects.toThrow('404');
  }
});

test('a file expires, and fields of an upload are checked', async () => {
  let now = Date.now();
  const api = await createTestApi({ now: () => now });
  const openai = client(api);
  const { id } = await upload(openai, '{}\n', {
    expires_after: { anchor: 'created_at', seconds: 3_600 },
  });
  now += 3_599_000;
  await openai.files.retrieve(id);
  now += 1_000;
  await expect(openai.files.retrieve(id)).rejects.toThrow('404');
  await api.dependencies.files.sweep();
  expect(await api.database.apiFileData.count()).toBe(0);

  const failure = async (body: FormData) => {
    const headers = { authorization: `Bearer ${api.key}` };
    const response = await api.fetch('/v1/files', { method: 'POST', headers, body });
    const { error } = await response.json();
    return [response.status, error.code, error.param];
  };
  const form = (fields: Record<string, string>, file: Blob | null = new Blob(['x'])) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (file) data.append('file', file, 'a.txt');
    return data;
  };
  const seconds = (value: string) =>
    form({
      purpose: 'batch',
      'expires_after[anchor]': 'created_at',
      'expires_after[seconds]': value,
    });
  for (const [body, expected] of [
    [form({}), ['missing_required_parameter', 'purpose']],
    [form({ purpose: 'fun' }), ['invalid_value', 'purpose']],
    [form({ purpose: 'batch' }, null), ['missing_required_parameter', 'file']],
    [form({ purpose: 'batch' }, new Blob([])), ['invalid_value', 'file']],
    [seconds('60'), ['integer_below_min_value', 'expires_after.seconds']],
    [seconds('soon'), ['invalid_type', 'expires_after.seconds']],
  ] as const) {
    expect(await failure(body)).toEqual([400, ...expected]);
  }
});

test('the number and the bytes of the files of a key are limited', async () => {
  const api = await createTestApi();
  const row = {
    keyId: api.stored.id,
    at: 1,
    name: 'a',
    purpose: 'batch',
    expiresAt: null,
  } as const;
  await api.database.apiFiles.add({ ...row, id: 'file-large', bytes: 2_147_483_647 });
  const openai = client(api);
  await upload(openai, '1');
  await expect(upload(openai, '1')).rejects.toMatchObject({ code: 'file_quota_exceeded' });
  await openai.files.delete('file-large');
  await api.database.apiFiles.bulkAdd(
    Array.from({ length: 999 }, (_, i) => ({ ...row, id: `file-${i}`, bytes: 1 })),
  );
  await expect(upload(openai, '1')).rejects.toMatchObject({ code: 'file_quota_exceeded' });
});

test('a batch of chats is answered: output and errors by id, counts and tokens', async () => {
  const api = await createTestApi();
  const openai = client(api);
  const bodies = [chat('one'), chat('two', { temperature: 9 }), chat('three')];
  const made = await start(openai, CHAT, bodies);
  expect(batchObject.parse(made)).toMatchObject({ status: 'validating', model: null });
  await api.runner.whenDone();
  const batch = batchObject.parse(await openai.batches.retrieve(made.id));
  expect(batch).toMatchObject({
    status: 'completed',
    model: 'scripted-chat',
    request_counts: { total: 3, completed: 2, failed: 1 },
    errors: null,
  });
  expect(batch.usage.total_tokens).toBeGreaterThan(4);
  const output = await linesOf(openai, batch.output_file_id);
  expect(output.map((line) => line.custom_id)).toEqual(['request-0', 'request-2']);
  expect(output[1]).toMatchObject({
    id: expect.stringMatching(/^batch_req_\w{32}$/),
    response: { status_code: 200, body: { choices: [{ message: { content: 'three' } }] } },
    error: null,
  });
  expect(output[0].response.request_id).toMatch(/\w{8}-/);
  const [failed, ...others] = await linesOf(openai, batch.error_file_id);
  expect(others).toEqual([]);
  expect(failed).toMatchObject({
    custom_id: 'request-1',
    response: { status_code: 400, body: { error: { code: 'decimal_above_max_value' } } },
    error: null,
  });
  // The lines are in the usage of the key, and nothing of the work is left.
  const rows = await api.ledger.recent(20);
  expect(rows.filter(({ endpoint }) => endpoint === 'chat')).toHaveLength(3);
  expect(rows.filter(({ endpoint }) => endpoint === 'batch')).toEqual([]);
  expect(await api.database.batchLines.count()).toBe(0);
  const outputFile = await openai.files.retrieve(batch.output_file_id ?? '');
  expect(outputFile).toMatchObject({
    purpose: 'batch_output',
    filename: `${batch.id}_output.jsonl`,
  });
  expect((await openai.batches.list()).data.map(({ id }) => id)).toEqual([batch.id]);
});

test.each([
  ['/v1/embeddings', { model: 'scripted-embed', input: 'abc' }, 'list'],
  ['/v1/responses', { model: 'scripted-chat', input: 'hi' }, 'response'],
  ['/v1/completions', { model: 'scripted-chat', prompt: 'hi' }, 'text_completion'],
] as const)('%s can be asked in a batch', async (endpoint, body, object) => {
  const api = await createTestApi();
  const openai = client(api);
  const { id } = await start(openai, endpoint, [body, body]);
  await api.runner.whenDone();
  const { output_file_id, request_counts } = await openai.batches.retrieve(id);
  expect(request_counts).toEqual({ total: 2, completed: 2, failed: 0 });
  const output = await linesOf(openai, output_file_id);
  expect(output.map((line) => line.response.body.object)).toEqual([object, object]);
  // The answers of a batch do not push out what programs stored.
  expect(await api.database.responses.count()).toBe(0);
});

test('texts of several lines are embedded together, each line has its own vectors and tokens', async () => {
  const tasks: number[] = [];
  const api = await createTestApi({
    createRuntime: () => {
      const runtime = createScriptedRuntime();
      return {
        ...runtime,
        run(task, signal) {
          if (task.kind === 'embed') tasks.push(task.texts.length);
          return runtime.run(task, signal);
        },
      };
    },
  });
  const openai = client(api);
  const input = Array.from({ length: 150 }, (_, i) =>
    i % 3 ? `text ${i}` : [`a ${i}`, `b c ${i}`],
  );
  const long = 'word '.repeat(90);
  const bodies = [...input, long].map((one) => ({ model: 'scripted-embed', input: one }));
  const { id } = await start(openai, '/v1/embeddings', bodies);
  await api.runner.whenDone();
  const batch = await openai.batches.retrieve(id);
  expect(batch.request_counts).toEqual({ total: 151, completed: 150, failed: 1 });
  // Only the group with the text that is too long was asked line by line.
  expect(Math.max(...tasks)).toBe(64);
  const output = await linesOf(openai, batch.output_file_id);
  expect(output).toHaveLength(150);
  for (const at of [0, 1, 2, 75, 149]) {
    const alone = await openai.embeddings.create({
      ...bodies[at],
      encoding_format: 'float',
    } as never);
    const { data, usage } = output[at].response.body;
    expect(data).toEqual(alone.data);
    expect(usage.prompt_tokens).toBe(alone.usage.prompt_tokens);
  }
  const sum = output.reduce((total, line) => total + line.response.body.usage.prompt_tokens, 0);
  expect(batch.usage?.input_tokens).toBe(sum);
});

test('problems of a file of requests are listed by its lines, and nothing runs', async () => {
  const good = JSON.parse(lineOf(CHAT, chat('hi'), 1));
  const check = async (...lines: (string | object)[]) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const { errors } = await checkRequests(
      new Blob([text.join('\n')]),
      CHAT,
      new AbortController().signal,
    );
    return errors.map(({ code, line, param }) => [code, line, param]);
  };
  expect(await check(good, '', { ...good, custom_id: 'b' }, '  ')).toEqual([]);
  expect(await check(`\ufeff${JSON.stringify(good)}`)).toEqual([]);
  expect(await check('', ' ')).toEqual([['empty_file', null, null]]);
  expect(await check(good, '', '{', '[]', '"a"')).toEqual([
    ['invalid_json_line', 3, null],
    ['invalid_json_line', 4, null],
    ['invalid_json_line', 5, null],
  ]);
  expect(await check('['.repeat(5_000))).toEqual([['invalid_json_line', 1, null]]);
  expect(await check(good, good)).toEqual([['duplicate_custom_id', 2, 'custom_id']]);
  for (const field of ['custom_id', 'method', 'url', 'body']) {
    const { [field]: _, ...rest } = good;
    expect(await check(rest)).toEqual([['missing_required_parameter', 1, field]]);
  }
  expect(await check({ ...good, url: '/v1/embeddings' })).toEqual([['url_mismatch', 1, 'url']]);
  expect(await check({ ...good, method: 'GET' })).toEqual([['invalid_value', 1, 'method']]);
  expect(await check({ ...good, custom_id: 7 })).toEqual([['invalid_value', 1, 'custom_id']]);
  expect(await check({ ...good, body: { messages: [] } })).toEqual([
    ['missing_required_parameter', 1, 'body.model'],
  ]);
  expect(await check({ ...good, body: chat('a', { stream: true }) })).toEqual([
    ['invalid_value', 1, 'body.stream'],
  ]);
  expect(
    await check(good, { ...good, custom_id: 'b', body: { ...good.body, model: 'other' } }),
  ).toEqual([['model_mismatch', 2, 'body.model']]);

  const api = await createTestApi();
  const openai = client(api);
  const file = await upload(openai, '{\n{}\n');
  const made = await openai.batches.create({
    input_file_id: file.id,
    endpoint: CHAT,
    completion_window: '24h',
  });
  await api.runner.whenDone();
  const failed = batchObject.parse(await openai.batches.retrieve(made.id));
  expect(failed).toMatchObject({ status: 'failed', output_file_id: null });
  expect(failed.errors?.data.map(({ line }) => line)).toEqual([1, 2]);
  expect(failed.errors?.data[0]?.message).toBe('This line is not parseable as valid JSON.');
});

test('lines of any length are read, whatever the parts they come in', async () => {
  const texts = Array.from({ length: 200 }, (_, i) => 'é'.repeat(i * 37));
  const file = new Blob([
    jsonl(
      CHAT,
      texts.map((text) => chat(text)),
    ),
  ]);
  const read: string[] = [];
  for await (const { body } of readRequests(file, new Set([3]))) {
    read.push((body['messages'] as { content: string }[])[0]?.content ?? '');
  }
  expect(read).toEqual(texts.filter((_, i) => i !== 3));
});

test('a batch is refused for a file that is not there, of another purpose or another key', async () => {
  const api = await createTestApi();
  const openai = client(api);
  const create = (input_file_id: string, of = openai) =>
    of.batches
      .create({ input_file_id, endpoint: CHAT, completion_window: '24h' })
      .catch((error) => [error.status, error.code, error.param]);
  const { id } = await upload(openai, '{}');
  const file = await toFile(new TextEncoder().encode('x'), 'a.txt');
  const data = await openai.files.create({ file, purpose: 'user_data' });
  const refused = [400, 'invalid_value', 'input_file_id'];
  const other = client(api, (await api.keys.create('other')).key);
  for (const made of [create('file-no'), create(data.id), create(id, other)]) {
    expect(await made).toEqual(refused);
  }
  const wrong = openai.batches.create({
    input_file_id: id,
    endpoint: '/v1/videos',
    completion_window: '24h',
  });
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_value', param: 'endpoint' });
  const { id: batch } = await openai.batches.create({
    input_file_id: id,
    endpoint: CHAT,
    completion_window: '24h',
    metadata: { night: 'shift' },
  });
  expect((await openai.batches.retrieve(batch)).metadata).toEqual({ night: 'shift' });
  for (const ask of ['retrieve', 'cancel'] as const) {
    await expect(other.batches[ask](batch)).rejects.toMatchObject({ status: 404 });
  }
});

test('a request that somebody waits for goes first, and no line is answered twice', async () => {
  const api = await createTestApi();
  const openai = client(api);
  const slow = script({ tokens: Array.from({ length: 40 }, () => 'a'), delayMs: 10 });
  const { id } = await start(openai, CHAT, [chat(slow), chat('two'), chat('three')]);
  const slot = () => api.engine.slots[0];
  await vi.waitFor(() => expect(slot()?.queue.running).toBe(1));
  const reply = await openai.chat.completions.create(chat('me first') as never);
  expect(reply.choices[0]?.message.content).toBe('me first');
  expect((await openai.batches.retrieve(id)).request_counts?.completed).toBe(0);
  await api.runner.whenDone();
  const batch = await openai.batches.retrieve(id);
  expect(batch.request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
  const output = await linesOf(openai, batch.output_file_id);
  expect(output.map(({ custom_id }) => custom_id)).toEqual(['request-0', 'request-1', 'request-2']);
  // The line that ended for it is not counted as a request of the key.
  const rows = (await api.ledger.recent(50)).filter(({ endpoint }) => endpoint === 'chat');
  expect(rows.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a batch resumes after its tab is gone, without the lines that have an answer', async () => {
  const counted: string[] = [];
  let isHanging = true;
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    return {
      ...runtime,
      async *run(task: Parameters<typeof runtime.run>[0], signal: AbortSignal) {
        const text = task.kind === 'chat' ? (task.turns.at(-1)?.text ?? '') : '';
        // The tab that dies: its next line has no end.
        if (isHanging && text === 'line 7') await new Promise(() => {});
        counted.push(text);
        yield* runtime.run(task, signal);
      },
    };
  };
  const first = await createTestApi({ createRuntime });
  const bodies = Array.from({ length: 20 }, (_, i) => chat(`line ${i}`));
  const { id } = await start(client(first), CHAT, bodies);
  await vi.waitFor(async () => expect(await first.database.batchLines.count()).toBe(7));
  isHanging = false;
  const second = await createTestApi({ createRuntime, database: first.database });
  second.runner.wake();
  await second.runner.whenDone();
  const openai = client(second, first.key);
  const batch = await openai.batches.retrieve(id);
  expect(batch.request_counts).toEqual({ total: 20, completed: 20, failed: 0 });
  expect(counted.sort()).toEqual(bodies.map((body) => body.messages[0]?.content).sort());
  const output = await linesOf(openai, batch.output_file_id);
  expect(new Set(output.map(({ custom_id }) => custom_id)).size).toBe(20);
});

test('one of two tabs runs a batch', async () => {
  let holder = Promise.resolve<unknown>(undefined);
  const held: number[] = [];
  let isHeld = 0;
  const locks = {
    request: (_: string, work: (lock: Lock | null) => unknown) => {
      const run = holder.then(async () => {
        held.push(++isHeld);
        await work(null);
        isHeld--;
      });
      holder = run;
      return run;
    },
  } as unknown as LockManager;
  const first = await createTestApi({ locks });
  const second = await createTestApi({ locks, database: first.database });
  const made = await start(client(first), CHAT, [chat('a'), chat('b')]);
  second.runner.wake();
  await first.runner.whenDone();
  await second.runner.whenDone();
  expect(held).toEqual([1, 1]);
  const batch = await client(second, first.key).batches.retrieve(made.id);
  expect(batch.request_counts).toEqual({ total: 2, completed: 2, failed: 0 });
});

test('a cancelled batch has its answers so far, and one that waits ends immediately', async () => {
  const api = await createTestApi();
  const openai = client(api);
  const endless = script({ tokens: Array.from({ length: 400 }, () => 'a'), delayMs: 50 });
  const running = await start(openai, CHAT, [chat('quick'), chat(endless)]);
  const waiting = await start(openai, CHAT, [chat('later')]);
  await vi.waitFor(async () => {
    const { request_counts } = await openai.batches.retrieve(running.id);
    expect(request_counts?.completed).toBe(1);
  });
  await expect(openai.files.delete(running.input_file_id)).rejects.toMatchObject({
    code: 'file_in_use',
  });
  for (const { id } of [waiting, running]) {
    const { status, cancelling_at } = await openai.batches.cancel(id);
    expect([status, cancelling_at]).toEqual(['cancelling', expect.any(Number)]);
  }
  await api.runner.whenDone();
  const ended = await openai.batches.retrieve(running.id);
  expect([ended.status, ended.request_counts]).toEqual([
    'cancelled',
    { total: 2, completed: 1, failed: 0 },
  ]);
  expect(await linesOf(openai, ended.output_file_id)).toHaveLength(1);
  expect((await openai.batches.retrieve(waiting.id)).status).toBe('cancelled');
  // Twice is as once; what has ended otherwise cannot be cancelled.
  expect((await openai.batches.cancel(running.id)).status).toBe('cancelled');
  const done = await start(openai, CHAT, [chat('a')]);
  await api.runner.whenDone();
  const refused = await openai.batches.cancel(done.id).catch((error) => error);
  expect([refused.status, refused.message]).toEqual([
    409,
    "409 Cannot cancel a batch with status 'completed'.",
  ]);
});

test('a batch whose day is over lists the requests it had no time for', async () => {
  let now = Date.now();
  const api = await createTestApi({ now: () => now });
  const openai = client(api);
  const busy = api.dependencies.use.enter();
  const { id } = await start(openai, CHAT, [chat('a'), chat('b')]);
  await vi.waitFor(async () =>
    expect((await openai.batches.retrieve(id)).status).toBe('in_progress'),
  );
  now += 86_400_001;
  const next = await createTestApi({ now: () => now, database: api.database });
  next.runner.wake();
  await next.runner.whenDone();
  busy();
  const batch = await openai.batches.retrieve(id);
  expect(batch).toMatchObject({ status: 'expired', output_file_id: null });
  const errors = await linesOf(openai, batch.error_file_id);
  expect(errors.map(({ custom_id, response, error }) => [custom_id, response, error.code])).toEqual(
    [
      ['request-0', null, 'batch_expired'],
      ['request-1', null, 'batch_expired'],
    ],
  );
});

test('the batch of a revoked key ends', async () => {
  const api = await createTestApi();
  const { key, stored } = await api.keys.create('short');
  const openai = client(api, key);
  const slow = script({ tokens: Array.from({ length: 30 }, () => 'a'), delayMs: 10 });
  const { id } = await start(openai, CHAT, [chat('a'), chat(slow), chat('b'), chat('c')]);
  await vi.waitFor(async () => expect((await api.database.batches.get(id))?.completed).toBe(1));
  await api.keys.revoke(stored.id);
  await api.runner.whenDone();
  const row = await api.database.batches.get(id);
  expect([row?.status, row?.failed]).toEqual(['cancelled', 0]);
  expect(row?.outputFileId).not.toBeNull();
});

test('lines wait for the limits of their key instead of failing, and each counts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  try {
    const api = await createTestApi();
    await api.keys.setLimits(api.stored.id, { requestsPerMinute: 2 });
    const openai = client(api);
    const bodies = Array.from({ length: 5 }, () => ({ model: 'scripted-embed', input: 'a' }));
    const { id } = await start(openai, '/v1/embeddings', bodies);
    const until = async (count: number) => {
      for (let i = 0; i < 4_000; i++) {
        if ((await api.database.batches.get(id))?.completed === count) return;
        await vi.advanceTimersByTimeAsync(100);
      }
      throw new Error(`never ${count}`);
    };
    await until(2);
    const began = Date.now();
    await until(4);
    expect(Date.now() - began).toBeGreaterThan(30_000);
    await until(5);
    expect((await api.database.batches.get(id))?.failed).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a file that has expired makes room for the next one, but not while a batch reads it', async () => {
  let now = Date.now();
  const api = await createTestApi({ now: () => now });
  const openai = client(api);
  const expires_after = { anchor: 'created_at', seconds: 3_600 };
  const read = await upload(openai, jsonl(CHAT, [chat('a')]), { expires_after });
  const busy = api.dependencies.use.enter();
  await openai.batches.create({
    input_file_id: read.id,
    endpoint: CHAT,
    completion_window: '24h',
  });
  await upload(openai, '{}', { expires_after });
  now += 3_600_000;
  const next = await upload(openai, '{}');
  const stored = (await api.database.apiFileData.toArray()).map(({ id }) => id);
  expect(stored.sort()).toEqual([read.id, next.id].sort());
  busy();
  await api.runner.whenDone();
});

test('the lines of a batch are recorded only where its request allows that', async () => {
  const api = await createTestApi({ record: 'programs' });
  const openai = client(api);
  const { id } = await upload(openai, jsonl(CHAT, [chat('private')]));
  const fields = { input_file_id: id, endpoint: CHAT, completion_window: '24h' } as const;
  const paths = async () => {
    await api.runner.whenDone();
    return (await api.database.exchanges.toArray()).map(({ path }) => path);
  };
  const made = await openai.batches.create(fields, { headers: { [RECORD_HEADER]: 'no' } });
  await paths();
  await openai.batches.create(fields);
  await expect.poll(paths).toContain(CHAT);
  expect((await paths()).filter((path) => path === CHAT)).toHaveLength(1);
  // Damaged in a backup, the refusal stays one.
  const row = await api.database.batches.get(made.id);
  expect(storedBatch.parse(row).record).toBe('no');
  expect(storedBatch.parse({ ...row, record: 7 }).record).toBe('no');
  expect(storedBatch.parse({ ...row, record: undefined }).record).toBeUndefined();
});

test('batches that cannot be read are tried again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const api = await createTestApi();
    const openai = client(api);
    const open = vi.spyOn(api.dependencies.batches, 'open');
    open.mockRejectedValue(new Error('The disk is gone.'));
    const { id } = await start(openai, CHAT, [chat('a')]);
    await vi.waitFor(() => expect(open).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(29_000);
    expect([open.mock.calls.length, api.reported.length]).toEqual([1, 1]);
    open.mockRestore();
    const status = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return (await api.database.batches.get(id))?.status;
    };
    await expect.poll(status).toBe('completed');
  } finally {
    vi.useRealTimers();
  }
});

test('a line that the queue refuses waits, however often its model failed before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const api = await createTestApi();
    const statuses = [503, 503, 429, 429, 200];
    const handle = async () => {
      const status = statuses.shift() ?? 500;
      return Response.json({ status }, { status, headers: { 'retry-after-ms': '10' } });
    };
    const saved: NewLine[] = [];
    const work = new LineWork(readRequests(new Blob([jsonl(CHAT, [chat('a')])]), new Set()), {
      settings: {
        api: api.dependencies,
        handle,
        endpoint: CHAT,
        key: api.key,
        boundary: null,
        record: null,
        card: null,
      },
      use: api.dependencies.use,
      width: 1,
      isGrouped: false,
      save: async (lines) => saved.push(...lines) > 0,
    });
    const done = work.run(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect(saved.map(({ isError, text }) => [isError, text.includes('"status":200')])).toEqual([
      [false, true],
    ]);
    expect(statuses).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('no more lines are begun than the queue of the model takes', async () => {
  const parallel = { ...(SCRIPTED_MODELS[0] as ModelCard), id: 'parallel', parallel: 8 };
  const api = await createTestApi({ models: [parallel], maxWaiting: 2 });
  const slow = script({ tokens: ['a', 'b', 'c'], delayMs: 5 });
  const lines = Array.from({ length: 40 }, () => chat(slow, { model: 'parallel' }));
  await start(client(api), CHAT, lines);
  await api.runner.whenDone();
  const [batch] = await api.database.batches.toArray();
  expect(batch).toMatchObject({ status: 'completed', completed: 40, failed: 0 });
  expect(api.traced.filter((step) => step.includes('answered 429'))).toEqual([]);
});
