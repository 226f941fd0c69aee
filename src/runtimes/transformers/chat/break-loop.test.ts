import { expect, test } from 'vitest';
import { closeString, isLooping } from './break-loop.ts';

const cycle = (period: number, length: number) =>
  Array.from({ length }, (_, i) => (i % period) + 1);

test('a cycle of up to 32 tokens is found after four times, and after 48 tokens', () => {
  expect(isLooping([7, 8, 9, ...cycle(5, 48)])).toBe(true);
  expect(isLooping(cycle(1, 48))).toBe(true);
  expect(isLooping(cycle(18, 72))).toBe(true);
  expect(isLooping(cycle(18, 71))).toBe(false);
  expect(isLooping(cycle(5, 47))).toBe(false);
  expect(isLooping(cycle(33, 200))).toBe(false);
  expect(isLooping([...cycle(5, 48), 9])).toBe(false);
});

const BYTES = ['a', '"', '",', ' b', '}', '1'].map((text) => new TextEncoder().encode(text));
const No = Number.NEGATIVE_INFINITY;

function closed(logits: number[]): number[] {
  const row = Float32Array.from(logits);
  closeString(row, (token) => BYTES[token] ?? new Uint8Array());
  return [...row];
}

test('in a string only its end is left, and elsewhere nothing changes', () => {
  expect(closed([5, 1, 2, 4, 3, 3])).toEqual([No, 1, 2, No, No, No]);
  // A quotation mark begins a string here, or is not allowed.
  expect(closed([No, 1, 2, No, 3, 3])).toEqual([No, 1, 2, No, 3, 3]);
  expect(closed([5, No, No, 4, 3, 3])).toEqual([5, No, No, 4, 3, 3]);
});
