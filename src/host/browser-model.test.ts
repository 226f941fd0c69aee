import { afterEach, expect, test } from 'vitest';
import { browserModelForHost } from '#client/browser-model-for-host.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { type DoubleOptions, installLanguageModel } from '#testing/language-model-double.ts';
import type { BrowserCallMessage } from '#transport/browser-model.ts';
import { BrowserModel } from './browser-model.ts';

const ports: MessagePort[] = [];

afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  Reflect.deleteProperty(globalThis, 'LanguageModel');
});

/** The service with the model of a browser: host and page on two ends of a port, as in the app. */
async function open(options: Partial<DoubleOptions> = {}) {
  installLanguageModel({ availability: 'available', contextWindow: 1_000, delayMs: 0, ...options });
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  port1.onmessage = ({ data }: MessageEvent<BrowserCallMessage>) => browserModelForHost(data);
  let changes = 0;
  const model = new BrowserModel(port2, () => changes++);
  await model.refresh();
  const api = await createTestApi({
    models: model.cards,
    createRuntime: () => model.createRuntime(),
  });
  const ask = (body: object, signal?: AbortSignal) =>
    api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'browser-language-model', messages: HELLO, ...body }),
      ...(signal && { signal }),
    });
  return { model, api, ask, changes: () => changes };
}

const HELLO = [{ role: 'user', content: 'Say hello twice' }];

test('a model that is on this device is listed; one that is not, or that no browser has, is not', async () => {
  const there = await open();
  expect(there.model.cards.map(({ id }) => id)).toEqual(['browser-language-model']);
  expect(there.changes()).toBe(1);
  expect((await open({ availability: 'downloadable' })).model.cards).toEqual([]);
  expect((await open({ availability: 'unavailable' })).model.cards).toEqual([]);
  Reflect.deleteProperty(globalThis, 'LanguageModel');
  await there.model.refresh();
  expect(there.model.cards).toEqual([]);
  const none = new BrowserModel(null, () => {});
  await none.refresh();
  expect(none.cards).toEqual([]);
});

test('it answers with the conversation, the temperature as a mode, and counted usage', async () => {
  const { ask } = await open();
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ];
  const reply = await (await ask({ messages, temperature: 0 })).json();
  expect(reply.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: {
      content: '[most-predictable] system: Be brief. | user: One | assistant: Two | user: Three',
    },
  });
  expect(reply.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 13 });
});

test('it streams, and ends at a stop sequence or at the most tokens', async () => {
  const { ask } = await open();
  const stream = await (
    await ask({ stream: true, stream_options: { include_usage: true } })
  ).text();
  const chunks = [...stream.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) =>
    JSON.parse(json),
  );
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(text).toBe('[balanced] user: Say hello twice');
  expect(stream.trimEnd().endsWith('data: [DONE]')).toBe(true);
  const stopped = await (await ask({ stop: ['hello'] })).json();
  expect(stopped.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: '[balanced] user: Say ' },
  });
  const cut = await (await ask({ max_tokens: 2 })).json();
  expect(cut.choices[0]).toMatchObject({
    finish_reason: 'length',
    message: { content: '[balanced] user: ' },
  });
});

test('JSON is held by the constraint of the browser', async () => {
  const { ask } = await open();
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const format = { type: 'json_schema', json_schema: { name: 'x', schema } };
  const reply = await (await ask({ response_format: format })).json();
  expect(JSON.parse(reply.choices[0].message.content)).toEqual({ constraint: 'type properties' });
});

test('what the API of browsers lacks is refused by its name', async () => {
  const { ask } = await open();
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
  for (const [body, word] of [
    [{ seed: 1 }, '"seed"'],
    [{ logprobs: true }, 'logprobs'],
    [{ presence_penalty: 1 }, '"presence_penalty"'],
    [{ frequency_penalty: 1 }, '"frequency_penalty"'],
    [{ tools }, 'function calling'],
  ] as const) {
    const response = await ask(body);
    const { error } = await response.json();
    expect([response.status, error.message]).toEqual([400, expect.stringContaining(word)]);
  }
});

test('a prompt beyond the context is refused with the code of the contract', async () => {
  const { ask } = await open({ contextWindow: 20 });
  const long = [{ role: 'user', content: 'word '.repeat(30) }];
  const response = await ask({ messages: long });
  const { error } = await response.json();
  expect([response.status, error.code]).toEqual([400, 'context_length_exceeded']);
});

test('an aborted request ends the answer in the browser', async () => {
  const { ask, api } = await open({ delayMs: 40 });
  const controller = new AbortController();
  const response = await ask({ stream: true }, controller.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  controller.abort();
  // The queue of the model is free again.
  const next = await (await ask({ max_tokens: 1 })).json();
  expect(next.usage.completion_tokens).toBeGreaterThan(0);
  expect(api.reported ?? []).toEqual([]);
});
