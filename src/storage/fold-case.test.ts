import { expect, test } from 'vitest';
import { foldCase } from './fold-case.ts';

test('every character stays in its place', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (foldCase(`${character}x`).length !== character.length + 1) throw new Error(character);
  }
  expect(foldCase('İSTANBUL, ΟΔΟΣ')).toBe('istanbul, οδοσ');
});

test.each([
  ['ISPARTA', 'ısparta'],
  ['İzmir', 'IZMIR'],
  ['ΟΔΟΣ', 'οδος'],
  ['STRASSE', 'Strasse'],
])('%s and %s are the same', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other));
});
