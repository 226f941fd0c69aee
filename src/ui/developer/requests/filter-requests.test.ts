import { expect, test } from 'vitest';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { filterRequests, NO_FILTER, valuesOf } from './filter-requests.ts';

const rows = [
  { ...FULL_ROWS.usage, id: 4, at: 900, endpoint: 'chat', model: 'a', status: 200 },
  { ...FULL_ROWS.usage, id: 3, at: 500, endpoint: 'chat', model: 'b', status: 429 },
  { ...FULL_ROWS.usage, id: 2, at: 400, endpoint: 'embeddings', model: 'c', totalSeconds: 9 },
  { ...FULL_ROWS.usage, id: 1, at: 100, endpoint: '', model: '', keyId: 'other', status: 499 },
];
const shown = (filter: Partial<typeof NO_FILTER>) =>
  filterRequests(rows, { ...NO_FILTER, ...filter }, 1_000).map(({ id }) => id);

test('each condition leaves the rows that meet it, and all of them together', () => {
  expect(shown({})).toEqual([4, 3, 2, 1]);
  expect(shown({ endpoint: 'chat' })).toEqual([4, 3]);
  expect(shown({ model: 'b' })).toEqual([3]);
  expect(shown({ keyId: 'other' })).toEqual([1]);
  expect(shown({ status: 'ok' })).toEqual([4, 2]);
  expect(shown({ status: 'failed' })).toEqual([3, 1]);
  expect(shown({ status: 'slow' })).toEqual([2]);
  expect(shown({ within: 550 })).toEqual([4, 3]);
  expect(shown({ endpoint: 'chat', status: 'failed', within: 400 })).toEqual([]);
});

test('the choices of a filter are the values of the rows and the one that is chosen', () => {
  expect(valuesOf(rows, 'model', 'gone')).toEqual(['a', 'b', 'c', 'gone']);
  expect(valuesOf([], 'endpoint', '')).toEqual([]);
});
