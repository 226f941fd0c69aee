import { expect, test, vi } from 'vitest';
import type { LoopSession, OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { SpeechDecoder } from './speech-decoder.ts';

vi.mock('@huggingface/transformers', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  // The library's own asks for a session first.
  Tensor: class {
    readonly data: unknown;
    readonly dims: readonly number[];
    constructor(_type: string, data: unknown, dims: readonly number[]) {
      this.data = data;
      this.dims = dims;
    }
  },
}));

const STATES = 'encoder_hidden_states';
const CACHE = 'past_key_values.0.decoder.key';

/** A tensor as onnxruntime gives it: one in a GPU's buffer throws where it is read directly. */
function tensor(dims: readonly number[], values: number[], isOnGpu = false): OrtTensor {
  const data = Float32Array.from(values);
  let isDisposed = false;
  const read = () => {
    if (isDisposed) throw new Error('It is disposed of.');
    return data;
  };
  return {
    type: 'float32',
    dims,
    location: isOnGpu ? 'gpu-buffer' : 'cpu',
    get data() {
      if (isOnGpu) throw new Error('The data is not on CPU.');
      return read();
    },
    getData: async () => read(),
    dispose() {
      isDisposed = true;
    },
  };
}

/** A graph on a GPU: its cache has the ids read so far, as do its logits. */
function gpuSession(): { session: LoopSession; fed: number[][] } {
  const fed: number[][] = [];
  const session: LoopSession = {
    writesInto: false,
    interrupt: null,
    inputNames: ['input_ids', STATES, 'use_cache_branch', CACHE],
    outputNames: ['logits', CACHE.replace('past_key_values', 'present')],
    allocate: (dims) => tensor(dims, Array(dims.reduce((a, b) => a * b, 1)).fill(0)),
    empty: (_name, dims) => session.allocate(dims),
    hold: (same) => same,
    async run(feeds) {
      await (feeds[STATES] as OrtTensor).getData?.();
      const { dims, data } = feeds['input_ids'] as OrtTensor;
      const [rows = 0, width = 0] = dims;
      const cache = feeds[CACHE] as OrtTensor;
      const known = (await cache.getData?.()) ?? [];
      const before = known.length / rows;
      fed.push(Array.from(known, Number));
      const texts = Array.from({ length: rows }, (_, row) => [
        ...Array.from(known, Number).slice(row * before, (row + 1) * before),
        ...Array.from(data, Number).slice(row * width, (row + 1) * width),
      ]);
      return {
        logits: tensor([rows, width, 1], Array.from(data, Number)),
        [CACHE.replace('past_key_values', 'present')]: tensor(
          [rows, 1, before + width, 1],
          texts.flat(),
          true,
        ),
      };
    },
  };
  return { session, fed };
}

test('texts on a GPU continue the rows that are named', async () => {
  const { session, fed } = gpuSession();
  const decoder = new SpeechDecoder(session, { heads: 1, size: 1 });
  const { window } = await decoder.open(tensor([1, 1, 1], [0]), [9]);
  await window.step([1, 2], [0, 0]);
  await window.step([3, 4], [1, 1]);
  expect(fed.slice(1)).toEqual([
    [9, 9],
    [9, 2, 9, 2],
  ]);
});

test('encoder states that nothing copied can be read again after a window', async () => {
  const { session } = gpuSession();
  const decoder = new SpeechDecoder(session, { heads: 1, size: 1 });
  const states = tensor([1, 1, 1], [0]);
  for (const prompt of [[7], [8]]) {
    const { window } = await decoder.open(states, prompt);
    expect(Array.from(await window.step([1], [0]), (row) => row[0])).toEqual([1]);
    window.close();
  }
});

test('what a head sees is noted from a token of the prompt on, for each token read', async () => {
  const { session } = gpuSession();
  const held: OrtTensor[] = [];
  const decoder = new SpeechDecoder(
    {
      ...session,
      async run(feeds, wanted = []) {
        const out = await session.run(feeds, wanted);
        const { dims, data } = feeds['input_ids'] as OrtTensor;
        const [, width = 0] = dims;
        const rows = Array.from(data as BigInt64Array, Number).flatMap((id) => [id, id + 0.5]);
        // Two heads: the second sees the same from the other side.
        const seen = tensor([1, 2, width, 2], [...rows, ...rows.map((x) => -x)]);
        held.push(seen);
        return {
          ...out,
          ...(wanted.includes('cross_attentions.3') && { 'cross_attentions.3': seen }),
        };
      },
    },
    { heads: 1, size: 1 },
  );
  const { window } = await decoder.open(tensor([1, 1, 1], [0]), [7, 8, 9], 1, [[3, 1]]);
  await window.step([4], [0]);
  await window.step([5], [0]);
  const rows = (seen = window.seen) => seen.map((head) => head.map((row) => Array.from(row)));
  expect(rows()).toEqual([
    [
      [-8, -8.5],
      [-9, -9.5],
      [-4, -4.5],
      [-5, -5.5],
    ],
  ]);
  window.restart();
  expect(rows()[0]).toHaveLength(2);
  for (const { data } of held.map((one) => ({ data: () => one.data }))) expect(data).toThrow();
});
