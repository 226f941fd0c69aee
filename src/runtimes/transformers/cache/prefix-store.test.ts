import { beforeEach, expect, test } from 'vitest';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import { type Allocate, KvCache, type Row } from './kv-cache.ts';
import { PrefixStore } from './prefix-store.ts';

let tensors = createTensors();
const allocate: Allocate = (dims) => tensors.allocate(dims);

beforeEach(() => {
  tensors = createTensors();
});

/** A cache whose numbers encode their token, head and layer. */
function rowOf(ids: readonly number[], more: Record<string, OrtTensor> = {}): Row {
  const heads = 2;
  const size = 3;
  const tensor = (layer: number) => {
    const made = allocate([1, heads, ids.length, size]);
    for (let i = 0; i < made.data.length; i++) {
      const head = Math.floor(i / (ids.length * size));
      const token = ids[Math.floor(i / size) % ids.length] ?? 0;
      made.data[i] = layer * 1000 + head * 100 + token;
    }
    return made;
  };
  const layers = { 'past_key_values.0.key': tensor(0), 'past_key_values.0.value': tensor(1) };
  return new KvCache({ ...layers, ...more }, 'left').row(0, ids.length);
}

/** Caches a conversation, as after its answer. */
function add(store: PrefixStore, ids: readonly number[], row = rowOf(ids)): void {
  store.add(ids, row);
  row.release();
}

const numbers = (row: Row | null) =>
  Object.values(row?.cache.tensors ?? {}).map(({ dims, data }) => [dims, [...data]]);

test('nothing is found in an empty store, or for another beginning', () => {
  const store = new PrefixStore(1e9, allocate);
  expect(store.find([1, 2, 3])).toBeNull();
  add(store, [7, 8]);
  expect(store.find([1, 2, 3])).toBeNull();
});

test('the prefix shared with a cached conversation is truncated, head by head', () => {
  const store = new PrefixStore(1e9, allocate);
  add(store, [1, 2, 3, 4]);
  const found = store.find([1, 2, 9, 9]);
  expect(found?.tokens).toBe(2);
  expect(numbers(found)).toEqual(numbers(rowOf([1, 2])));
});

test('a token is always left to continue from', () => {
  const store = new PrefixStore(1e9, allocate);
  add(store, [1, 2, 3]);
  expect(store.find([1, 2, 3])?.tokens).toBe(2);
  expect(store.find([1])).toBeNull();
});

test('branches are cached side by side, the longest match wins, and a continuation replaces', () => {
  const store = new PrefixStore(1e9, allocate);
  add(store, [1, 2, 3]);
  add(store, [1, 2, 4, 5]);
  expect(store.find([1, 2, 3, 8])?.tokens).toBe(3);
  expect(store.find([1, 2, 4, 5, 6])?.tokens).toBe(4);
  add(store, [1, 2, 4, 5, 6]);
  expect(numbers(store.find([1, 2, 4, 5, 6, 7]))).toEqual(numbers(rowOf([1, 2, 4, 5, 6])));
});

test('the least recently used conversation is evicted', () => {
  const store = new PrefixStore(150, allocate);
  add(store, [1, 2, 3]);
  add(store, [4, 5, 6]);
  expect(store.find([1, 2, 3, 4])).toBeNull();
  expect(store.find([4, 5, 6, 7])?.tokens).toBe(3);
});

test('memory is held only for rows that are cached or in use', () => {
  const store = new PrefixStore(150, allocate);
  add(store, [1, 2, 3]);
  expect(tensors.alive()).toBe(2);
  const found = store.find([1, 2, 3, 4]);
  // Gives way to another, but is still being read.
  add(store, [4, 5, 6]);
  expect(tensors.alive()).toBe(4);
  found?.release();
  expect(tensors.alive()).toBe(2);
  // A continuation replaces the conversation that it continues.
  add(store, [4, 5, 6]);
  expect(tensors.alive()).toBe(2);
  store.find([4, 5, 9])?.release();
  expect(tensors.alive()).toBe(2);
});

test('a cache with states is only reused whole, and its shorter prefixes stay', () => {
  const state = (ids: readonly number[]) => {
    const tensor = allocate([1, 1, 1]);
    tensor.data[0] = ids.length;
    return { 'past_conv.1': tensor };
  };
  const store = new PrefixStore(1e9, allocate);
  const cacheHybrid = (ids: readonly number[]) => add(store, ids, rowOf(ids, state(ids)));
  cacheHybrid([1, 2, 3]);
  cacheHybrid([1, 2, 3, 4, 5]);
  expect(store.find([1, 2, 3, 4, 9])?.tokens).toBe(3);
  expect(store.find([1, 2, 3, 4, 5, 9])?.tokens).toBe(5);
  expect(store.find([1, 2, 9])).toBeNull();
  // The same conversation again takes its place.
  cacheHybrid([1, 2, 3]);
  expect(store.find([1, 2, 3, 7])?.tokens).toBe(3);
});

test('a conversation on a GPU is continued as a whole and never cut', () => {
  const store = new PrefixStore(1e9, allocate);
  const row = rowOf([1, 2, 3]);
  for (const tensor of Object.values(row.cache.tensors)) tensor.location = 'gpu-buffer';
  add(store, [1, 2, 3], row);
  expect(store.find([1, 2, 9])).toBeNull();
  const found = store.find([1, 2, 3, 4]);
  expect(found?.tokens).toBe(3);
  expect(found?.cache).toBe(row.cache);
});

test('a prefix is reused only in whole steps if the step size matters', () => {
  const store = new PrefixStore(1e9, allocate);
  add(store, [1, 2, 3, 4, 5]);
  expect(store.find([1, 2, 3, 4, 9], 2)?.tokens).toBe(4);
  expect(store.find([1, 2, 3, 4, 9], 4)?.tokens).toBe(4);
  expect(store.find([1, 2, 3, 9, 9], 4)).toBeNull();
});

test('the newest conversation is cached even where it alone is larger than the limit', () => {
  const store = new PrefixStore(1, allocate);
  add(store, [1, 2, 3]);
  expect(store.find([1, 2, 3, 4])?.tokens).toBe(3);
  add(store, [7, 8, 9]);
  expect(store.find([7, 8, 9, 10])?.tokens).toBe(3);
  expect(store.find([1, 2, 3, 4])).toBeNull();
});
