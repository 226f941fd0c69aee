import { expect, test } from 'vitest';
import { isTooLongToEdit } from './text-input.ts';

test.each([
  ['a page of text', 'word '.repeat(1_000), false],
  ['a long text', 'word '.repeat(19_000), false],
  ['a very long text', 'word '.repeat(21_000), true],
  ['a run that is laid out in a moment', '\\'.repeat(10_000), false],
  ['a run that stops the page', `a ${'\\'.repeat(10_001)} b`, true],
])('%s', (_, text, expected) => {
  expect(isTooLongToEdit(text)).toBe(expected);
});
