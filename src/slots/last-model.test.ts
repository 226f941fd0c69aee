import { expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Runtime } from '#engine/runtime.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { findLastModel, forgetLastModel, readLastModel, remembered } from './last-model.ts';

const GUIDE = EMBEDDED_MODELS[0] as ModelCard;

function runtime(load: Runtime['load']): Runtime {
  return { load, countTokens: async () => [0], async *run() {}, close: async () => {} };
}

test('a model is remembered once it is loaded, not when it fails to', async () => {
  const database = new AlcoveDatabase(`last-${crypto.randomUUID()}`);
  const load = (inner: Runtime) =>
    remembered(inner, database).load(GUIDE, () => {}, new AbortController().signal);
  const failing = runtime(() => Promise.reject(new Error('no memory')));
  await expect(load(failing)).rejects.toThrow('no memory');
  expect(await readLastModel(database)).toBeUndefined();
  await load(runtime(async () => ({ device: 'wasm', threads: 1 })));
  expect(await readLastModel(database)).toBe(GUIDE.id);
  // A model that crashes the page while loading is not loaded automatically again.
  await forgetLastModel(database);
  expect(await readLastModel(database)).toBeUndefined();
});

test('only small models on the processor are loaded before they are requested', () => {
  const find = (changes: Partial<ModelCard>) => findLastModel([{ ...GUIDE, ...changes }], GUIDE.id);
  expect(find({})?.id).toBe(GUIDE.id);
  expect(find({ memoryBytes: 1e9 })).toBeNull();
  expect(find({ device: 'webgpu' })).toBeNull();
  expect(find({ runtime: 'webllm' })).toBeNull();
  expect(findLastModel([GUIDE], 'gone')).toBeNull();
  expect(findLastModel([GUIDE], undefined)).toBeNull();
});

test('a model is loaded on a full disk, though the next visit does not remember it', async () => {
  const database = new AlcoveDatabase(`last-${crypto.randomUUID()}`);
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  vi.spyOn(database.settings, 'put').mockRejectedValue(full);
  const inner = runtime(async () => ({ device: 'wasm', threads: 1 }));
  const load = remembered(inner, database).load(GUIDE, () => {}, new AbortController().signal);
  expect(await load).toEqual({ device: 'wasm', threads: 1 });
});
