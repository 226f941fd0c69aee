import { expect, test } from 'vitest';
import { toResult } from './tool-calls.ts';

test('sends a result, and an error as one', () => {
  expect(toResult(true, '42')).toBe('42');
  expect(toResult(false, 'no such city')).toBe('Error: no such city');
});

test('sends the model a reason instead of 20 MB', () => {
  expect(toResult(true, 'x'.repeat(20_000_000))).toBe(
    'Error: the result has 20000000 characters, more than 200000.',
  );
});
