import { expect, test } from 'vitest';
import { findExcerpt } from './find-excerpt.ts';

test('an excerpt shows the first hit in its line', () => {
  const text = `${'word '.repeat(20)}The heron stood\nstill all morning.`;
  expect(findExcerpt(text, ['hero'])).toEqual({
    before: '…word word word word The ',
    match: 'heron',
    after: ' stood still all morning.',
  });
});

test('accents and case do not hide a hit, and words are found by their beginning only', () => {
  expect(findExcerpt('Ein Café am Eck', ['cafe'])?.match).toBe('Café');
  expect(findExcerpt('Ein Café am Eck', ['fe'])).toBeNull();
});
