import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { ProbedAbilities, Runtime } from '#engine/runtime.ts';
import { CheckedRuntime, type ProbeStore } from './checked-runtime.ts';

const GUIDE = EMBEDDED_MODELS[0] as ModelCard;
const ON_GPU: ModelCard = { ...GUIDE, device: 'webgpu' };
const row = (values: number[]) => [Float32Array.from(values)];

/** Runtimes that give these numbers on each device, and a store that is a list. */
function open(numbers: { wasm: number[] | null; webgpu: number[] }) {
  const loaded: string[] = [];
  const alive = new Set<string>();
  const stored = new Map<string, { abilities: ProbedAbilities; unfit: string | null }>();
  const probes: ProbeStore = {
    read: async (card) => stored.get(card.id + card.device) ?? null,
    write: async (card, abilities, unfit) => {
      stored.set(card.id + card.device, { abilities, unfit });
    },
  };
  const runtime = ({ device }: ModelCard): Runtime => ({
    async load(_card, _onProgress, _signal, known) {
      const given = numbers[device];
      if (!given) throw new Error('too large');
      loaded.push(known ? `${device}, known` : device);
      alive.add(device);
      const probeResult = { abilities: { supportsBatching: true }, numbers: row(given) };
      return { device, threads: 1, ...(known ? {} : { probeResult }) };
    },
    countTokens: async () => [0],
    async *run() {},
    async close() {
      alive.delete(device);
    },
  });
  let current: Runtime | null = null;
  const load = (card: ModelCard) => {
    current = new CheckedRuntime(runtime, probes);
    return current.load(card, () => {}, new AbortController().signal);
  };
  return { load, close: () => current?.close(), loaded, alive, stored, probes };
}

test('a model is verified once per device', async () => {
  const { load, loaded } = open({ wasm: [1, 2, 3], webgpu: [1, 2, 3] });
  await load(GUIDE);
  await load(GUIDE);
  expect(loaded).toEqual(['wasm', 'wasm, known']);
});

test('a GPU that agrees with the processor is compared once, and the result is stored', async () => {
  const { load, loaded, alive } = open({ wasm: [1, 2, 3, 9], webgpu: [1.01, 2, 3, 9.02] });
  expect(await load(ON_GPU)).toEqual({ device: 'webgpu', threads: 1 });
  expect([...alive]).toEqual(['webgpu']);
  await load(ON_GPU);
  expect(loaded).toEqual(['webgpu', 'wasm', 'webgpu, known']);
});

test.each([
  ['other numbers', [9, 3, 2, 1]],
  ['another greatest one', [1, 2, 8.2, 7.6]],
])('a GPU that gives %s is left for the processor, now and later', async (_, webgpu) => {
  const { load, loaded, alive } = open({ wasm: [1, 2, 7.9, 8.1], webgpu });
  const backend = await load(ON_GPU);
  expect(backend).toMatchObject({ device: 'wasm', note: expect.stringContaining('WebGPU') });
  expect([...alive]).toEqual(['wasm']);
  expect(await load(ON_GPU)).toMatchObject({ device: 'wasm', note: backend.note });
  expect(loaded).toEqual(['webgpu', 'wasm', 'wasm']);
});

test('where the processor cannot load it, the GPU is used, and compared another time', async () => {
  const { load, loaded, stored } = open({ wasm: null, webgpu: [1, 2] });
  expect(await load(ON_GPU)).toEqual({ device: 'webgpu', threads: 1 });
  expect(stored.size).toBe(0);
  expect(await load({ ...ON_GPU, memoryBytes: 9e9 })).toEqual({ device: 'webgpu', threads: 1 });
  expect(loaded).toEqual(['webgpu', 'webgpu']);
});

test('close ends open sessions', async () => {
  const { load, close, alive } = open({ wasm: [1, 2, 3], webgpu: [1, 2, 3] });
  await load(GUIDE);
  expect([...alive]).toEqual(['wasm']);
  await close();
  expect([...alive]).toEqual([]);
});

test('a model whose probe cannot be stored runs all the same', async () => {
  const { load, probes } = open({ wasm: [1, 2, 3], webgpu: [1, 2, 3] });
  probes.write = async () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  expect(await load(GUIDE)).toMatchObject({ device: 'wasm' });
  expect(await load(ON_GPU)).toMatchObject({ device: 'webgpu' });
});
