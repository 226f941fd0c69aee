import { expect, test } from 'vitest';
import { splitTexts, wordsOf } from './split-texts.ts';

test('lines, paragraphs and sentences come in order without empty ones', () => {
  const text = 'One line. Two\nin a paragraph.\n\n  Another one!  \n\n\n';
  expect(splitTexts(text, { by: 'lines' })).toEqual([
    'One line. Two',
    'in a paragraph.',
    'Another one!',
  ]);
  expect(splitTexts(text, { by: 'paragraphs' })).toEqual([
    'One line. Two in a paragraph.',
    'Another one!',
  ]);
  expect(splitTexts(text, { by: 'sentences' })[0]).toBe('One line.');
  expect(splitTexts('', { by: 'sentences' })).toEqual([]);
});

test('chunks hold at most so many tokens and overlap by so many', () => {
  const chunks = splitTexts('a b c d e f g', { by: 'tokens', tokens: 3, overlap: 1 });
  expect(chunks).toEqual(['a b c', 'c d e', 'e f g']);
  const weighted = splitTexts(
    'aa b cc d',
    { by: 'tokens', tokens: 3, overlap: 0 },
    (w) => w.length,
  );
  expect(weighted).toEqual(['aa b', 'cc d']);
});

test('a word longer than a chunk is a chunk, and nothing is lost or endless', () => {
  const chunks = splitTexts(
    'x verylongword y',
    { by: 'tokens', tokens: 3, overlap: 2 },
    (w) => w.length,
  );
  expect(chunks.join(' ').split(' ')).toEqual(expect.arrayContaining(['x', 'verylongword', 'y']));
  expect(chunks.length).toBeLessThanOrEqual(3);
  expect(splitTexts('', { by: 'tokens', tokens: 3, overlap: 1 })).toEqual([]);
});

test('words are listed once', () => {
  expect(wordsOf(' to be or not  to be ')).toEqual(['to', 'be', 'or', 'not']);
});
