import { expect, test } from 'vitest';
import { belonging, fitting, isUnsure, probedFirst } from './weigh-lines.ts';

test('a model is asked about the likeliest lines first, and about some of the unlikeliest', () => {
  const scores = Array.from({ length: 40 }, (_, i) => i / 40);
  const order = probedFirst(scores);
  expect(order.slice(0, 8)).toEqual([39, 38, 37, 36, 35, 34, 33, 32]);
  expect(order.slice(8, 16)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
  expect(new Set(order).size).toBe(40);
  expect(probedFirst([0.1, 0.2]).sort()).toEqual([0, 1]);
});

test('a sure model decides against words; one that leans to a word for all lines does not', () => {
  const scores = [0.4, 0.1, 0.1, 0.1];
  const sure = new Map([-12, 11, -12, -12].map((odds, i) => [i, odds]));
  expect(belonging(sure, scores)).toEqual([1]);
  const leaning = new Map([1.2, 1.3, 1.1, 1.2].map((odds, i) => [i, odds]));
  expect(belonging(leaning, scores)).toEqual(fitting(scores));
  expect(
    belonging(
      new Map([
        [0, 12],
        [1, 12],
        [2, 12],
        [3, 12],
      ]),
      scores,
    ),
  ).toEqual([0, 1, 2, 3]);
  // What it has not read is not in the answer.
  expect(belonging(new Map([[1, 12]]), scores)).toEqual([1]);
});

test('a model is unsure that was sure of none of the first lines', () => {
  const said = (odds: number) => new Map(Array.from({ length: 16 }, (_, i) => [i, odds]));
  expect(isUnsure(said(1.2))).toBe(true);
  expect(isUnsure(said(-9))).toBe(false);
  expect(isUnsure(new Map([[0, 0.1]]))).toBe(false);
});
