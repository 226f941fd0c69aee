import { expect, test } from 'vitest';
import { DrawPace } from './draw-pace.ts';

function paceAfter(costs: readonly number[]): number {
  const pace = new DrawPace();
  for (const cost of costs) pace.note(cost);
  return pace.pause;
}

test('drawing takes a twenty-fifth of the time, between seven and twelve times a second', () => {
  expect(paceAfter([])).toBe(80);
  expect(paceAfter([1, 1, 1])).toBe(80);
  expect(paceAfter([5, 5, 5])).toBe(125);
  expect(paceAfter([40, 40, 40])).toBe(150);
});

test('one slow draw among others changes nothing, an answer that grows costly does', () => {
  expect(paceAfter([4, 4, 90, 4, 4])).toBe(100);
  expect(paceAfter([2, 2, 2, 2, 2, 5, 5, 5])).toBe(125);
});
