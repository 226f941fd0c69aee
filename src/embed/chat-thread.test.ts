import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import type { AlcoveService } from './alcove.d.ts';
import { ChatThread, embed, TaskStore, transcribe } from './chat-thread.ts';

const MODEL = { model: 'scripted-chat' };
const script = (spec: object) => `#script ${JSON.stringify(spec)}`;

/** The whole service in this process, as a page has it. */
async function service(): Promise<AlcoveService> {
  const { handle, key } = await createTestApi();
  return {
    baseURL: 'http://localhost/v1',
    fetch(input, init) {
      const request = new Request(input, init);
      request.headers.set('authorization', `Bearer ${key}`);
      return handle(request);
    },
  };
}

test('an answer is streamed into the conversation, and the next one has both before it', async () => {
  const thread = new ChatThread();
  const texts: string[] = [];
  thread.subscribe(() => texts.push(thread.state().messages.at(-1)?.content ?? ''));
  const alcove = await service();
  await thread.send(alcove, MODEL, script({ tokens: ['One', ' two', ' three'], delayMs: 20 }));
  expect(thread.state()).toMatchObject({ status: 'ready', error: null });
  expect(thread.state().messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(texts).toEqual(expect.arrayContaining(['One', 'One two three']));
  await thread.send(alcove, { ...MODEL, system: 'Be brief.' }, 'And now?');
  expect(
    thread
      .state()
      .messages.map(({ content }) => content)
      .slice(1),
  ).toEqual(['One two three', 'And now?', 'And now?']);
});

test('a stopped answer stays as far as it is written, and the next message is answered', async () => {
  const thread = new ChatThread();
  const alcove = await service();
  const answering = thread.send(alcove, MODEL, script({ tokens: ['a', 'b', 'c'], delayMs: 300 }));
  await new Promise<void>((resolve) => {
    thread.subscribe(() => thread.state().messages.length === 2 && resolve());
  });
  thread.end();
  await answering;
  expect(thread.state()).toMatchObject({ status: 'ready', error: null });
  expect(thread.state().messages.at(-1)).toEqual({ role: 'assistant', content: 'a' });
  await thread.send(alcove, MODEL, 'Again');
  expect(thread.state().messages.at(-1)?.content).toBe('Again');
});

test('a failure is in the state with its code, the message stays, and a retry answers it', async () => {
  const thread = new ChatThread();
  const alcove = await service();
  await thread.send(alcove, { model: 'nope' }, 'Hello');
  expect(thread.state()).toMatchObject({ status: 'failed', error: { code: 'model_not_found' } });
  expect(thread.state().messages).toEqual([{ role: 'user', content: 'Hello' }]);
  await thread.retry(alcove, MODEL);
  expect(thread.state()).toMatchObject({ status: 'ready', error: null });
  expect(thread.state().messages.at(-1)).toEqual({ role: 'assistant', content: 'Hello' });
});

test('a failure in the middle of an answer is one, with the text before it', async () => {
  const thread = new ChatThread();
  await thread.send(await service(), MODEL, script({ tokens: ['a', 'b'], failAfter: 1 }));
  expect(thread.state().status).toBe('failed');
  expect(thread.state().error).toMatchObject({ name: 'AlcoveError', status: 200 });
  expect(thread.state().messages.at(-1)?.content).toBe('a');
});

test('a stream without its end is a failure, with the text before it', async () => {
  const alcove = await service();
  const thread = new ChatThread();
  const cut: AlcoveService = {
    ...alcove,
    async fetch(input, init) {
      const text = await (await alcove.fetch(input, init)).text();
      return new Response(text.replace('data: [DONE]', ''));
    },
  };
  await thread.send(cut, MODEL, script({ tokens: ['a', 'b'] }));
  expect(thread.state()).toMatchObject({ status: 'failed', error: { code: 'incomplete_answer' } });
  expect(thread.state().messages.at(-1)).toEqual({ role: 'assistant', content: 'ab' });
});

test('files become text, and texts become vectors', async () => {
  const alcove = await service();
  const { signal } = new AbortController();
  const sound = toWav(new Float32Array(16_000).fill(0.1), 16_000);
  expect(await transcribe(alcove, { model: 'scripted-speech' }, sound, signal)).toBe(
    '1.0 seconds of audio',
  );
  const vectors = await embed(alcove, { model: 'scripted-embed' }, ['one', 'two'], signal);
  expect(vectors.map(({ length }) => length)).toEqual([8, 8]);
  expect(await embed(alcove, { model: 'scripted-embed' }, [], signal)).toEqual([]);
});

test('a task that was replaced changes nothing any more', async () => {
  const store = new TaskStore({ value: 0 });
  let finish = () => {};
  const first = store.run(async (_, set) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    set({ value: 1 });
    return 'first';
  });
  const second = await store.run(async (_, set) => {
    set({ value: 2 });
    return 'second';
  });
  finish();
  expect([await first, second, store.state().value]).toEqual([null, 'second', 2]);
});
