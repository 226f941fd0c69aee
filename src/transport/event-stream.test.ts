import { expect, test, vi } from 'vitest';
import { createEventStream } from './event-stream.ts';

test('sends the events of one task immediately and joins those that follow closely', async () => {
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

test('a steady flow leaves in one chunk a pause, not in two', async () => {
  vi.useFakeTimers();
  try {
    const stream = createEventStream({ joinMs: 8, onCancel: () => {} });
    const reader = stream.body.getReader();
    const chunks: string[] = [];
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        chunks.push(new TextDecoder().decode(value));
      }
    })();
    for (let i = 0; i < 40; i++) {
      stream.send(String(i));
      await vi.advanceTimersByTimeAsync(2);
    }
    stream.done();
    await reading;
    expect(chunks[0]).toBe('data: 0\n\n');
    // Eighty milliseconds of a token each two, joined for eight: the first alone, then ten chunks and the end.
    expect(chunks.length).toBeLessThanOrEqual(12);
    const tokens = chunks.join('').match(/\d+/g)?.map(Number);
    expect(tokens).toEqual(Array.from({ length: 40 }, (_, i) => i));
  } finally {
    vi.useRealTimers();
  }
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

test('no text begins a field of its own', async () => {
  const stream = createEventStream({ joinMs: 1, onCancel: () => {} });
  stream.send('one\r\nid: 7\n\ndata: forged', 'error\ndata: forged');
  stream.comment('alive\rretry: 1');
  stream.done();
  const text = await new Response(stream.body).text();
  expect(text).toBe(
    'event: error\nevent: data: forged\ndata: one\ndata: id: 7\ndata: \ndata: data: forged\n\n' +
      ': alive\n: retry: 1\n\ndata: [DONE]\n\n',
  );
});

test('ends as a broken connection does where nothing can be said any more', async () => {
  const stream = createEventStream({ joinMs: 1, onCancel: () => {} });
  stream.bytes(new Uint8Array([1, 2]));
  const reader = stream.body.getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1, 2]));
  stream.fail(new Error('The engine stopped.'));
  await expect(reader.read()).rejects.toThrow('The engine stopped.');
  stream.send('late');
  stream.bytes(new Uint8Array([3]));
  stream.done();
});
