import { expect, test } from 'vitest';
import type { Cache } from './kv-rows.ts';
import { PrefixStore } from './prefix-store.ts';
import type { OrtTensor } from './session.ts';

/** A cache whose numbers say which token, head and layer they stand for. */
function cacheOf(ids: readonly number[]): Cache {
  const heads = 2;
  const size = 3;
  const tensor = (layer: number) => {
    const data = Float32Array.from({ length: heads * ids.length * size }, (_, i) => {
      const head = Math.floor(i / (ids.length * size));
      const token = ids[Math.floor(i / size) % ids.length] ?? 0;
      return layer * 1000 + head * 100 + token;
    });
    return { dims: [1, heads, ids.length, size], data, dispose: () => {} } as OrtTensor;
  };
  return { 'past_key_values.0.key': tensor(0), 'past_key_values.0.value': tensor(1) };
}

const toTensor = (data: Float32Array, dims: number[]): OrtTensor => {
  return { data, dims, dispose: () => {} };
};

const numbers = (cache: Cache | undefined) =>
  Object.values(cache ?? {}).map(({ dims, data }) => [dims, [...(data as Float32Array)]]);

test('nothing is found in an empty store, or for another beginning', () => {
  const store = new PrefixStore(1e9, toTensor);
  expect(store.find([1, 2, 3])).toBeNull();
  store.keep([7, 8], cacheOf([7, 8]));
  expect(store.find([1, 2, 3])).toBeNull();
});

test('what a prompt shares with a kept conversation is cut to length, head by head', () => {
  const store = new PrefixStore(1e9, toTensor);
  store.keep([1, 2, 3, 4], cacheOf([1, 2, 3, 4]));
  const found = store.find([1, 2, 9, 9]);
  expect(found?.tokens).toBe(2);
  expect(numbers(found?.cache)).toEqual(numbers(cacheOf([1, 2])));
});

test('a token is always left to go on from', () => {
  const store = new PrefixStore(1e9, toTensor);
  store.keep([1, 2, 3], cacheOf([1, 2, 3]));
  expect(store.find([1, 2, 3])?.tokens).toBe(2);
  expect(store.find([1])).toBeNull();
});

test('branches are kept side by side, the longest match wins, and a continuation replaces', () => {
  const store = new PrefixStore(1e9, toTensor);
  store.keep([1, 2, 3], cacheOf([1, 2, 3]));
  store.keep([1, 2, 4, 5], cacheOf([1, 2, 4, 5]));
  expect(store.find([1, 2, 3, 8])?.tokens).toBe(3);
  expect(store.find([1, 2, 4, 5, 6])?.tokens).toBe(4);
  store.keep([1, 2, 4, 5, 6], cacheOf([1, 2, 4, 5, 6]));
  expect(numbers(store.find([1, 2, 4, 5, 6, 7])?.cache)).toEqual(numbers(cacheOf([1, 2, 4, 5, 6])));
});

test('the conversation unused for longest makes room', () => {
  const store = new PrefixStore(150, toTensor);
  store.keep([1, 2, 3], cacheOf([1, 2, 3]));
  store.keep([4, 5, 6], cacheOf([4, 5, 6]));
  expect(store.find([1, 2, 3, 4])).toBeNull();
  expect(store.find([4, 5, 6, 7])?.tokens).toBe(3);
});

test('a cache with states is only taken over whole, and its shorter beginnings stay', () => {
  const hybrid = (ids: readonly number[]): Cache => ({
    ...cacheOf(ids),
    'past_conv.1': toTensor(Float32Array.of(ids.length), [1, 1, 1]),
  });
  const store = new PrefixStore(1e9, toTensor);
  store.keep([1, 2, 3], hybrid([1, 2, 3]));
  store.keep([1, 2, 3, 4, 5], hybrid([1, 2, 3, 4, 5]));
  expect(store.find([1, 2, 3, 4, 9])?.tokens).toBe(3);
  expect(store.find([1, 2, 3, 4, 5, 9])?.tokens).toBe(5);
  expect(store.find([1, 2, 9])).toBeNull();
  // The same conversation again takes its place.
  store.keep([1, 2, 3], hybrid([1, 2, 3]));
  expect(store.find([1, 2, 3, 7])?.tokens).toBe(3);
});
