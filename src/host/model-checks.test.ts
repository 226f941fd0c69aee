import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import { Engine } from '#engine/engine.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { isCheckedAhead, ModelChecks } from './model-checks.ts';

const GUIDE = EMBEDDED_MODELS[0] as ModelCard;

/** An engine whose models answer by script, and what happened in order. */
function open() {
  const events: string[] = [];
  const engine = new Engine({
    createRuntime: () => {
      events.push('load');
      return createScriptedRuntime();
    },
    memoryBudgetBytes: () => 1e12,
    maxWaiting: () => 8,
    now: () => 0,
  });
  const check = {
    at: 1,
    device: 'wasm',
    against: null,
    outputs: 2,
    cosine: null,
    difference: null,
    speeds: null,
  } as const;
  const checks = new ModelChecks(engine, {
    last: async () => check,
    renew: async () => void events.push('renew'),
  });
  return { engine, events, checks, check };
}

test('a check waits for the answers being written, and loads the model once however many ask', async () => {
  const { engine, events, checks, check } = open();
  const slot = engine.slot(GUIDE);
  await slot.ready;
  const turn = slot.admit(new AbortController().signal);
  await turn.started;
  const asked = [checks.check(GUIDE), checks.check(GUIDE)];
  await new Promise((resolve) => setTimeout(resolve, 20));
  // The running answer goes its way.
  expect(slot.state).toBe('ready');
  expect(events).toEqual(['load', 'renew']);
  turn.leave();
  expect(await Promise.all(asked)).toEqual([check, check]);
  expect(slot.state).toBe('closed');
  expect(events).toEqual(['load', 'renew', 'load']);
});

/** An engine whose models do not load. */
const failing = () =>
  new Engine({
    createRuntime: () => ({
      ...createScriptedRuntime(),
      load: async () => Promise.reject(new Error('broken')),
    }),
    memoryBudgetBytes: () => 1e12,
    maxWaiting: () => 8,
    now: () => 0,
  });

test('a check of a model that fails to load meanwhile ends with its error', async () => {
  const engine = failing();
  engine.slot(GUIDE);
  const checks = new ModelChecks(engine, { last: async () => null, renew: async () => {} });
  await expect(checks.check(GUIDE)).rejects.toMatchObject({ code: 'load-failed' });
});

test('a check of a model that is refused for its values ends with what it found', async () => {
  const { check } = open();
  const wrong = { ...check, against: 'shipped', difference: 'their cosine is 0.2.' } as const;
  const engine = failing();
  let last: Omit<typeof wrong, 'at'> & { at: number } = wrong;
  const probes = { last: async () => last, renew: async () => {} };
  const checks = new ModelChecks(engine, probes);
  // An earlier check says nothing about this load.
  await expect(checks.check(GUIDE)).rejects.toMatchObject({ code: 'load-failed' });
  probes.renew = async () => {
    last = { ...wrong, at: 2 };
  };
  expect(await checks.check(GUIDE)).toMatchObject({ at: 2, against: 'shipped' });
});

test('only models with outputs that are verified have a check', async () => {
  const { checks, check } = open();
  expect(await checks.last(GUIDE)).toBe(check);
  for (const task of ['voice', 'speakers', 'ocr'] as const) {
    expect(await checks.last({ ...GUIDE, task })).toBeUndefined();
  }
  expect(await checks.last({ ...GUIDE, runtime: 'webllm' })).toBeUndefined();
  expect(await checks.last(SCRIPTED_MODELS[0] as ModelCard)).toBeUndefined();
});

test('a new model is checked ahead only on a GPU, where both devices can load it', () => {
  const { engine } = open();
  const card: ModelCard = { ...GUIDE, device: 'webgpu', memoryBytes: 1e9 };
  expect(isCheckedAhead(card, engine, 4e9)).toBe(true);
  expect(isCheckedAhead({ ...card, device: 'wasm' }, engine, 4e9)).toBe(false);
  expect(isCheckedAhead({ ...card, runtime: 'webllm' }, engine, 4e9)).toBe(false);
  expect(isCheckedAhead({ ...card, memoryBytes: 1.6e9 }, engine, 4e9)).toBe(false);
  engine.slot({ ...card, id: 'in-use', memoryBytes: 2.5e9 });
  // It would take the place of the model that is loaded.
  expect(isCheckedAhead(card, engine, 4e9)).toBe(false);
});
