import { expect, test } from 'vitest';
import { KvCache, type Padding } from '#runtimes/transformers/cache/kv-cache.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import type { Decoder, Reading } from './decoder.ts';
import { probeDecoder } from './probe-decoder.ts';

const SAMPLE = Array.from({ length: 128 }, (_, i) => (i % 13) + 1);

/** A graph whose logits are sums of its inputs. `shiftOf`: the error that a step of `width` tokens adds after `alone` steps of one. */
function fakeDecoder(
  shiftOf: (width: number, alone: number, rows: number) => number,
  canWriteInPlace = false,
) {
  let alone = 0;
  let tokens = 0;
  let most = 0;
  const tensors = createTensors();
  const rowOf = (tokens: number) => {
    const layer = tensors.allocate([1, 1, tokens, 1]);
    return new KvCache({ 'past_key_values.0.key': layer }, 'left').row(0, tokens);
  };
  const decoder = {
    padding: 'left' as Padding,
    writesInPlace: false,
    canWriteInPlace,
    allocate: tensors.allocate,
    emptyRow: () => rowOf(0),
    async read(readings: readonly Reading[], wanted?: number) {
      const count = readings[0]?.ids.length ?? 0;
      if (count === 1) alone++;
      tokens += count;
      most = Math.max(most, tensors.alive());
      return {
        rows: readings.map(({ row }) => rowOf(row.tokens + count)),
        logits(reading: number, token: number) {
          if (token < count - (wanted ?? count) || token >= count) return new Float32Array(0);
          const { before = [], ids = [] } = readings[reading] ?? {};
          const sum = [...before, ...ids.slice(0, token + 1)].reduce((a, b) => a + b, 0);
          const width = count * readings.length;
          return Float32Array.from(
            [10, 5, 1],
            (size, i) => size + Math.sin(sum + i) + shiftOf(width, alone, readings.length),
          );
        },
      };
    },
  };
  return {
    decoder: decoder as unknown as Decoder,
    tensors,
    most: () => most,
    alone: () => alone,
    /** Tokens of the first row of each step. */
    read: () => tokens,
  };
}

test('detects a graph whose logits depend on other rows of the step', async () => {
  const same = fakeDecoder(() => 0);
  const result = await probeDecoder(same.decoder, SAMPLE, { mayJoin: true });
  expect(result.abilities).toMatchObject({ isExact: true, supportsBatching: true });
  expect(result.numbers.length).toBeLessThan(20);
  expect(same.tensors.alive()).toBe(0);
  expect(same.most(), 'caches at the same time').toBeLessThan(10);
  const moved = await probeDecoder(fakeDecoder((width) => width * 0.005).decoder, SAMPLE, {
    mayJoin: true,
  });
  expect(moved.abilities).toMatchObject({ isExact: false, supportsBatching: false });
  // Products of one row are summed in another order, which quantising makes larger.
  const alone = await probeDecoder(fakeDecoder((n) => (n === 1 ? 0.2 : 0)).decoder, SAMPLE, {
    mayJoin: true,
  });
  expect(alone.abilities).toMatchObject({ isExact: false, supportsBatching: false });
  // Where a cache can be cut, the last tokens are compared one by one.
  const cut = await probeDecoder(fakeDecoder(() => 0, true).decoder, SAMPLE, { mayJoin: false });
  expect(cut.abilities.isExact).toBe(true);
  // The first of them may give the same by chance.
  const late = fakeDecoder((_, n) => (n > 8 ? 0.2 : 0));
  expect((await probeDecoder(late.decoder, SAMPLE, { mayJoin: false })).abilities.isExact).toBe(
    false,
  );
});

test('ends a comparison with tokens that were read alone at the first difference', async () => {
  const [many, few] = [false, true].map((canCut) =>
    fakeDecoder((n) => (n === 1 ? 0.2 : 0), canCut),
  );
  for (const one of [many, few]) {
    const result = await probeDecoder(one?.decoder as Decoder, SAMPLE, { mayJoin: false });
    expect(result.abilities.isExact).toBe(false);
    expect(one?.tensors.alive()).toBe(0);
  }
  expect(many?.alone()).toBeGreaterThan(16);
  expect(few?.alone()).toBe(2);
  // A graph that is exact alone, but not where a prompt is cut, is found too, and no token is read alone twice.
  const cut = fakeDecoder((n) => (n === 64 ? 0.2 : 0), true);
  expect((await probeDecoder(cut.decoder, SAMPLE, { mayJoin: false })).abilities.isExact).toBe(
    false,
  );
  expect(cut.alone()).toBe(17);
});

test('leaves the rest of a large graph for later, and ends between two steps', async () => {
  const slow = fakeDecoder(() => 0, true);
  const large = { mayJoin: true, isLarge: true };
  const partial = await probeDecoder(slow.decoder, SAMPLE, { ...large, isPartial: true });
  expect(partial).toMatchObject({ isPartial: true, abilities: { isExact: false } });
  expect(partial.numbers).toHaveLength(17);
  expect([slow.alone(), slow.read()]).toEqual([1, 33]);
  // Another device, which finds out all of it, reports the same numbers.
  const whole = await probeDecoder(fakeDecoder(() => 0).decoder, SAMPLE, large);
  expect(whole).toMatchObject({ abilities: { isExact: true } });
  expect(whole.numbers).toEqual(partial.numbers);
  const signal = AbortSignal.abort(new Error('a task came'));
  const ended = probeDecoder(slow.decoder, SAMPLE, { mayJoin: true, signal });
  await expect(ended).rejects.toThrow('a task came');
  expect(slow.tensors.alive()).toBe(0);
});

/** As int8 graphs with a scale for each token: a step of one token for each row is summed in an order of its own. */
const byTokens = (width: number, rows: number) => (width === rows ? 0.2 : 0);

test('joins rows of an inexact graph where they get the same bits as alone', async () => {
  const { decoder, tensors } = fakeDecoder((width, _, rows) => byTokens(width, rows));
  const result = await probeDecoder(decoder, SAMPLE, { mayJoin: true });
  expect(result.abilities).toMatchObject({ isExact: false, supportsBatching: true });
  expect(tensors.alive()).toBe(0);
  // The smallest difference changes a token eventually, and may be hidden at first.
  let joined = 0;
  const late = fakeDecoder((width, _, rows) => {
    if (rows === 2) joined++;
    return byTokens(width, rows) + (rows === 2 && joined > 9 ? 1e-5 : 0);
  });
  const found = await probeDecoder(late.decoder, SAMPLE, { mayJoin: true });
  expect(found.abilities).toMatchObject({ isExact: false, supportsBatching: false });
});
