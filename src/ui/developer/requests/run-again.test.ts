import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { runAgain } from './run-again.ts';

const endpoint = ENDPOINTS.find(({ name }) => name === 'chat');

test('an answer is read where streams cannot be iterated, as in Safari 17', async () => {
  if (!endpoint) throw new Error('There is no endpoint for chats.');
  const json = JSON.stringify({ choices: [{ message: { content: 'Grüße' } }] });
  const bytes = new TextEncoder().encode(json);
  const at = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      // Between the bytes of one letter.
      controller.enqueue(bytes.slice(0, at));
      controller.enqueue(bytes.slice(at));
      controller.close();
    },
  });
  Object.defineProperty(body, Symbol.asyncIterator, { value: undefined });
  const post = async () =>
    new Response(body, { headers: { 'x-request-id': 'r', 'content-type': 'application/json' } });
  const signal = new AbortController().signal;
  const answered = await runAgain({ post }, { endpoint, body: {} }, signal);
  expect(answered).toMatchObject({ requestId: 'r', isFailed: false, text: 'Grüße' });
  expect(answered.firstSeconds).toBeGreaterThan(0);
});
