import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';

const script = (commands: object) => `#script ${JSON.stringify(commands)}`;
const model = 'scripted-chat';
const max_tokens = 64;

async function open() {
  const api = await createTestApi();
  const fetch = (input: string | URL | Request, init?: RequestInit) =>
    api.handle(new Request(input, init));
  const options = { baseURL: 'http://localhost', apiKey: api.key, maxRetries: 0, fetch };
  return { api, client: new Anthropic(options) };
}

test("Anthropic's client writes, streams and counts a message", async () => {
  const { client } = await open();
  const messages = [{ role: 'user' as const, content: 'good morning' }];
  const message = await client.messages.create({ model, max_tokens, messages });
  expect(message.content).toMatchObject([{ type: 'text', text: 'good morning' }]);
  const stream = client.messages.stream({ model, max_tokens, messages });
  let text = '';
  stream.on('text', (delta) => {
    text += delta;
  });
  const final = await stream.finalMessage();
  expect([text, final.stop_reason]).toEqual(['good morning', 'end_turn']);
  expect(final.usage.output_tokens).toBe(2);
  const { input_tokens } = await client.messages.countTokens({ model, messages });
  expect(final.usage.input_tokens).toBe(input_tokens);
});

test("Anthropic's client accumulates thinking and the input of tools", async () => {
  const { client } = await open();
  const tokens = ['<think>', 'hm', '</think>', 'Let me see.'];
  const tool_calls = [{ name: 'get_weather', arguments: { city: 'Bern' } }];
  const stream = client.messages.stream({
    model,
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
    messages: [{ role: 'user', content: script({ tokens, tool_calls }) }],
  });
  const { content, stop_reason } = await stream.finalMessage();
  expect(stop_reason).toBe('tool_use');
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'Let me see.' },
    { type: 'tool_use', name: 'get_weather', input: { city: 'Bern' } },
  ]);
});

test("Anthropic's client gets its own classes of errors", async () => {
  const { client } = await open();
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const unknown = client.messages.create({ model: 'nothing', max_tokens, messages });
  await expect(unknown).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  const wrong = client.withOptions({ apiKey: 'alc_no' }).messages;
  const refused = wrong.create({ model, max_tokens, messages });
  await expect(refused).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
  const failing = script({ tokens: ['a', 'b'], failAfter: 1 });
  const stream = client.messages.stream({
    model,
    max_tokens,
    messages: [{ role: 'user', content: failing }],
  });
  await expect(stream.finalMessage()).rejects.toMatchObject({ type: 'api_error' });
});

test("OpenAI's client pages through the input of a response, counts it, and cannot cancel it", async () => {
  const { api } = await open();
  const fetch = (input: string | URL | Request, init?: RequestInit) =>
    api.handle(new Request(input, init));
  const options = { baseURL: 'http://localhost/v1', apiKey: api.key, maxRetries: 0, fetch };
  const { responses } = new OpenAI({ ...options, dangerouslyAllowBrowser: true });
  const first = await responses.create({ model, input: 'my name is Ada' });
  const input = 'and again';
  const next = await responses.create({ model, input, previous_response_id: first.id });
  const types: string[] = [];
  for await (const item of responses.inputItems.list(next.id, { limit: 1, order: 'asc' })) {
    types.push(item.type ?? '');
  }
  expect(types).toEqual(['message', 'message', 'message']);
  const { input_tokens } = await responses.inputTokens.count({
    model,
    input,
    previous_response_id: first.id,
  });
  expect(input_tokens).toBe(next.usage?.input_tokens);
  await expect(responses.cancel(next.id)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
});
