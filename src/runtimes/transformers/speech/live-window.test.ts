import { expect, test } from 'vitest';
import { withoutLoop } from './live-window.ts';

test('a loop of the decoder ends after its first round', () => {
  const phrase = [11, 12, 13, 14, 15];
  expect(withoutLoop([1, 2, ...phrase, ...phrase, ...phrase, 11, 12])).toEqual([1, 2, ...phrase]);
  expect(withoutLoop([1, ...new Array(9).fill(7)])).toEqual([1, 7]);
});

test('a phrase that a person says twice stays', () => {
  const twice = [1, 11, 12, 13, 14, 11, 12, 13, 14, 2, 3];
  expect(withoutLoop(twice)).toEqual(twice);
  expect(withoutLoop([5, 5, 5, 6])).toEqual([5, 5, 5, 6]);
  expect(withoutLoop([])).toEqual([]);
});
