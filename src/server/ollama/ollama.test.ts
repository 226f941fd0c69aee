// Ollama's own client, unchanged, against the bridge with the whole service behind it.
import { createServer, type Server } from 'node:http';
import { Ollama } from 'ollama';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bridge, createBridge, SERVER_OPTIONS } from '#server/create-bridge.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { joinAsTab } from '#testing/fake-tab.ts';

let bridge: Bridge;
let server: Server;
let url = '';
let closeTab = () => {};
/** For requests without one; null while they are refused. */
let keyless: string | null = null;
let key = '';
let ollama: Ollama;

beforeAll(async () => {
  const api = await createTestApi();
  key = api.key;
  bridge = createBridge({
    pairingFile: null,
    allowHosts: [],
    origins: [],
    isLan: false,
    isHeadless: false,
    say: () => {},
    keyForKeyless: () => keyless,
  });
  server = createServer(SERVER_OPTIONS, (request, response) => {
    bridge.first(request, response).then(
      (isAnswered) => isAnswered || response.end('a file'),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  bridge.attach(server, url);
  const token = bridge.pairingUrl.replace(/^.*#pair=/, '');
  const tab = await joinAsTab(url, { token }, (request) => api.handle(request));
  closeTab = tab.close;
});
beforeEach(() => {
  keyless = null;
  ollama = new Ollama({ host: url, headers: { authorization: `Bearer ${key}` } });
});
afterAll(() => {
  closeTab();
  server.closeAllConnections();
  server.close();
});

const script = (tokens: string[], more = {}) => `#script ${JSON.stringify({ tokens, ...more })}`;
const ask = (content: string) => [{ role: 'user', content }];
const model = 'scripted-chat';

test('lists the models that write or embed, and shows one by Ollama’s name', async () => {
  const { models } = await ollama.list();
  const names = models.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([model, 'scripted-embed']));
  expect(names).not.toContain('scripted-speech');
  expect(models[0]).toMatchObject({ size: expect.any(Number), modified_at: expect.anything() });
  const shown = await ollama.show({ model: `${model}:latest` });
  expect(shown.capabilities).toContain('completion');
  expect(shown.model_info).toMatchObject({ 'alcove.context_length': expect.any(Number) });
  expect((await ollama.version()).version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('answers a chat whole and as lines, with counts and times', async () => {
  const messages = ask(script(['Hel', 'lo']));
  const whole = await ollama.chat({ model, messages });
  expect(whole).toMatchObject({
    model,
    done: true,
    done_reason: 'stop',
    message: { role: 'assistant', content: 'Hello' },
    eval_count: 2,
  });
  expect(whole.total_duration).toBeGreaterThan(0);
  const parts = [];
  for await (const part of await ollama.chat({ model, messages, stream: true })) parts.push(part);
  expect(parts.map(({ message }) => message.content).join('')).toBe('Hello');
  expect(parts.map(({ done }) => done)).toEqual([...parts.slice(1).map(() => false), true]);
});

test('honours the options that /v1 has, and refuses one by name', async () => {
  const messages = ask(script(['a', 'b', 'c', 'd']));
  const options = { num_predict: 2, num_ctx: 2_048, temperature: 0.5, seed: 1 };
  const cut = await ollama.chat({ model, messages, options });
  expect(cut).toMatchObject({ done_reason: 'length', message: { content: 'ab' } });
  await expect(ollama.chat({ model, messages, options: { mirostat: 2 } })).rejects.toThrow(
    /mirostat/,
  );
});

test('calls tools with arguments as objects, and takes their answers without ids', async () => {
  const name = 'weather';
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ type: 'function', function: { name, description: '', parameters } }];
  const tool_calls = [{ name, arguments: { city: 'Bern' } }];
  const messages = ask(script([], { tool_calls }));
  const { message } = await ollama.chat({ model, messages, tools });
  expect(message.tool_calls).toEqual([{ function: { name, arguments: { city: 'Bern' } } }]);
  const answered = [...messages, message, { role: 'tool', tool_name: name, content: 'Sun.' }];
  expect((await ollama.chat({ model, messages: answered, tools })).message.role).toBe('assistant');
});

test('generates from a prompt, as JSON where a schema asks for it', async () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const { response } = await ollama.generate({ model, prompt: 'A number.', format: schema });
  expect(JSON.parse(response ?? '')).toEqual({ n: expect.any(Number) });
  const { done_reason } = await ollama.generate({ model, prompt: '' });
  expect(done_reason).toBe('load');
  // It would be untrue: models are unloaded in the app.
  await expect(ollama.generate({ model, prompt: '', keep_alive: 0 })).rejects.toThrow(
    'unloaded in',
  );
  await expect(ollama.generate({ model, prompt: 'a', raw: true })).rejects.toThrow(/'raw'/);
});

test('lists the models in memory', async () => {
  await ollama.chat({ model, messages: ask('hi') });
  const { models } = await ollama.ps();
  expect(models).toContainEqual({
    name: model,
    model,
    size: 0,
    digest: '',
    details: expect.objectContaining({ format: 'scripted' }),
    expires_at: '9999-12-31T23:59:59Z',
    size_vram: 0,
    context_length: 512,
  });
  expect(models.map(({ name }) => name)).not.toContain('scripted-vision');
});

test('embeds texts, also in the older form', async () => {
  const { embeddings } = await ollama.embed({ model: 'scripted-embed', input: ['a', 'b'] });
  expect(embeddings).toHaveLength(2);
  const { embedding } = await ollama.embeddings({ model: 'scripted-embed', prompt: 'a' });
  expect(embedding).toEqual(embeddings[0]);
});

test('errors are sentences in Ollama’s shape', async () => {
  await expect(ollama.chat({ model: 'none', messages: ask('a') })).rejects.toThrow(/`none`/);
  await expect(ollama.pull({ model: 'llama3.2' })).rejects.toThrow(/page Models/);
  const broken = ollama.chat({ model, messages: ask(script(['a', 'b'], { failAfter: 1 })) });
  await expect(broken).rejects.toThrow(/\w/);
  const deep = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: '['.repeat(1_000_000),
  });
  expect([deep.status, await deep.json()]).toEqual([400, { error: expect.any(String) }]);
});

test.each([
  ['GET', '/api/v0/models/%zz', undefined, 400],
  ['POST', '/api/show', { model: '..' }, 404],
  ['POST', '/api/chat', { model, messages: 'text' }, 400],
  ['POST', '/api/chat', { model }, 200],
  ['HEAD', '/api/tags', undefined, 200],
])('answers %s %s with %j by %i', async (method, path, body, status) => {
  const init = { method, headers: { authorization: `Bearer ${key}` } };
  const answer = await fetch(`${url}${path}`, {
    ...init,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(status);
  if (status >= 400) expect(await answer.json()).toEqual({ error: expect.stringMatching(/\w/) });
});

test('programs without a key are answered only where the person said so', async () => {
  const plain = new Ollama({ host: url });
  await expect(plain.list()).rejects.toThrow(/API key/);
  keyless = key;
  expect((await plain.list()).models.length).toBeGreaterThan(0);
  // Continue sends the empty one, whatever its provider.
  for (const authorization of [
    'Bearer ollama',
    'Bearer ',
    'Bearer',
    'Bearer EMPTY',
    'bearer none',
  ]) {
    const sdk = await fetch(`${url}/v1/models`, { headers: { authorization } });
    expect(sdk.status, authorization).toBe(200);
  }
  const wrong = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer nope' } });
  expect(wrong.status).toBe(401);
  const foreign = await fetch(`${url}/api/tags`, { headers: { origin: 'https://other.example' } });
  expect(foreign.status).toBe(403);
});

test('LM Studio’s list of models, and its addresses of the endpoints', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const { data } = await (await fetch(`${url}/api/v0/models`, { headers })).json();
  expect(data).toContainEqual(
    expect.objectContaining({ id: 'scripted-embed', type: 'embeddings' }),
  );
  const one = await (await fetch(`${url}/api/v0/models/${model}`, { headers })).json();
  expect(one).toMatchObject({ id: model, state: 'loaded', max_context_length: expect.any(Number) });
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const json = { ...headers, 'content-type': 'application/json' };
    return (await fetch(`${url}/api/v0/${path}`, { ...init, headers: json })).json();
  };
  const messages = ask(script(['Hello']));
  const answer = await post('chat/completions', { model, messages });
  expect(answer.choices[0].message.content).toBe('Hello');
  const { data: vectors } = await post('embeddings', { model: 'scripted-embed', input: 'one' });
  expect(vectors[0].embedding).toHaveLength(8);
  const { error } = await post('chat', {});
  expect(error).toContain('Unknown request URL');
});
