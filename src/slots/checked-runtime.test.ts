import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, Runtime } from '#engine/runtime.ts';
import {
  CheckedRuntime,
  type KnownOutputs,
  type Probed,
  type ProbeStore,
} from './checked-runtime.ts';

const GUIDE = EMBEDDED_MODELS[0] as ModelCard;
const ON_GPU: ModelCard = { ...GUIDE, device: 'webgpu' };
const row = (values: number[]) => [Float32Array.from(values)];

/** Runtimes that give these numbers on each device, and a store that is a list. */
function open(
  numbers: { wasm: number[] | null; webgpu: number[] },
  /** Tokens of a short answer on each device, all after the same time. */
  tokens = { wasm: 1, webgpu: 1 },
  /** Milliseconds that only the first task takes. */
  compileMs = { wasm: 0, webgpu: 0 },
  /** Values that ship with the app. */
  shipped: number[] | null = null,
) {
  const loaded: string[] = [];
  const alive = new Set<string>();
  /** Devices on which a task was run. */
  const runs: string[] = [];
  const abort = new AbortController();
  const stored = new Map<string, Probed>();
  let first: KnownOutputs | null = null;
  const probes: ProbeStore = {
    read: async (card) => {
      const probed = stored.get(card.id + card.device);
      return probed && !probed.isOpen ? probed : null;
    },
    outputs: async () => (shipped ? { are: 'shipped', rows: row(shipped) } : first),
    write: async (card, probed) => {
      stored.set(card.id + card.device, probed);
      if (probed.outputs) first ??= { are: 'first', rows: probed.outputs };
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
    async *run(_task, signal) {
      runs.push(device);
      // The first run compiles.
      if (runs.indexOf(device) === runs.length - 1) {
        await new Promise((resolve) => setTimeout(resolve, compileMs[device]));
      }
      if (signal.aborted) throw new EngineError('aborted', 'x');
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield { type: 'text', text: 'a', tokens: tokens[device] };
    },
    async close() {
      alive.delete(device);
    },
  });
  let current: Runtime | null = null;
  const load = (card: ModelCard) => {
    current = new CheckedRuntime(runtime, probes, () => 7);
    return current.load(card, () => {}, abort.signal);
  };
  return {
    load,
    close: () => current?.close(),
    loaded,
    alive,
    stored,
    probes,
    runs,
    abort,
    runtime,
  };
}

test('a model is verified once per device', async () => {
  const { load, loaded } = open({ wasm: [1, 2, 3], webgpu: [1, 2, 3] });
  await load(GUIDE);
  await load(GUIDE);
  expect(loaded).toEqual(['wasm', 'wasm, known']);
});

test('what a slow model left open is found later and remembered; until then each load probes it', async () => {
  const { runtime, probes, stored } = open({ wasm: [1, 2, 3], webgpu: [] });
  let found = (_: ProbedAbilities) => {};
  const slow = (card: ModelCard): Runtime => {
    const plain = runtime(card);
    return {
      ...plain,
      async load(...given) {
        const { probeResult, ...backend } = await plain.load(...given);
        if (!probeResult) return backend;
        const abilities = { supportsBatching: false, isExact: false };
        return { ...backend, probeResult: { ...probeResult, abilities, isPartial: true } };
      },
      probeRest: (signal) =>
        new Promise((resolve, reject) => {
          found = resolve;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
  };
  const first = new CheckedRuntime(slow, probes);
  await first.load(GUIDE, () => {}, new AbortController().signal);
  await first.close();
  expect(await probes.read(GUIDE)).toBeNull();
  const second = new CheckedRuntime(slow, probes);
  await second.load(GUIDE, () => {}, new AbortController().signal);
  const abilities = { supportsBatching: true, isExact: true };
  found(abilities);
  await expect.poll(() => probes.read(GUIDE)).toMatchObject({ abilities, unfit: null });
  expect(stored.size).toBe(1);
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

test('a check is stored with its moment, its device and how near the outputs are', async () => {
  const { load, stored, runs } = open({ wasm: [1, 2, 3, 9], webgpu: [1.01, 2, 3, 9.02] });
  await load(ON_GPU);
  expect(stored.get(`${GUIDE.id}webgpu`)?.check).toEqual({
    at: 7,
    device: 'webgpu',
    against: 'processor',
    outputs: 1,
    cosine: expect.closeTo(1, 3),
    difference: null,
    speeds: null,
  });
  expect(runs).toEqual([]);
  const faulty = open({ wasm: [1, 2, 3, 9], webgpu: [9, 3, 2, 1] });
  await faulty.load(ON_GPU);
  const check = faulty.stored.get(`${GUIDE.id}webgpu`)?.check;
  expect(check).toMatchObject({ speeds: null, difference: expect.stringMatching(/cosine is -/) });
});

test('a card that leaves the choice runs on the device that was faster, now and later', async () => {
  const numbers = { wasm: [1, 2, 3, 9], webgpu: [1, 2, 3, 9] };
  const choosing: ModelCard = { ...ON_GPU, choosesDevice: true };
  const slow = open(numbers, { wasm: 9, webgpu: 1 });
  const backend = await slow.load(choosing);
  expect(backend).toMatchObject({ device: 'wasm', note: expect.stringContaining('faster') });
  expect([...slow.alive]).toEqual(['wasm']);
  expect(await slow.load(choosing)).toMatchObject({ device: 'wasm', note: backend.note });
  expect(slow.loaded).toEqual(['webgpu', 'wasm', 'wasm']);
  // Where a person chose the GPU it is used, however slow.
  expect(await slow.load(ON_GPU)).toMatchObject({ device: 'webgpu' });
  const fast = open(numbers, { wasm: 1, webgpu: 9 });
  expect(await fast.load(choosing)).toEqual({ device: 'webgpu', threads: 1 });
  // No speed makes up for wrong values.
  const wrong = open({ ...numbers, webgpu: [9, 3, 2, 1] }, { wasm: 1, webgpu: 9 });
  expect(await wrong.load(choosing)).toMatchObject({ device: 'wasm' });
});

test('both devices are timed after a first run, which compiles', async () => {
  const choosing: ModelCard = { ...ON_GPU, choosesDevice: true };
  const numbers = { wasm: [1, 2, 3, 9], webgpu: [1, 2, 3, 9] };
  const one = open(numbers, { wasm: 1, webgpu: 4 }, { wasm: 0, webgpu: 300 });
  expect(await one.load(choosing)).toEqual({ device: 'webgpu', threads: 1 });
  expect(one.runs).toEqual(['webgpu', 'webgpu', 'wasm', 'wasm']);
});

test('a load that is aborted while devices are timed ends, and nothing is stored', async () => {
  const numbers = { wasm: [1, 2, 3, 9], webgpu: [1, 2, 3, 9] };
  const one = open(numbers, { wasm: 1, webgpu: 1 }, { wasm: 0, webgpu: 50 });
  const loading = one.load({ ...ON_GPU, choosesDevice: true });
  await expect.poll(() => one.runs).toEqual(['webgpu']);
  one.abort.abort();
  await expect(loading).rejects.toThrow();
  expect(one.runs).toEqual(['webgpu']);
  expect(one.stored.size).toBe(0);
});

test('a model without outputs is loaded on one device, and nothing is said to agree', async () => {
  const one = open({ wasm: [], webgpu: [] });
  const silent: Runtime = { ...one.runtime(ON_GPU) };
  const load = silent.load.bind(silent);
  silent.load = async (...given) => {
    const backend = await load(...given);
    return { ...backend, probeResult: { abilities: {}, numbers: [] } };
  };
  const checked = new CheckedRuntime(() => silent, one.probes);
  await checked.load(ON_GPU, () => {}, one.abort.signal);
  expect(one.loaded).toEqual(['webgpu']);
  expect(one.stored.get(`${GUIDE.id}webgpu`)?.check).toMatchObject({ outputs: 0, against: null });
});

test('on the processor the first outputs are recorded, and later ones are compared with them', async () => {
  const numbers = { wasm: [1, 2, 3, 9], webgpu: [] };
  const { load, stored } = open(numbers);
  const place = `${GUIDE.id}wasm`;
  await load(GUIDE);
  expect(stored.get(place)?.check).toMatchObject({ device: 'wasm', against: null, cosine: null });
  stored.clear();
  await load(GUIDE);
  expect(stored.get(place)?.check).toMatchObject({ against: 'first', difference: null });
  stored.clear();
  numbers.wasm = [9, 3, 2, 1];
  await load(GUIDE);
  const check = stored.get(place)?.check;
  expect(check).toMatchObject({ against: 'first', difference: expect.any(String) });
});

test('a processor that gives the values of the app is used, one that gives others is refused each time', async () => {
  const numbers = { wasm: [1, 2, 3, 9], webgpu: [] };
  const one = open(numbers, undefined, undefined, [1, 2, 3, 9.01]);
  expect(await one.load(GUIDE)).toEqual({ device: 'wasm', threads: 1 });
  const place = `${GUIDE.id}wasm`;
  expect(one.stored.get(place)?.check).toMatchObject({ against: 'shipped', difference: null });
  const wrong = open(numbers, undefined, undefined, [9, 3, 2, 1]);
  const refusal = {
    code: 'not-compatible',
    message: expect.stringMatching(/^“Guide” is not used: /),
  };
  await expect(wrong.load(GUIDE)).rejects.toMatchObject(refusal);
  const check = wrong.stored.get(place)?.check;
  expect(check).toMatchObject({ against: 'shipped', difference: expect.any(String) });
  await expect(wrong.load(GUIDE)).rejects.toMatchObject(refusal);
  expect(wrong.loaded).toEqual(['wasm', 'wasm']);
  // A file may be mended meanwhile.
  numbers.wasm = [9, 3, 2, 1];
  expect(await wrong.load(GUIDE)).toEqual({ device: 'wasm', threads: 1 });
});

test('where the processor is wrong, the values of the app decide whether the GPU is used', async () => {
  const numbers = { wasm: [9, 3, 2, 1], webgpu: [1.01, 2, 3, 9] };
  const sound = open(numbers, undefined, undefined, [1, 2, 3, 9]);
  expect(await sound.load(ON_GPU)).toEqual({ device: 'webgpu', threads: 1 });
  const wrong = open({ ...numbers, webgpu: [9, 3, 2, 1] }, undefined, undefined, [1, 2, 3, 9]);
  await expect(wrong.load(ON_GPU)).rejects.toMatchObject({ code: 'not-compatible' });
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
