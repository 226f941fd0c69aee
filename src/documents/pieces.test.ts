import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const ADDRESSES = [
  'Ada Lovelace, 4 Elm Road, London',
  'Konrad Zuse, Methfesselstr. 7, Berlin',
  'Grace Hopper, 12 Navy Street, New York',
];

test('a line of a list is a sentence, whatever stops are in it', () => {
  expect(piecesOf(ADDRESSES.join('\n'))).toEqual(ADDRESSES);
  expect(piecesOf(`${ADDRESSES.join('\r\n\r\n')}\n`)).toEqual(ADDRESSES);
});

test('a line end ends no sentence of prose that is broken into lines', () => {
  const prose =
    'The board met on Monday and talked\nabout the roof. It leaks.\nNobody knows who pays, and nobody.\nThe next meeting is in May.';
  expect(piecesOf(prose)).toEqual([
    'The board met on Monday and talked\nabout the roof.',
    'It leaks.',
    'Nobody knows who pays, and nobody.',
    'The next meeting is in May.',
  ]);
  const long = `${'The roof was built long ago, and it has been mended often '.repeat(2)}\nsince then. It holds.`;
  expect(piecesOf(long)).toHaveLength(2);
});

test('a title above prose is a sentence of its own, a broken first line is none', () => {
  const note = 'Notes on day 9\nThe insurance sent another bill.\nThe cat slept on the sofa.';
  expect(piecesOf(note)).toEqual([
    'Notes on day 9',
    'The insurance sent another bill.',
    'The cat slept on the sofa.',
  ]);
  expect(piecesOf('We met the people from\nthe next house. They stay.')).toHaveLength(2);
  expect(piecesOf('Only a title')).toEqual(['Only a title']);
  expect(piecesOf('')).toEqual([]);
});
