import { afterEach, beforeEach, expect, test } from 'vitest';
import { KvCache } from '#runtimes/transformers/cache/kv-cache.ts';
import { RunInterrupted } from '#runtimes/transformers/ort/run-interrupt.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import { DecodeLoop, type LoopOptions } from './decode-loop.ts';
import type { Reading, Step } from './decoder.ts';
import { GREEDY } from './sampler.ts';
import { Sequence, type SequenceOptions } from './sequence.ts';

const VOCABULARY = 32;
const END = 31;

let tensors = createTensors();

beforeEach(() => {
  tensors = createTensors();
});

// After every test all rows must be released.
afterEach(async () => {
  await expect.poll(() => tensors.alive()).toBe(0);
});

/** A model that counts: after a token comes the next one, after 9 comes 0, after 20 the end. */
function createCounter(fails: (readings: readonly Reading[]) => boolean = () => false) {
  const steps: number[][] = [];
  const wanted: (number | undefined)[] = [];
  return {
    steps,
    wanted,
    allocate: tensors.allocate,
    interrupt: { clear: () => {} },
    async read(readings: readonly Reading[], logits?: number, _?: boolean): Promise<Step> {
      wanted.push(logits);
      steps.push(readings.map(({ ids }) => ids.length));
      if (fails(readings)) throw new Error('The graph failed.');
      const count = readings[0]?.ids.length ?? 0;
      const length = Math.max(...readings.map((r) => r.row.tokens)) + count;
      const layer = tensors.allocate([readings.length, 1, length, 1]);
      const cache = new KvCache({ 'past_key_values.0.key': layer }, 'left');
      return {
        rows: readings.map(({ row }, index) => cache.row(index, row.tokens + count)),
        logits: (reading, token) => {
          const id = readings[reading]?.ids[token] ?? 0;
          const logits = new Float32Array(VOCABULARY);
          const next = id === 9 ? 0 : id + 1;
          logits[id === 20 ? END : next] = 10;
          return logits;
        },
      };
    },
  };
}

const COUNTING = {
  ends: new Set([END]),
  bytesOf: (token: number) => Uint8Array.of(token),
};

function begin(
  prompt: number[],
  changes: Partial<SequenceOptions> = {},
  bytesOf = COUNTING.bytesOf,
): Sequence {
  const cache = new KvCache({ 'past_key_values.0.key': tensors.allocate([1, 1, 0, 1]) }, 'left');
  const options: SequenceOptions = {
    prompt,
    row: cache.row(0, 0),
    sampling: GREEDY,
    topLogprobs: null,
    grammar: null,
    maxTokens: 12,
    signal: new AbortController().signal,
    ...changes,
  };
  return new Sequence(options, { ...COUNTING, bytesOf });
}

async function read(sequence: Sequence): Promise<number[]> {
  const tokens: number[] = [];
  for await (const token of sequence.tokens()) {
    if ('bytes' in token) tokens.push(token.bytes[0] ?? -1);
  }
  return tokens;
}

const open = (counter: ReturnType<typeof createCounter>, changes: Partial<LoopOptions> = {}) =>
  new DecodeLoop(counter, { maxParallel: 4, drafted: 0, onEnd: () => {}, ...changes });

test('several answers are written in the same steps, each its own', async () => {
  const counter = createCounter();
  const loop = open(counter);
  const sequences = [begin([1, 2]), begin([5]), begin([17, 18])];
  for (const sequence of sequences) loop.add(sequence);
  const answers = await Promise.all(sequences.map(read));
  expect(answers[0]).toEqual([3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4]);
  expect(answers[1]).toEqual([6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7]);
  expect(answers[2]).toEqual([19, 20]);
  expect(counter.steps.some((step) => step.length === 3)).toBe(true);
  expect(counter.steps.length).toBeLessThan(20);
});

test('batches have at most the rows that the graph supports', async () => {
  const counter = createCounter();
  const loop = open(counter, { maxParallel: 1 });
  const sequences = [begin([1]), begin([2])];
  for (const sequence of sequences) loop.add(sequence);
  await Promise.all(sequences.map(read));
  expect(counter.steps.every((step) => step.length === 1)).toBe(true);
});

test('drafts save steps and change no token', async () => {
  const text = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2];
  const plain = createCounter();
  const alone = begin(text);
  open(plain).add(alone);
  const expected = await read(alone);
  const counter = createCounter();
  const ends: Sequence[] = [];
  const loop = open(counter, { drafted: 6, onEnd: (s) => ends.push(s) });
  const drafted = begin(text);
  loop.add(drafted);
  expect(await read(drafted)).toEqual(expected);
  expect(counter.steps.length).toBeLessThan(plain.steps.length / 2);
  await expect.poll(() => ends.length).toBe(1);
  // The cache covers exactly the read tokens, so the next message continues from it.
  expect(drafted.row.tokens).toBe(drafted.ids.length);
});

test('a wrong draft is rolled back', async () => {
  // After 2, 3 came 7; the model says 4.
  const counter = createCounter();
  const sequence = begin([2, 3, 7, 1, 2, 3], { maxTokens: 3 });
  open(counter, { drafted: 6 }).add(sequence);
  expect(await read(sequence)).toEqual([4, 5, 6]);
  expect(sequence.row.tokens).toBe(sequence.ids.length);
});

test('a step that fails ends those who took part, and the next ones are answered', async () => {
  let isBroken = true;
  const loop = open(createCounter(() => isBroken));
  const first = begin([1]);
  loop.add(first);
  await expect(read(first)).rejects.toThrow('The graph failed.');
  isBroken = false;
  const second = begin([18]);
  loop.add(second);
  expect(await read(second)).toEqual([19, 20]);
});

test('an answer that is aborted or left ends; the others continue', async () => {
  const controller = new AbortController();
  const loop = open(createCounter());
  const aborted = begin([1], { signal: controller.signal });
  const left = begin([1]);
  const other = begin([5], { maxTokens: 4 });
  for (const sequence of [aborted, left, other]) loop.add(sequence);
  controller.abort();
  await expect(read(aborted)).rejects.toMatchObject({ code: 'aborted' });
  for await (const _ of left.tokens()) break;
  expect(left.isOver).toBe(true);
  expect(await read(other)).toEqual([6, 7, 8, 9]);
});

test('a long prompt is read in parts, and others are answered in between', async () => {
  const counter = createCounter();
  const loop = open(counter);
  const long = begin(new Array(500).fill(1), { maxTokens: 1 });
  const short = begin([3], { maxTokens: 3 });
  loop.add(long);
  loop.add(short);
  expect(await read(short)).toEqual([4, 5, 6]);
  await read(long);
  expect(Math.max(...counter.steps.flat())).toBeLessThanOrEqual(128);
});

test('an answer that no token may continue fails, it does not end', async () => {
  const grammar = {
    mask: async (logits: Float32Array) => void logits.fill(Number.NEGATIVE_INFINITY),
    accept: () => false,
    forcedTokens: () => [],
    wayToEnd: () => null,
    rollback: () => {},
    close: () => {},
  };
  const sequence = begin([1], { grammar });
  open(createCounter()).add(sequence);
  await expect(read(sequence)).rejects.toMatchObject({ code: 'runtime-failed' });
});

test('a failure affects only its own answer: concurrent and later answers continue', async () => {
  const loop = open(createCounter());
  const broken = begin([5], {}, (token) => {
    if (token === 8) throw new Error('The streamer failed.');
    return COUNTING.bytesOf(token);
  });
  const fine = begin([1]);
  for (const sequence of [broken, fine]) loop.add(sequence);
  const [first, second] = await Promise.allSettled([read(broken), read(fine)]);
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'The streamer failed.' } });
  expect(second).toMatchObject({ value: [2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3] });
  const next = begin([17]);
  loop.add(next);
  expect(await read(next)).toEqual([18, 19, 20]);
});

test('an answer whose row cannot be cached is complete, and the others continue', async () => {
  const onEnd = ({ ids }: Sequence) => {
    if (ids.includes(18)) throw new Error('No memory is left for a copy.');
  };
  const loop = open(createCounter(), { onEnd });
  const [short, long] = [begin([17]), begin([1])];
  for (const sequence of [short, long]) loop.add(sequence);
  expect(await Promise.all([read(short), read(long)])).toEqual([
    [18, 19, 20],
    [2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3],
  ]);
});

test('a loop that fails outside a step frees what its answers hold', async () => {
  const counter = createCounter();
  const broken = {
    ...counter,
    interrupt: {
      clear: () => {
        if (counter.steps.length > 2) throw new Error('The interrupt failed.');
      },
    },
  };
  let closed = 0;
  const grammar = {
    mask: async () => {},
    accept: () => true,
    forcedTokens: () => [],
    wayToEnd: () => null,
    rollback: () => {},
    close: () => void closed++,
  };
  const loop = open(broken);
  const sequences = [begin([1], { grammar }), begin([2], { grammar })];
  for (const sequence of sequences) loop.add(sequence);
  for (const answer of await Promise.allSettled(sequences.map(read)))
    expect(answer).toMatchObject({ reason: { message: 'The interrupt failed.' } });
  await expect.poll(() => closed).toBe(2);
});

test('a consumer that throws ends its answer, and the next one is written', async () => {
  const loop = open(createCounter());
  const left = begin([1]);
  loop.add(left);
  await expect(async () => {
    for await (const _ of left.tokens()) throw new Error('The reader failed.');
  }).rejects.toThrow('The reader failed.');
  const next = begin([17]);
  loop.add(next);
  expect(await read(next)).toEqual([18, 19, 20]);
});

test('forced tokens are read in one step, together with an answer that samples', async () => {
  // After 3 the grammar knows the next four; the model would have said the same.
  const grammar = {
    mask: async () => {},
    accept: (token: number) => {
      forced = token === 3 ? [4, 5, 6, 7] : [];
      return true;
    },
    forcedTokens: () => forced,
    wayToEnd: () => null,
    rollback: () => {},
    close: () => {},
  };
  let forced: number[] = [];
  const counter = createCounter();
  const loop = open(counter, { drafted: 6 });
  const held = begin([1, 2], { grammar });
  const free = begin([1, 2]);
  for (const sequence of [held, free]) loop.add(sequence);
  const expected = [3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4];
  expect(await Promise.all([read(held), read(free)])).toEqual([expected, expected]);
  expect(counter.steps).toContainEqual([5]);
  const alone = begin([2], { grammar, maxTokens: 3 });
  loop.add(alone);
  expect(await read(alone)).toEqual([3, 4, 5]);
});

test('reports how much of a prompt has been read after each chunk but the last', async () => {
  const long = begin([...Array.from({ length: 300 }, () => 3), 19]);
  open(createCounter()).add(long);
  const reports: number[][] = [];
  for await (const token of long.tokens()) {
    if ('total' in token) reports.push([token.done, token.total]);
  }
  expect(reports).toEqual([
    [128, 301],
    [256, 301],
  ]);
});

test('asks for logits only where a token follows', async () => {
  const counter = createCounter();
  const long = begin([...Array.from({ length: 300 }, () => 3), 19]);
  open(counter).add(long);
  expect(await read(long)).toEqual([20]);
  expect(counter.steps.slice(0, 3)).toEqual([[128], [128], [45]]);
  expect(counter.wanted.slice(0, 3)).toEqual([0, 0, 1]);
});

/** Steps that may be interrupted are, as long as `isOn` says so. */
function interrupted(counter: ReturnType<typeof createCounter>, isOn: () => boolean) {
  const asked: boolean[] = [];
  const read = async (readings: readonly Reading[], wanted?: number, isInterruptible = false) => {
    asked.push(isInterruptible);
    if (isInterruptible && isOn()) throw new RunInterrupted('The run was interrupted.');
    return counter.read(readings, wanted);
  };
  return { asked, decoder: { ...counter, read } };
}

test('an abort interrupts the step that reads its prompt', async () => {
  let controller = new AbortController();
  const counter = createCounter();
  const { decoder } = interrupted(counter, () => {
    controller.abort();
    return true;
  });
  const ends: Sequence[] = [];
  const loop = new DecodeLoop(decoder, { maxParallel: 4, drafted: 0, onEnd: (s) => ends.push(s) });
  // However many before it were interrupted.
  for (let i = 1; i <= 4; i++) {
    controller = new AbortController();
    const long = begin(new Array(500).fill(1), { signal: controller.signal });
    loop.add(long);
    await expect(read(long)).rejects.toMatchObject({ code: 'aborted' });
    await expect.poll(() => ends.length).toBe(i);
  }
  expect(counter.steps).toEqual([]);
});

test('a step that was interrupted for another answer is repeated, in the end without interruption', async () => {
  const counter = createCounter();
  const { asked, decoder } = interrupted(counter, () => true);
  const long = begin([...Array.from({ length: 200 }, () => 3), 19]);
  new DecodeLoop(decoder, { maxParallel: 4, drafted: 0, onEnd: () => {} }).add(long);
  expect(await read(long)).toEqual([20]);
  expect(counter.steps.slice(0, 2)).toEqual([[128], [73]]);
  expect(asked.slice(0, 4)).toEqual([true, true, false, false]);
});
