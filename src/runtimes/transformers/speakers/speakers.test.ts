import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '#base/audio.ts';
import { seeded } from '#base/numbers.ts';
import type { LocalVoice, TaskEvent, TurnsTask } from '#engine/tasks.ts';
import { bayesianGroups } from './bayesian-groups.ts';
import { BANDS, fbank } from './fbank.ts';
import { cutAt, cutInto, linkage } from './linkage.ts';
import reference from './reference.json';
import { speakerTurns } from './speaker-turns.ts';
import { SpeakersModel } from './speakers-model.ts';

test('energies equal Kaldi’s', () => {
  const random = seeded(7);
  const samples = Float32Array.from(
    { length: 1600 },
    (_, i) => (random() - 0.5) * (0.01 + (0.39 * i) / 1599) + 0.05,
  );
  const energies = fbank(samples);
  expect(energies.length).toBe(reference.fbank.frames * BANDS);
  const worst = reference.fbank.values.map((value, i) => Math.abs(value - (energies[i] ?? 0)));
  expect(Math.max(...worst)).toBeLessThan(2e-3);
});

test('samples shorter than a frame have none', () => {
  expect(fbank(new Float32Array(399)).length).toBe(0);
});

test('groups equal SciPy’s', () => {
  const vectors = reference.linkage.vectors.map((row) => Float32Array.from(row));
  const merges = linkage(vectors);
  for (const [i, height] of reference.linkage.heights.entries()) {
    expect(merges[i]?.height).toBeCloseTo(height, 4);
  }
  const partition = (groups: readonly number[]) => groups.map((g) => groups.indexOf(g));
  expect(partition(cutInto(merges, vectors.length, 4))).toEqual(partition(reference.linkage.four));
  expect(new Set(cutAt(merges, vectors.length, 10)).size).toBe(1);
  expect(new Set(cutAt(merges, vectors.length, 0)).size).toBe(vectors.length);
});

/** A voice near one of some directions. */
function voice(speaker: number, start: number, end: number, more: Partial<LocalVoice> = {}) {
  const random = seeded(Math.round(start * 100) + 1);
  const vector = Float32Array.from({ length: 256 }, (_, d) => {
    return (d === speaker ? 1 : 0) + 0.06 * (random() - 0.5);
  });
  return { start, end, track: `${start}`, alone: end - start, vector, ...more };
}
const none = { kind: 'turns', min: 1, max: 50, known: [] } as const;
/** Those directions differ by more than the noise on them. */
const differences = async (embeddings: readonly Float32Array[]) => ({
  rows: embeddings.map((row) => row.map((x) => 16 * x)),
  between: new Float32Array(256).fill(4),
});
const turnsOf = (task: Omit<TurnsTask, keyof typeof none> & Partial<TurnsTask>) =>
  speakerTurns({ ...none, ...task }, differences);

test('pieces belong to the voices that explain them, as in NumPy', () => {
  const { rows, between, groups, weights, shares } = reference.bayesian;
  const given = {
    rows: rows.map((row) => Float32Array.from(row)),
    between: Float32Array.from(between),
  };
  for (const [i, row] of bayesianGroups(given, groups, weights).entries()) {
    for (const [group, share] of row.entries())
      expect(share).toBeCloseTo(shares[i]?.[group] ?? -1, 3);
  }
});

test('finds how many speakers there are, and joins pieces to turns', async () => {
  const voices = [
    voice(3, 0, 2),
    voice(3, 2, 4),
    voice(9, 4.5, 6),
    voice(9, 6, 8),
    voice(3, 9, 11),
  ];
  const { turns } = await turnsOf({ voices });
  expect(turns).toEqual([
    { start: 0, end: 4, speaker: 0 },
    { start: 4.5, end: 8, speaker: 1 },
    { start: 9, end: 11, speaker: 0 },
  ]);
});

test('finds as many speakers as are asked for', async () => {
  const voices = [0, 1, 2, 3].flatMap((s) => [
    voice(s, s * 6, s * 6 + 2),
    voice(s, s * 6 + 3, s * 6 + 5),
  ]);
  const count = async (min: number, max: number) =>
    new Set((await turnsOf({ min, max, voices })).turns.map((turn) => turn.speaker)).size;
  expect(await count(1, 50)).toBe(4);
  expect(await count(2, 2)).toBe(2);
  expect(await count(1, 3)).toBe(3);
  expect(await count(6, 6)).toBe(6);
  // There are no more pieces than these.
  expect(await count(20, 20)).toBe(8);
});

test('pieces that are not clear follow their track, and else the speaker before', async () => {
  const short = { vector: null, alone: 0.1 };
  const voices = [
    voice(1, 0, 2),
    voice(1, 2, 4, { track: 'a' }),
    voice(2, 4, 6, { track: 'b' }),
    voice(2, 6, 8),
    voice(0, 8, 8.2, { ...short, track: 'a' }),
    voice(0, 9, 9.2, { ...short, track: 'z' }),
  ];
  const { turns } = await turnsOf({ voices });
  expect(turns.map(({ start, speaker }) => [start, speaker])).toEqual([
    [0, 0],
    [4, 1],
    [8, 0],
    [9, 0],
  ]);
  const silent = await turnsOf({ voices: [voice(0, 0, 1, short)] });
  expect(silent.turns).toEqual([{ start: 0, end: 1, speaker: 0 }]);
  expect(await turnsOf({ voices: [] })).toEqual({ turns: [], known: [], earlier: [] });
});

test('two voices at the same moment are two people, whether they are clear or not', async () => {
  const beneath = { vector: null, alone: 0 };
  const blend = Float32Array.from({ length: 256 }, (_, d) => [0, 0.7, 1][d] ?? 0);
  const voices = [
    voice(1, 0, 2),
    voice(1, 2, 4),
    // This voice is never alone here: the speaker after it has it.
    voice(2, 2.4, 4, { ...beneath, track: 'b' }),
    voice(2, 4, 6, { track: 'c' }),
    // Like the voice that it is beneath, but less so.
    voice(2, 6, 8, { track: 'd' }),
    voice(2, 6.5, 7.5, { track: 'e', vector: blend, alone: 0.3 }),
    voice(1, 9, 11),
  ];
  const { turns } = await turnsOf({ voices, min: 2, max: 2 });
  expect(turns).toEqual([
    { start: 0, end: 4, speaker: 0 },
    { start: 2.4, end: 8, speaker: 1 },
    { start: 6.5, end: 7.5, speaker: 0 },
    { start: 9, end: 11, speaker: 0 },
  ]);
});

test('pieces that only touch may be of one person', async () => {
  const voices = [voice(1, 0, 2, { track: 'a' }), voice(1, 1.9, 4, { track: 'b' }), voice(2, 5, 8)];
  const { turns } = await turnsOf({ voices, min: 2, max: 2 });
  expect(turns[0]).toEqual({ start: 0, end: 4, speaker: 0 });
});

test('recognises known voices, each of them once', async () => {
  const voices = [voice(5, 0, 3), voice(6, 4, 7), voice(5, 8, 11)];
  const known = [[voice(6, 0, 4)], [voice(8, 0, 4)]];
  const found = await turnsOf({ voices, known, earlier: [[voice(1, 0, 4)], ...known] });
  expect(found.known).toEqual([null, 0]);
  // A known voice may be a speaker of before as well.
  expect(found.earlier).toEqual([null, 1]);
});

/** onnxruntime's own session, as a graph of the model. */
interface Ort {
  InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{
      inputNames: string[];
      outputNames: string[];
      run(feeds: object): Promise<Record<string, { data: Float32Array }>>;
    }>;
  };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object;
  env: { wasm: { numThreads: number } };
}

async function open(name: string) {
  const { InferenceSession, Tensor, env }: Ort = await import(
    import.meta.resolve('onnxruntime-web')
  );
  env.wasm.numThreads = 1;
  const path = `public/models/alcove-speakers/onnx/${name}_quantized.onnx.gz`;
  const session = await InferenceSession.create(gunzipSync(await readFile(path)), {});
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return async (values: Float32Array, dims: readonly number[]) => {
    const { [output]: found } = await session.run({ [input]: new Tensor('float32', values, dims) });
    return found?.data ?? new Float32Array(0);
  };
}

/** A PCM file of 16 bits at 8 or 16 kHz. */
async function readWave(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  const factor = SAMPLE_RATE / bytes.readUInt32LE(24);
  const data = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length - (bytes.length % 2)),
  );
  return Float32Array.from({ length: data.length * factor }, (_, i) => {
    return (data[Math.floor(i / factor)] ?? 0) / 32_768;
  });
}

async function collect<T extends TaskEvent['type']>(events: AsyncIterable<TaskEvent>, type: T) {
  for await (const event of events) {
    if (event.type === type) return event as Extract<TaskEvent, { type: T }>;
  }
  throw new Error(`No event ${type}.`);
}

test('distinguishes two people of real recordings', async () => {
  const model = new SpeakersModel({
    segmentation: await open('segmentation'),
    frames: await open('frames'),
    voice: await open('voice'),
    differences: await open('differences'),
  });
  const people = await Promise.all(['george', 'nicolas'].map((n) => readWave(`e2e/data/${n}.wav`)));
  const order = [0, 1];
  const parts = order.map(
    (who) => people[who]?.subarray(0, 4 * SAMPLE_RATE) ?? new Float32Array(0),
  );
  const gap = 0.3 * SAMPLE_RATE;
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length + gap, 0));
  const starts: number[] = [];
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    starts.push(at / SAMPLE_RATE);
    at += part.length + gap;
  }
  const signal = new AbortController().signal;
  const stretch = { kind: 'voices', samples, start: 0, from: 0, to: at / SAMPLE_RATE } as const;
  const { voices } = await collect(model.run(stretch, signal), 'voices');
  expect(voices.every(({ vector }) => vector === null || vector.length === 256)).toBe(true);
  const { turns } = await collect(model.run({ ...none, min: 2, max: 2, voices }, signal), 'turns');
  const right = turns.filter(({ start, end, speaker }) => {
    const part = starts.findLastIndex((from) => from <= (start + end) / 2);
    return speaker === order[part];
  });
  const seconds = (some: typeof turns) =>
    some.reduce((sum, { start, end }) => sum + end - start, 0);
  expect(seconds(turns)).toBeGreaterThan(4);
  expect(seconds(right) / seconds(turns)).toBeGreaterThan(0.9);
}, 240_000);

test('noise fills digital silence, and nothing of what a recording has', async () => {
  const windows: Float32Array[] = [];
  const segmentation = (values: Float32Array) => {
    windows.push(values.slice());
    return Promise.resolve(new Float32Array(589 * 3));
  };
  const nothing = () => Promise.resolve(new Float32Array(0));
  const model = new SpeakersModel({
    segmentation,
    ...{ frames: nothing, voice: nothing, differences: nothing },
  });
  const samples = new Float32Array(10 * SAMPLE_RATE);
  // Loud, then as quiet as a telephone between words, then nothing at all.
  for (let i = 0; i < samples.length; i++) {
    const second = i / SAMPLE_RATE;
    const level = second < 3 ? 0.3 : 0.003;
    samples[i] = second < 6 ? level * Math.sin(i / 3) : 0;
  }
  const task = { kind: 'voices', samples, start: 0, from: 2.5, to: 7.5 } as const;
  await collect(model.run(task, new AbortController().signal), 'voices');
  const [window = new Float32Array(0)] = windows;
  expect(window.subarray(0, 6 * SAMPLE_RATE)).toEqual(samples.subarray(0, 6 * SAMPLE_RATE));
  const silent = window.subarray(6 * SAMPLE_RATE);
  expect(silent.filter((x) => x === 0).length).toBeLessThan(10);
  expect(Math.max(...silent)).toBeLessThan(0.05);
});
