import { expect, test } from 'vitest';
import { termsOf } from './terms-field.tsx';

test('a list of terms is read from lines and commas, each term once', () => {
  expect(termsOf(' Quenby,Tregarth\n\nVan der Meer ; Quenby ')).toEqual([
    'Quenby',
    'Tregarth',
    'Van der Meer',
  ]);
  expect(termsOf('\n , ')).toEqual([]);
});

test('a list stays within the limits of the service', () => {
  const terms = termsOf(Array.from({ length: 400 }, (_, i) => `${i}`.repeat(60)).join('\n'));
  expect(terms).toHaveLength(300);
  expect(Math.max(...terms.map(({ length }) => length))).toBe(100);
});
