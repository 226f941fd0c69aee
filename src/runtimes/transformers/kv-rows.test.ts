import { expect, test } from 'vitest';
import { draftTokens } from './draft-tokens.ts';
import { dropLast, lengthOf, packRows, type Row, takeRow } from './kv-rows.ts';
import type { OrtTensor } from './session.ts';

const toTensor = (data: Float32Array, dims: number[]): OrtTensor => ({
  data,
  dims,
  dispose: () => {},
});

/** A row of its own whose numbers say which token, head and place they stand for. */
function rowOf(ids: readonly number[]): Row {
  const data = ids.flatMap((id) => [id, id + 0.5]);
  const heads = [...data, ...data.map((v) => v + 100)];
  const cache = {
    'past_key_values.0.key': toTensor(Float32Array.from(heads), [1, 2, ids.length, 2]),
  };
  return { cache, index: 0, tokens: ids.length };
}

const numbers = (row: Row) => [...(takeRow(row, toTensor)['past_key_values.0.key']?.data ?? [])];

test('rows of different lengths share a cache and come out as they went in', () => {
  const rows = [rowOf([1, 2, 3]), rowOf([4]), rowOf([5, 6])];
  const cache = packRows(rows, toTensor);
  expect(cache['past_key_values.0.key']?.dims).toEqual([3, 2, 3, 2]);
  expect(lengthOf(cache)).toBe(3);
  for (const [index, row] of rows.entries()) {
    expect(numbers({ cache, index, tokens: row.tokens })).toEqual(numbers(row));
  }
});

test('rows that lie as they should are not copied', () => {
  const cache = packRows([rowOf([1, 2]), rowOf([3])], toTensor);
  const rows = [2, 1].map((tokens, index) => ({ cache, index, tokens }));
  expect(packRows(rows, toTensor)).toBe(cache);
  expect(packRows(rows.toReversed(), toTensor)).not.toBe(cache);
  expect(packRows(rows.slice(0, 1), toTensor)).not.toBe(cache);
});

test('what was drafted in vain is dropped from the end', () => {
  const cache = packRows([rowOf([1, 2, 3]), rowOf([4, 5])], toTensor);
  expect(numbers(dropLast({ cache, index: 1, tokens: 2 }, 1, toTensor))).toEqual(
    numbers(rowOf([4])),
  );
  expect(numbers(dropLast({ cache, index: 0, tokens: 3 }, 2, toTensor))).toEqual(
    numbers(rowOf([1])),
  );
});

test('a draft is what followed the same tokens before, the longest match first', () => {
  expect(draftTokens([1, 2, 3, 9, 2, 3, 8, 1, 2, 3], 2)).toEqual([9, 2]);
  expect(draftTokens([5, 6, 7, 5, 6], 8)).toEqual([7, 5, 6]);
  expect(draftTokens([1, 2, 3, 4], 4)).toEqual([]);
  expect(draftTokens([], 4)).toEqual([]);
});

test('states of one size are joined row by row, however long the rows are', () => {
  const withState = (ids: readonly number[]): Row => {
    const row = rowOf(ids);
    const state = toTensor(Float32Array.from([...ids, 0, 0]).slice(0, 2), [1, 1, 2]);
    return { ...row, cache: { ...row.cache, 'past_conv.1': state } };
  };
  const cache = packRows([withState([1, 2, 3]), withState([4])], toTensor);
  expect(cache['past_conv.1']?.dims).toEqual([2, 1, 2]);
  expect([...(cache['past_conv.1']?.data ?? [])]).toEqual([1, 2, 4, 0]);
  expect(lengthOf(cache)).toBe(3);
  const second = takeRow({ cache, index: 1, tokens: 1 }, toTensor);
  expect([...(second['past_conv.1']?.data ?? [])]).toEqual([4, 0]);
});

test('what stands for a picture is never drafted', () => {
  expect(draftTokens([7, 8, 9, -1, -2, 5, 7, 8], 6)).toEqual([9]);
  expect(draftTokens([7, 8, -1, -2, 5, 7, 8], 6)).toEqual([]);
});
