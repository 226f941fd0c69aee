import { expect, test } from 'vitest';
import type { Exchange } from '#storage/service-records.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { readCalls, readError, readStreamEvents, readTokens } from './read-exchange.ts';

async function record(body: object, path = '/v1/chat/completions'): Promise<Exchange> {
  const api = await createTestApi({ record: 'programs' });
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const sent = JSON.stringify({ model: 'scripted-chat', ...body });
  await (await api.fetch(path, { method: 'POST', headers, body: sent })).text();
  await expect.poll(() => api.database.exchanges.count()).toBe(1);
  return (await api.database.exchanges.toArray())[0] as Exchange;
}

const messages = [{ role: 'user', content: '#script {"tokens":["one ","two"]}' }];
const tools = [{ type: 'function', function: { name: 'find', parameters: { type: 'object' } } }];
const script = '#script {"tool_calls":[{"name":"find","arguments":{"what":"birds"}}]}';
const calling = { tools, messages: [{ role: 'user', content: script }] };

test.each([true, false])('tokens have their log probabilities, streamed: %s', async (stream) => {
  const exchange = await record({ messages, stream, logprobs: true, top_logprobs: 2 });
  const tokens = readTokens(exchange);
  expect(tokens.map(({ text }) => text).join('')).toBe('one two');
  expect(tokens.every(({ logprob }) => logprob <= 0)).toBe(true);
});

test('the alternatives of a token leave out the token itself', () => {
  const top = (token: string, logprob: number) => ({ token, logprob });
  const content = [{ ...top('An', -0.1), top_logprobs: [top('An', -0.1), top('Open', -3)] }];
  const text = JSON.stringify({ choices: [{ logprobs: { content } }] });
  const response = { type: 'application/json', text, bytes: 9, isCut: false };
  expect(readTokens({ ...FULL_ROWS.exchanges, response })).toEqual([
    { text: 'An', logprob: -0.1, others: [{ text: 'Open', logprob: -3 }] },
  ]);
});

test.each([true, false])('calls are read with their arguments, streamed: %s', async (stream) => {
  const [call, ...others] = readCalls(await record({ ...calling, stream }));
  expect(others).toEqual([]);
  expect(call?.name).toBe('find');
  expect(JSON.parse(call?.argumentsText ?? '')).toEqual({ what: 'birds' });
});

test('each event of a stream has its time', async () => {
  const events = readStreamEvents(await record({ messages, stream: true }));
  expect(events.length).toBeGreaterThan(2);
  expect(events.every(({ at, data }) => at !== null && at >= 0 && JSON.parse(data))).toBe(true);
});

test('the message of an error is read, and of another answer none', async () => {
  expect(readError(await record({ messages: [] }))).toMatch(/messages/);
  expect(readError(FULL_ROWS.exchanges)).toBeNull();
});

test('answers that are cut or of another form have no tokens and no calls', () => {
  for (const text of ['', '{"choices":', '[1]', 'null', '{"choices":{}}', '{"choices":[{}]}']) {
    const response = { type: 'application/json', text, bytes: 9, isCut: true };
    const exchange = { ...FULL_ROWS.exchanges, response };
    expect([readTokens(exchange), readCalls(exchange), readError(exchange)]).toEqual([
      [],
      [],
      null,
    ]);
  }
});
