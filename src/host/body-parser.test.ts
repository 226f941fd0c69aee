import { expect, test } from 'vitest';
import { LARGE_BODIES_HERE } from '#api/call/large-bodies.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { BodyParser, type ParseJob, type ParseWorker } from './body-parser.ts';
import { parseBody } from './parse-body.ts';

/** A body parser whose threads are as other threads: everything is copied on the way. */
function openParser() {
  const jobs: ParseJob['type'][] = [];
  const parser = new BodyParser(() => {
    const worker: ParseWorker = {
      onmessage: null,
      onerror: null,
      postMessage(job, transfer) {
        jobs.push(job.type);
        // Node cannot copy files.
        const copy = job.type === 'form' ? job : structuredClone(job, { transfer });
        const answered = parseBody(copy).then((value) => {
          const data = { type: 'done', value };
          worker.onmessage?.({ data: structuredClone(data) } as MessageEvent);
        });
        answered.catch(() => worker.terminate());
      },
      terminate() {},
    };
    setTimeout(() => worker.onmessage?.({ data: { type: 'ready' } } as MessageEvent));
    return worker;
  });
  return { parser, jobs };
}

const CHAT = { model: 'scripted', messages: [{ role: 'user', content: 'Hello' }] };
const PICTURE = `data:image/png;base64,${'A'.repeat(200_000)}`;
const showing = (url: string) => ({
  ...CHAT,
  model: 'scripted-vision',
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
});

/** Invalid bodies by problem, for any size. */
const BODIES: Record<string, [path: string, body: unknown]> = {
  right: ['chat/completions', CHAT],
  'unknown model': ['chat/completions', { ...CHAT, model: 'nobody' }],
  'wrong type': ['chat/completions', { ...CHAT, temperature: 'hot' }],
  'wrong role': ['chat/completions', { ...CHAT, messages: [{ role: 'poet', content: '' }] }],
  'no messages': ['chat/completions', { ...CHAT, messages: [] }],
  'a list': ['chat/completions', [CHAT]],
  'right input': ['embeddings', { model: 'scripted-embed', input: ['a', 'b'] }],
  'empty input': ['embeddings', { model: 'scripted-embed', input: '' }],
  response: ['responses', { model: 'scripted', input: 'Hello', store: false }],
  message: ['messages', { ...CHAT, max_tokens: 5 }],
  'message without a limit': ['messages', CHAT],
  'tokens of a message': ['messages/count_tokens', CHAT],
  'response in the background': ['responses', { model: 'scripted', input: 'a', background: true }],
  'reasoning without a file': ['audio/reasoning', { model: 'scripted', messages: CHAT.messages }],
};

/** The parts of an answer that do not change between runs. */
async function essence(response: Response) {
  const { status } = response;
  const { error, choices, data, output, content, input_tokens } = await response.json();
  return { status, error, choices, data, output: output?.length, content, input_tokens };
}

test.each(Object.entries(BODIES))(
  'a large body is answered as a small one: %s',
  async (_, [path, body]) => {
    const { parser, jobs } = openParser();
    const api = await createTestApi({ largeBodies: parser });
    const post = (text: string) =>
      api.fetch(`/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
        body: text,
      });
    const text = JSON.stringify(body);
    const small = await essence(await post(text));
    expect(jobs).toEqual([]);
    expect(await essence(await post(`${text}${' '.repeat(200_000)}`))).toEqual(small);
    expect(jobs).toEqual(['json']);
  },
);

test('a large body that came as a blob is moved to the thread unread', async () => {
  const { parser, jobs } = openParser();
  const api = await createTestApi({ largeBodies: parser });
  const ask = (text: string) => {
    const blob = new Blob([text]);
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    const request = new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers,
      body: blob,
    });
    return { request, answer: api.handle(request, blob) };
  };
  const { request, answer } = ask(
    `${JSON.stringify({ ...CHAT, model: 'scripted-chat' })}${' '.repeat(200_000)}`,
  );
  expect((await answer).status).toBe(200);
  expect(request.bodyUsed).toBe(false);
  expect((await ask(`"${'x'.repeat(33_554_432)}"`).answer).status).toBe(413);
  expect(jobs).toEqual(['json']);
});

test('large pictures are decoded in the thread, and damaged ones refused', async () => {
  const { parser, jobs } = openParser();
  const api = await createTestApi({ largeBodies: parser });
  const post = (url: string) =>
    api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(showing(url)),
    });
  expect((await post(PICTURE)).status).toBe(200);
  expect(jobs).toEqual(['json', 'base64']);
  const { error } = await (await post(`${PICTURE}A`)).json();
  expect(error).toMatchObject({
    code: 'invalid_base64',
    param: 'messages[0].content[0].image_url.url',
  });
});

test.each([
  ['messages', { ...CHAT, messages: Array.from({ length: 60_000 }, () => CHAT.messages[0]) }],
  ['tools', { ...CHAT, tools: Array.from({ length: 128 }, () => ({ a: Array(1_000).fill([]) })) }],
])('refuses a body with too many values in %s', async (_, body) => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const { signal } = new AbortController();
  const parsing = LARGE_BODIES_HERE.json('chat', bytes, 1, signal);
  await expect(parsing).rejects.toMatchObject({ status: 413, code: 'request_too_large' });
});

test('any number of values in a field without a meaning is ignored', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...CHAT, more: Array(200_000).fill(1) }));
  const request = await openParser().parser.json('chat', bytes, 1, new AbortController().signal);
  expect(request).toEqual({ ...CHAT, ignoredFields: ['more'] });
});

test('an abort ends the thread, and the next body gets a new one', async () => {
  let ended = 0;
  let opened = 0;
  const parser = new BodyParser(() => {
    opened++;
    const worker: ParseWorker = {
      onmessage: null,
      onerror: null,
      postMessage() {},
      terminate: () => {
        ended++;
      },
    };
    setTimeout(() => worker.onmessage?.({ data: { type: 'ready' } } as MessageEvent));
    return worker;
  });
  for (let i = 1; i <= 2; i++) {
    const controller = new AbortController();
    const parsing = parser.base64('AAAA', controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(parsing).rejects.toThrow('aborted');
    expect([opened, ended]).toEqual([i, i]);
  }
});
