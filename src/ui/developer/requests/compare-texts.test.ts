import { expect, test } from 'vitest';
import { compareTexts, similarityOf } from './compare-texts.ts';

const write = (first: string, second: string) =>
  compareTexts(first, second).map(
    ({ kind, text }) => `${{ both: '=', first: '-', second: '+' }[kind]}${text}`,
  );

test('words that differ are found between the ones in common', () => {
  expect(write('the red bird sings', 'the blue bird sings loud')).toEqual([
    '=the ',
    '-red',
    '+blue',
    '= bird sings',
    '+ loud',
  ]);
  expect(write('a b', 'a b')).toEqual(['=a b']);
  expect(write('', 'new')).toEqual(['+new']);
  expect(write('', '')).toEqual([]);
});

test('the pieces of each text are the text, whatever both are', () => {
  const words = ['a', 'b ', '\n', 'cc', ' '];
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  const text = () => Array.from({ length: next() % 40 }, () => words[next() % 5]).join('');
  for (let i = 0; i < 300; i++) {
    const [a, b] = [text(), text()];
    const pieces = compareTexts(a, b);
    const without = (kind: string) =>
      pieces.flatMap((p) => (p.kind === kind ? [] : p.text)).join('');
    expect([without('second'), without('first')]).toEqual([a, b]);
    expect(similarityOf(pieces)).toBeLessThanOrEqual(1);
  }
});

test('texts beyond the limit are compared in a bounded time', () => {
  const long = (word: string) => `same ${`${word} `.repeat(50_000)}end`;
  expect(compareTexts(long('a'), long('b')).length).toBeLessThanOrEqual(4);
});

test('similarity is the share in common', () => {
  expect(similarityOf(compareTexts('same', 'same'))).toBe(1);
  expect(similarityOf(compareTexts('', ''))).toBe(1);
  expect(similarityOf(compareTexts('aaaa', 'bbbb'))).toBe(0);
});
