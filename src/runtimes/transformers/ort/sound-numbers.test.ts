import { expect, test } from 'vitest';
import { checkNumbers } from './sound-numbers.ts';

test('finite outputs that differ are sound, others are not', () => {
  expect(() => checkNumbers(Float32Array.of(0, -Infinity, 3))).not.toThrow();
  expect(() => checkNumbers(Float32Array.of(0, Number.NaN, 3))).toThrow('no sound numbers');
  expect(() => checkNumbers(Float32Array.of(0, Infinity))).toThrow('no sound numbers');
  expect(() => checkNumbers(new Float32Array(9))).toThrow('the same output');
});
