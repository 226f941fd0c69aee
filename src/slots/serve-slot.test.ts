import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { serveSlot } from './serve-slot.ts';
import type { SlotAnswer } from './slot-protocol.ts';

const text = (words: string): TaskEvent => ({ type: 'text', text: words, tokens: 1 });

/** Names of the events of each message of a run, with the words of its texts. */
async function messagesOf(events: readonly TaskEvent[]): Promise<string[][]> {
  const runtime: Runtime = {
    load: async () => ({ device: 'script', threads: 1 }),
    countTokens: async () => [0],
    async *run() {
      yield* events;
    },
    close: async () => {},
  };
  const answers: SlotAnswer[] = [];
  const send = serveSlot((answer) => answers.push(answer), {
    open: async () => runtime,
    prepare: async () => {},
  });
  send({ type: 'load', id: 1, card: EMBEDDED_MODELS[0] as ModelCard });
  await expect.poll(() => answers.map((a) => a.type)).toContain('loaded');
  // Longer than the test, so nothing that waits for it happens.
  send({ type: 'run', id: 2, task: { kind: 'chat', joinMs: 60_000 } as ChatTask });
  await expect.poll(() => answers.map((a) => a.type)).toContain('done');
  expect(answers.at(-1)?.type).toBe('done');
  const messages = answers.flatMap((a) => ('events' in a ? [a.events] : []));
  return messages.map((list) => list.map((e) => (e.type === 'text' ? e.text : e.type)));
}

const start: TaskEvent = { type: 'start', promptTokens: 1, cachedTokens: 0 };

test('the first words do not wait for what joins those after them', async () => {
  const messages = await messagesOf([start, ...['a', 'b', 'c'].map(text)]);
  expect(messages).toEqual([['start', 'a'], ['bc']]);
});

test('nor do they wait where the progress of a long prompt came before', async () => {
  const reading = (done: number): TaskEvent => ({ type: 'reading', done, total: 300 });
  const messages = await messagesOf([start, reading(128), reading(256), ...['a', 'b'].map(text)]);
  expect(messages).toEqual([['start', 'reading'], ['reading'], ['a'], ['b']]);
});
