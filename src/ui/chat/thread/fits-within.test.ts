import { expect, test } from 'vitest';
import { fitsWithin } from './fits-within.ts';

test('values are counted up to the limit, at every level', () => {
  expect(fitsWithin({ a: [1, 2, { b: null }] }, 5)).toBe(true);
  expect(fitsWithin({ a: [1, 2, { b: null }] }, 4)).toBe(false);
});

test('rejects JSON nested tens of thousands deep and a million values', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as object;
  expect(fitsWithin(deep, 1_000_000)).toBe(false);
  expect(fitsWithin(Array.from({ length: 1_000_000 }), 500)).toBe(false);
});
