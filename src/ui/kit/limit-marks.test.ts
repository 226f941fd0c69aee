import { expect, test } from 'vitest';
import { limitMarks } from './long-text.tsx';

test('leaves the marks of every script', () => {
  const text = 'Việt, हिन्दी, ที่นี่, שָׁלוֹם, ZA̡͓͕L';
  expect(limitMarks(text)).toBe(text);
});

test('drops excess combining marks on one character', () => {
  expect(limitMarks(`a${'\u0300'.repeat(100_000)}b`)).toBe(`a${'\u0300'.repeat(16)}b`);
});
