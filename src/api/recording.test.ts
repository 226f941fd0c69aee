import { expect, test, vi } from 'vitest';
import { RECORD_HEADER } from '#contract/headers.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const SCRIPT = '#script {"tokens":["one ","two ","three"]}';

function ask(api: Api, headers: Record<string, string> = {}, more: object = {}, key = api.key) {
  return api.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'scripted-chat',
      messages: [{ role: 'user', content: SCRIPT }],
      ...more,
    }),
  });
}

const recorded = (api: Api, count: number) =>
  expect.poll(() => api.database.exchanges.count()).toBe(count);

test('a whole answer is recorded with its request and without secrets', async () => {
  const api = await createTestApi({ record: 'programs' });
  const response = await ask(api, { 'x-api-token': 'abc' }, { user: `my key is ${api.key}` });
  const body = await response.text();
  await recorded(api, 1);
  const requestId = response.headers.get('x-request-id') ?? '';
  const row = await api.database.exchanges.get(requestId);
  expect(row).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    status: 200,
    request: { type: 'application/json', isCut: false },
    response: { text: body, bytes: body.length, isCut: false },
  });
  expect(JSON.parse(row?.request?.text ?? '').messages[0].content).toBe(SCRIPT);
  expect(JSON.stringify(row)).not.toContain(api.key);
  expect(JSON.stringify(row)).not.toContain('abc"');
  expect(row?.requestHeaders).toContainEqual(['authorization', '(not recorded)']);
  expect(await api.ledger.recent(1)).toMatchObject([
    { requestId, finish: 'stop', servedBy: 'local/scripted-chat', boundary: 'device' },
  ]);
});

test('a request without a valid key has a row that says so, and nothing of it is recorded', async () => {
  const api = await createTestApi({ record: 'all' });
  const wrong = await ask(api, {}, {}, 'alc_wrong');
  expect(wrong.status).toBe(401);
  const lost = await api.fetch('/v1/v1/chat/completions', { method: 'POST' });
  expect(lost.status).toBe(404);
  await expect.poll(async () => (await api.ledger.recent(5)).length).toBe(2);
  expect((await api.ledger.recent(5)).reverse()).toMatchObject([
    {
      requestId: wrong.headers.get('x-request-id'),
      keyId: '',
      endpoint: 'chat',
      status: 401,
      errorCode: 'invalid_authentication',
      admitted: false,
    },
    { requestId: lost.headers.get('x-request-id'), status: 404, errorCode: 'unknown_url' },
  ]);
  expect(await api.database.exchanges.count()).toBe(0);
});

test('events of a stream are recorded with their times, in order', async () => {
  const api = await createTestApi({ record: 'programs' });
  const text = await (await ask(api, {}, { stream: true })).text();
  await recorded(api, 1);
  const [row] = await api.database.exchanges.toArray();
  expect(`${row?.response?.text}data: [DONE]\n\n`).toBe(text);
  expect(row?.times).toHaveLength((row?.response?.text.match(/^data: /gm) ?? []).length);
  expect([...(row?.times ?? [])].sort((a, b) => a - b)).toEqual(row?.times);
});

test('errors are recorded, and a form with its fields but not its file', async () => {
  const api = await createTestApi({ record: 'programs' });
  expect((await ask(api, {}, { temperature: 9 })).status).toBe(400);
  const form = new FormData();
  form.append('model', 'scripted-speech');
  form.append('file', new File(['no sound at all'], 'a.wav', { type: 'audio/wav' }));
  form.append('known_speaker_references[]', 'data:audio/wav;base64,c291bmQ=');
  form.append('known_speaker_references[]', 'c291bmQ=');
  const headers = { authorization: `Bearer ${api.key}` };
  const init = { method: 'POST', headers, body: form };
  expect((await api.fetch('/v1/audio/transcriptions', init)).status).toBe(400);
  await recorded(api, 2);
  const rows = await api.database.exchanges.orderBy('[at+bytes]').toArray();
  const texts = rows.map((row) => row.request?.text ?? '');
  expect(texts.some((text) => text.includes('"temperature":9'))).toBe(true);
  expect(texts).toContain(
    '[["model","scripted-speech"],["file",{"file":"a.wav","type":"audio/wav","bytes":15}],' +
      '["known_speaker_references[]","data:audio/wav (30 characters)"],' +
      '["known_speaker_references[]","data: (8 characters)"]]',
  );
  expect(rows.every((row) => row.status === 400 && row.response?.text.includes('error'))).toBe(
    true,
  );
});

test('a body beyond the limit is cut and says so', async () => {
  const api = await createTestApi({ record: 'programs' });
  await (await ask(api, {}, { user: 'u'.repeat(1_200_000) })).text();
  await recorded(api, 1);
  const [row] = await api.database.exchanges.toArray();
  expect(row?.request?.isCut).toBe(true);
  expect(row?.request?.text).toHaveLength(1_000_000);
  expect(row?.request?.bytes).toBeGreaterThan(1_200_000);
});

test('nothing is recorded before a person turns it on, and nothing that refuses', async () => {
  const off = await createTestApi();
  await (await ask(off)).text();
  const on = await createTestApi({ record: 'all' });
  await (await ask(on, { [RECORD_HEADER]: 'no' })).text();
  const own = await on.keys.createSessionKey();
  // A temporary chat, a transcription, a voice: requests of this app without the header.
  await (await ask(on, {}, {}, own)).text();
  await expect.poll(() => on.database.usage.count()).toBe(2);
  // The one that may be: when it is there, the others would be, too.
  await (await ask(on, { [RECORD_HEADER]: 'chat' }, {}, own)).text();
  await recorded(on, 1);
  await expect.poll(() => off.database.usage.count()).toBe(1);
  expect(await off.database.exchanges.count()).toBe(0);
});

test('chats of this app are recorded only where a person chose them, too', async () => {
  const api = await createTestApi({ record: 'programs' });
  const own = await api.keys.createSessionKey();
  await (await ask(api, { [RECORD_HEADER]: 'chat' }, {}, own)).text();
  await (await ask(api, { [RECORD_HEADER]: 'yes' }, {}, own)).text();
  await recorded(api, 1);
  expect(await api.database.usage.count()).toBe(2);
});

test('a request through the bridge is recorded the same way, and its row says how it came', async () => {
  const api = await createTestApi({ record: 'programs' });
  const request = new Request('http://localhost/v1/models?state=ready', {
    headers: { authorization: `Bearer ${api.key}` },
  });
  await (await api.handle(request, null, 'bridge')).text();
  await recorded(api, 1);
  expect((await api.ledger.recent(1))[0]?.via).toBe('bridge');
  expect(await api.database.exchanges.toArray()).toMatchObject([
    { method: 'GET', path: '/v1/models?state=ready', request: null },
  ]);
});

test('a file that is downloaded is recorded by its size, and read by its client alone', async () => {
  const api = await createTestApi({ record: 'programs' });
  const headers = { authorization: `Bearer ${api.key}` };
  const body = new FormData();
  body.append('purpose', 'user_data');
  body.append('file', new Blob([new Uint8Array(3_000_000)]), 'a.bin');
  const made = await (await api.fetch('/v1/files', { method: 'POST', headers, body })).json();
  const clone = vi.spyOn(Response.prototype, 'clone');
  const response = await api.fetch(`/v1/files/${made.id}/content`, { headers });
  expect(clone).not.toHaveBeenCalled();
  clone.mockRestore();
  expect((await response.arrayBuffer()).byteLength).toBe(3_000_000);
  await recorded(api, 2);
  const row = await api.database.exchanges.get(response.headers.get('x-request-id') ?? '');
  expect(row?.response).toEqual({
    type: 'application/octet-stream',
    text: '',
    bytes: 3_000_000,
    isCut: true,
  });
});

test('of a long answer whose length is not known, the beginning is recorded', async () => {
  const api = await createTestApi({ record: 'programs' });
  const long = `#script ${JSON.stringify({ tokens: ['a'.repeat(1_500_000)] })}`;
  const messages = [{ role: 'user', content: long }];
  const response = await ask(api, {}, { messages });
  const text = await response.text();
  expect(text.length).toBeGreaterThan(1_500_000);
  await recorded(api, 1);
  const [row] = await api.database.exchanges.toArray();
  expect(row?.response?.isCut).toBe(true);
  expect(row?.response?.text).toBe(text.slice(0, 1_000_000));
});
