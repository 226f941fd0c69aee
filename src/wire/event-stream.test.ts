import { expect, test } from 'vitest';
import { createEventStream } from './event-stream.ts';

test('sends what is said in one breath at once and joins what follows closely', async () => {
  const stream = createEventStream({ joinMs: 20, onCancel: () => {} });
  const reader = stream.body.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  stream.send('opening');
  stream.send('1');
  expect(await next()).toBe('data: opening\n\ndata: 1\n\n');
  stream.send('2');
  stream.comment('keep-alive');
  expect(await next()).toBe('data: 2\n\n: keep-alive\n\n');
  stream.done();
  expect(await next()).toBe('data: [DONE]\n\n');
  expect((await reader.read()).done).toBe(true);
  stream.send('late');
  stream.done();
});

test('says when the reader goes away', async () => {
  let gone = false;
  const stream = createEventStream({
    joinMs: 1,
    onCancel: () => {
      gone = true;
    },
  });
  await stream.body.cancel();
  expect(gone).toBe(true);
  stream.send('late');
});
