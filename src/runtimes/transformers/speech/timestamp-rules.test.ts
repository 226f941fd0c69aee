import { expect, test } from 'vitest';
import { applyTimestampRules, readSegments } from './timestamp-rules.ts';

/** Text 0-4, end 5, no timestamps 6, times from 7. */
const tokens = { end: 5, noTimestamps: 6, firstTime: 7 };
const T = (step: number) => 7 + step;

function allowed(written: number[], best = 0): number[] {
  const logits = new Float32Array(12).fill(0);
  logits[best] = 9;
  applyTimestampRules(logits, written, tokens);
  return [...logits.keys()].filter((i) => logits[i] !== Number.NEGATIVE_INFINITY);
}

test('an answer begins with a time', () => {
  expect(allowed([])).toEqual([7, 8, 9, 10, 11]);
});

test('after the first time comes text or the end', () => {
  expect(allowed([T(0)])).toEqual([0, 1, 2, 3, 4, 5]);
});

test('after text comes text, the end, or a later time', () => {
  expect(allowed([T(1), 0])).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11]);
});

test('after the end of a segment comes its successor or the end', () => {
  expect(allowed([T(1), 0, T(2)], 5)).toEqual([5, 9, 10, 11]);
});

test('a time is chosen when all together outweigh every text', () => {
  expect(allowed([T(1), 0], 10)).toEqual([9, 10, 11]);
});

test('segments have the times around their text', () => {
  const written = [T(1), 0, 1, T(2), T(3), 2, T(4)];
  expect(readSegments(written, tokens)).toEqual([
    { ids: [0, 1], start: 0.02, end: 0.04 },
    { ids: [2], start: 0.06, end: 0.08 },
  ]);
  expect(readSegments([T(1), 0], tokens)).toEqual([{ ids: [0], start: 0.02, end: 0.02 }]);
});
