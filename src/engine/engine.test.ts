import { expect, test } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import type { TaskEvent } from './tasks.ts';

const [base] = SCRIPTED_MODELS;

function card(id: string, memoryBytes = 100): ModelCard {
  if (!base) throw new Error('no scripted models');
  return { ...base, id, memoryBytes };
}

function createEngine(memoryBudgetBytes: number) {
  const loads: string[] = [];
  let clock = 0;
  const engine = new Engine({
    createRuntime: ({ id }) => {
      loads.push(id);
      return createScriptedRuntime();
    },
    memoryBudgetBytes: () => memoryBudgetBytes,
    maxWaiting: () => 8,
    now: () => ++clock,
  });
  return { engine, loads };
}

test('loads a model once however many ask', async () => {
  const { engine, loads } = createEngine(1000);
  await Promise.all([1, 2, 3].map(() => engine.slot(card('a')).ready));
  expect(loads).toEqual(['a']);
});

test('evicts the least recently used model when the budget is used up', async () => {
  const { engine } = createEngine(250);
  await engine.slot(card('a')).ready;
  await engine.slot(card('b')).ready;
  engine.slot(card('a'));
  await engine.slot(card('c')).ready;
  expect(engine.slots.map((s) => s.card.id).sort()).toEqual(['a', 'c']);
});

test('a small model is loaded next to a large one, which takes longer to load', async () => {
  const { engine, loads } = createEngine(1000);
  await engine.slot(card('large', 900)).ready;
  await engine.slot(card('small', 50)).ready;
  engine.slot(card('large', 900));
  expect(loads).toEqual(['large', 'small']);
  await engine.slot(card('other', 60)).ready;
  expect(engine.slots.map((s) => s.card.id)).toEqual(['large', 'other']);
});

test('never evicts a model that is at work', async () => {
  const { engine } = createEngine(150);
  const busy = engine.slot(card('a'));
  await busy.ready;
  const turn = busy.admit(new AbortController().signal);
  await turn.started;
  await engine.slot(card('b')).ready;
  expect(engine.slots.map((s) => s.card.id)).toEqual(['a', 'b']);
  turn.leave();
});

test('never evicts a model that a request has opened and not joined yet', async () => {
  const { engine } = createEngine(150);
  const opened = engine.slot(card('a'));
  const release = opened.expect();
  await opened.ready;
  await engine.slot(card('b')).ready;
  expect(engine.slots.map((s) => s.card.id)).toEqual(['a', 'b']);
  release();
  release();
  await engine.slot(card('c')).ready;
  expect(engine.slots.map((s) => s.card.id)).toEqual(['c']);
});

test('starts a fresh slot after a discarded one', async () => {
  const { engine, loads } = createEngine(1000);
  const slot = engine.slot(card('a'));
  await slot.ready;
  await engine.discard(slot);
  await engine.slot(card('a')).ready;
  expect(loads).toEqual(['a', 'a']);
});

test('starts again after a load that failed', async () => {
  let fail = true;
  const engine = new Engine({
    createRuntime: () => ({
      ...createScriptedRuntime(),
      load: async () => {
        if (fail) throw new Error('disk full');
        return { device: 'script', threads: 1 };
      },
    }),
    memoryBudgetBytes: () => 1000,
    maxWaiting: () => 8,
    now: () => 0,
  });
  await expect(engine.slot(card('a')).ready).rejects.toMatchObject({ code: 'load-failed' });
  fail = false;
  await expect(engine.slot(card('a')).ready).resolves.toMatchObject({ device: 'script' });
});

test('an answer that runs while all slots are retired ends normally, and the next request loads again', async () => {
  const { engine, loads } = createEngine(1000);
  const slot = engine.slot(card('a'));
  const idle = engine.slot(card('b'));
  await Promise.all([slot.ready, idle.ready]);
  const turn = slot.admit(new AbortController().signal);
  await turn.started;
  engine.retireAll();
  expect(idle.state).toBe('closed');
  expect(slot.state).toBe('ready');
  const events: TaskEvent[] = [];
  for await (const event of turn.run({ kind: 'embed', texts: ['a'] })) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
  await engine.slot(card('a')).ready;
  expect(loads).toEqual(['a', 'b', 'a']);
  turn.leave();
  await expect.poll(() => slot.state).toBe('closed');
});

test('a request that waits for a model that breaks is answered by a fresh one', async () => {
  let opened = 0;
  const engine = new Engine({
    createRuntime: () => {
      const runtime = createScriptedRuntime();
      const breaks = ++opened === 1;
      return {
        ...runtime,
        async *run(task, signal) {
          if (breaks) throw new EngineError('slot-crashed', 'It did not stop in time.');
          yield* runtime.run(task, signal);
        },
      };
    },
    memoryBudgetBytes: () => 1000,
    maxWaiting: () => 8,
    now: () => 0,
  });
  const slot = engine.slot({ ...card('a'), parallel: 1 });
  await slot.ready;
  const { signal } = new AbortController();
  const [first, second] = [slot.admit(signal), slot.admit(signal)];
  const answer = async (turn: typeof first) => {
    await turn.started;
    try {
      const events: TaskEvent[] = [];
      for await (const event of turn.run({ kind: 'embed', texts: ['a'] })) events.push(event);
      return events.at(-1);
    } catch (error) {
      await engine.recover(slot);
      throw error;
    } finally {
      turn.leave();
    }
  };
  const answers = await Promise.allSettled([answer(first), answer(second)]);
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: 'slot-crashed' } },
    { status: 'fulfilled', value: { type: 'end' } },
  ]);
  expect(opened).toBe(2);
  // A late failure on the runtime before concerns the fresh one no longer.
  await engine.recover(slot);
  expect(engine.slots).toEqual([slot]);
  expect(slot.state).toBe('ready');
});

test('a model that breaks while no request waits is gone until the next request', async () => {
  const engine = new Engine({
    createRuntime: () => ({
      ...createScriptedRuntime(),
      countTokens: () => Promise.reject(new EngineError('slot-crashed', 'It ran out of memory.')),
    }),
    memoryBudgetBytes: () => 1000,
    maxWaiting: () => 8,
    now: () => 0,
  });
  const slot = engine.slot(card('a'));
  await expect(slot.countTokens({ kind: 'embed', texts: ['a'] })).rejects.toThrow('memory');
  await engine.recover(slot);
  expect(engine.slots).toEqual([]);
  expect(slot.state).toBe('closed');
});

test('a model that is being loaded is neither idle nor ended by new settings', async () => {
  const { engine } = createEngine(1000);
  const slot = engine.slot(card('a'));
  expect(slot.isIdle).toBe(false);
  engine.retireAll();
  await expect(slot.ready).resolves.toBeDefined();
  await expect.poll(() => slot.state).toBe('closed');
});
