import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test, vi } from 'vitest';
import { exampleBody, namesModel } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS as ALL } from '#contract/endpoints/endpoints.ts';
import { type CodeForm, codeForms, writeCode } from './write-code.ts';

const ENDPOINTS = ALL.filter(({ method }) => method === 'POST');
const named = (name: string) => ALL.find((endpoint) => endpoint.name === name) ?? ALL[0];
const chat = named('chat');
const speech = named('transcriptions');

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://localhost:4173/developer'));
});

test('every form of code names the model and the endpoint', () => {
  for (const endpoint of ENDPOINTS) {
    for (const { id } of codeForms(endpoint)) {
      const code = writeCode(id, {
        endpoint,
        model: 'm-1',
        body: exampleBody(endpoint),
        fileName: 'a.mp3',
      });
      expect(/"m-1"|model=m-1/.test(code)).toBe(namesModel(endpoint));
    }
  }
});

test('javascript that is shown is javascript', () => {
  for (const endpoint of ENDPOINTS) {
    for (const id of ['javascript', 'ai-sdk', 'fetch'] as const) {
      const code = writeCode(id, {
        endpoint,
        model: 'm',
        body: exampleBody(endpoint),
        fileName: 'a.mp3',
      });
      const body = code.replace(/^import .*$/gm, '');
      // Parsed only: a syntax error throws.
      expect(() => new Function(`return async (file) => {${body}\n}`)).not.toThrow();
    }
  }
});

test('python gets True, False and None, and strings stay unchanged', () => {
  const body = JSON.stringify({ stream: false, seed: null, user: 'true, null' });
  const code = writeCode('python', { endpoint: chat, model: 'm', body, fileName: '' });
  expect(code).toContain('stream=False');
  expect(code).toContain('seed=None');
  expect(code).toContain('user="true, null"');
});

test('a streamed request is read as a stream, a file goes as a form', () => {
  const streamed = writeCode('javascript', {
    endpoint: chat,
    model: 'm',
    body: '{"stream":true}',
    fileName: '',
  });
  expect(streamed).toContain('for await');
  const form = writeCode('fetch', { endpoint: speech, model: 'm', body: '{}', fileName: 'a.mp3' });
  expect(form).toContain("form.append('file', file)");
});

test('sound is played or saved, its events are read as text', () => {
  const endpoint = named('speech');
  const code = (form: CodeForm, fields: object) =>
    writeCode(form, { endpoint, model: 'm', body: JSON.stringify(fields), fileName: '' });
  const sound = { input: 'Hello.', voice: 'heart', response_format: 'flac' };
  expect(code('javascript', sound)).toContain('new Audio(URL.createObjectURL(sound)).play()');
  expect(code('fetch', sound)).toContain('await response.blob()');
  expect(code('ai-sdk', sound)).toContain('await generateSpeech({');
  expect(code('python', sound)).toContain('answer.write_to_file("speech.flac")');
  expect(code('curl', sound)).toContain("--output 'speech.flac'");
  expect(code('curl', { input: 'Hello.' })).toContain("--output 'speech.mp3'");
  const events = { ...sound, stream_format: 'sse' };
  expect(code('javascript', events)).toContain('await answer.text()');
  expect(code('fetch', events)).toContain('await response.text()');
  expect(code('curl', events)).not.toContain('--output');
});

test("Anthropic's endpoints are called with Anthropic's libraries", () => {
  const request = { model: 'm', fileName: '', body: '{"stream":true,"max_tokens":9}' };
  const endpoint = named('messages');
  expect(codeForms(endpoint).map(({ name }) => name)).toEqual([
    '@anthropic-ai/sdk',
    'AI SDK',
    'anthropic (Python)',
    'curl',
    'fetch',
  ]);
  const javascript = writeCode('javascript', { ...request, endpoint });
  expect(javascript).toContain("import Anthropic from '@anthropic-ai/sdk';");
  expect(javascript).toContain('baseURL: location.origin,');
  expect(javascript).toContain('client.messages.create(');
  expect(javascript).toContain("piece.type === 'content_block_delta'");
  const python = writeCode('python', { ...request, endpoint });
  expect(python).toContain('client = Anthropic(base_url="http://localhost:4173",');
  const count = { ...request, body: '{}', endpoint: named('count-message-tokens') };
  expect(writeCode('python', count)).toContain('client.messages.count_tokens(');
});

test.each([
  ['chat', 'choices[0]?.delta.content'],
  ['completions', 'choices[0]?.text'],
  ['responses', "'response.output_text.delta'"],
])('the stream of %s is read as its pieces are', (name, read) => {
  const request = { endpoint: named(name), model: 'm', body: '{"stream":true}', fileName: '' };
  expect(writeCode('javascript', request)).toContain(read);
});

test('code in a page creates its key once, not at every load', () => {
  for (const form of ['javascript', 'ai-sdk', 'fetch'] as const) {
    const code = writeCode(form, { endpoint: chat, model: 'm', body: '{}', fileName: '' });
    expect(code).toContain('localStorage.myAppKey ??= ');
    expect(code.match(/createApiKey/g)).toHaveLength(1);
  }
});

test('a shell gives curl the body as it is, quotes and dollars among them', () => {
  const content = `it's $HOME and "quotes" \\ \n\`id\``;
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  const code = writeCode('curl', { endpoint: named('chat'), model: 'm-1', body, fileName: '' });
  // The last argument, as a shell reads it.
  const script = `curl() { printf %s "\${@: -1}"; }\n${code}`;
  const sent = JSON.parse(execFileSync('bash', ['-c', script], { encoding: 'utf8' }));
  expect(sent).toEqual({ model: 'm-1', messages: [{ role: 'user', content }] });
});
