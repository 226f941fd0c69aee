import { beforeEach, expect, test } from 'vitest';
import { draftTokens } from '#runtimes/transformers/chat/draft-tokens.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import { type Allocate, KvCache, type Row } from './kv-cache.ts';
import { dropLast, firstOf, isolateRow, packRows } from './kv-rows.ts';

let tensors = createTensors();
const allocate: Allocate = (dims) => tensors.allocate(dims);

beforeEach(() => {
  tensors = createTensors();
});

function filled(numbers: readonly number[], dims: number[]) {
  const tensor = allocate(dims);
  (tensor.data as Float32Array).set(numbers);
  return tensor;
}

/** A separate row whose numbers encode their token, head and place. */
function rowOf(ids: readonly number[]): Row {
  const data = ids.flatMap((id) => [id, id + 0.5]);
  const heads = [...data, ...data.map((v) => v + 100)];
  const cache = new KvCache(
    { 'past_key_values.0.key': filled(heads, [1, 2, ids.length, 2]) },
    'left',
  );
  return cache.row(0, ids.length);
}

function numbers(row: Row): number[] {
  const alone = packRows([row], { padding: 'left', reserve: 0 }, allocate);
  return [...(alone.tensors['past_key_values.0.key']?.data ?? [])].map(Number);
}

test.for(['right', 'left'] as const)(
  'rows share a cache, on its %s, and come out as they went in',
  (padding) => {
    const rows = [rowOf([1, 2, 3]), rowOf([4]), rowOf([5, 6])];
    const cache = packRows(rows, { padding, reserve: 0 }, allocate);
    expect(cache.tensors['past_key_values.0.key']?.dims).toEqual([3, 2, 3, 2]);
    expect(cache.length).toBe(3);
    for (const [index, row] of rows.entries()) {
      expect(numbers(cache.row(index, row.tokens))).toEqual(numbers(row));
    }
    // The second row, first head: its one token first or last.
    const second = [...(cache.tensors['past_key_values.0.key']?.data ?? [])].slice(12, 18);
    expect(second).toEqual(padding === 'left' ? [0, 0, 0, 0, 4, 4.5] : [4, 4.5, 0, 0, 0, 0]);
    // What fills the shorter ones up must be numbers: even masked, others spoil every sum.
    expect([...(cache.tensors['past_key_values.0.key']?.data ?? [])].some(Number.isNaN)).toBe(
      false,
    );
  },
);

test('rows in the requested layout are not copied', () => {
  const cache = packRows([rowOf([1, 2]), rowOf([3])], { padding: 'left', reserve: 0 }, allocate);
  const rows = [2, 1].map((tokens, index) => cache.row(index, tokens));
  expect(packRows(rows, { padding: 'left', reserve: 0 }, allocate)).toBe(cache);
  expect(packRows(rows.toReversed(), { padding: 'left', reserve: 0 }, allocate)).not.toBe(cache);
  expect(packRows(rows.slice(0, 1), { padding: 'left', reserve: 0 }, allocate)).not.toBe(cache);
  expect(packRows(rows, { padding: 'right', reserve: 0 }, allocate)).not.toBe(cache);
});

test('dropLast removes rejected drafts, and firstOf returns the beginning of any row', () => {
  const cache = packRows(
    [rowOf([1, 2, 3]), rowOf([4, 5])],
    { padding: 'left', reserve: 0 },
    allocate,
  );
  const [first, again, second] = [cache.row(0, 3), cache.row(0, 3), cache.row(1, 2)];
  expect(numbers(dropLast(second, 1, allocate))).toEqual(numbers(rowOf([4])));
  expect(numbers(dropLast(again, 2, allocate))).toEqual(numbers(rowOf([1])));
  expect(numbers(firstOf(first, 2, allocate))).toEqual(numbers(rowOf([1, 2])));
});

test('a row at the start is written on behind it, unless another conversation needs that space', () => {
  const layout = { padding: 'right', reserve: 2 } as const;
  const [own] = [rowOf([1, 2])];
  const cache = packRows([own as Row], layout, allocate);
  expect(cache.length).toBeGreaterThanOrEqual(4);
  const row = cache.row(0, 2);
  const first = cache.row(0, 2);
  expect(packRows([row], layout, allocate)).toBe(cache);
  // Two tokens were read into it: a row that continues from the second one must not write over them.
  const longer = cache.row(0, 4);
  expect(packRows([longer], { ...layout, reserve: 1 }, allocate)).toBe(cache);
  expect(packRows([first], layout, allocate)).not.toBe(cache);
  expect(numbers(first)).toEqual(numbers(rowOf([1, 2])));
  longer.release();
  expect(packRows([first], layout, allocate)).toBe(cache);
  // A beginning of it is the same cache, and dropping a draft copies nothing.
  expect(firstOf(row, 1, allocate).cache).toBe(cache);
  expect(packRows([row], { ...layout, reserve: 1_000 }, allocate)).not.toBe(cache);
});

test('a cache is freed when its last row is released, also after repeated releases', () => {
  const [one, two] = [rowOf([1, 2]), rowOf([3])];
  const packed = packRows([one, two], { padding: 'left', reserve: 0 }, allocate);
  const rows = [packed.row(0, 2), packed.row(1, 1)];
  one.release();
  two.release();
  expect(tensors.alive()).toBe(1);
  rows[0]?.release();
  rows[0]?.release();
  expect(tensors.alive()).toBe(1);
  rows[1]?.release();
  expect(tensors.alive()).toBe(0);
});

test('tensors that were allocated before memory ran out are freed', () => {
  const cache = new KvCache(
    {
      'past_key_values.0.key': filled([1, 2], [1, 1, 2, 1]),
      'past_key_values.0.value': filled([3, 4], [1, 1, 2, 1]),
    },
    'left',
  );
  const row = cache.row(0, 2);
  let left = 1;
  const scarce: Allocate = (dims) => {
    if (left-- === 0) throw new Error('No memory.');
    return allocate(dims);
  };
  expect(() => firstOf(row, 1, scarce)).toThrow('No memory.');
  row.release();
  expect(tensors.alive()).toBe(0);
});

test('a draft is the continuation of the same tokens earlier in the text, the longest match first', () => {
  expect(draftTokens([1, 2, 3, 9, 2, 3, 8, 1, 2, 3], 2)).toEqual([9, 2]);
  expect(draftTokens([5, 6, 7, 5, 6], 8)).toEqual([7, 5, 6]);
  expect(draftTokens([1, 2, 3, 4], 4)).toEqual([]);
  expect(draftTokens([], 4)).toEqual([]);
});

test('states of one size are joined row by row, however long the rows are', () => {
  const withState = (ids: readonly number[]): Row => {
    const { tensors: plain } = rowOf(ids).cache;
    const state = filled([...ids, 0, 0].slice(0, 2), [1, 1, 2]);
    return new KvCache({ ...plain, 'past_conv.1': state }, 'left').row(0, ids.length);
  };
  const cache = packRows(
    [withState([1, 2, 3]), withState([4])],
    { padding: 'left', reserve: 0 },
    allocate,
  );
  expect(cache.tensors['past_conv.1']?.dims).toEqual([2, 1, 2]);
  expect([...(cache.tensors['past_conv.1']?.data ?? [])]).toEqual([1, 2, 4, 0]);
  expect(cache.length).toBe(3);
  const second = isolateRow(cache.row(1, 1), allocate).cache;
  expect([...(second.tensors['past_conv.1']?.data ?? [])]).toEqual([4, 0]);
});

test('tokens of pictures are never drafted', () => {
  expect(draftTokens([7, 8, 9, -1, -2, 5, 7, 8], 6)).toEqual([9]);
  expect(draftTokens([7, 8, -1, -2, 5, 7, 8], 6)).toEqual([]);
});
