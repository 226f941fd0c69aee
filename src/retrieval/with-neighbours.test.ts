import { expect, test } from 'vitest';
import { withNeighbours } from './with-neighbours.ts';

const all = ['a', 'b'].flatMap((documentId) =>
  [0, 10, 20, 30].map((start) => ({ documentId, start })),
);
const [first, , third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];

test('fills the remaining space with neighbouring passages', () => {
  const found = withNeighbours([third], all, 3);
  expect(found[0]).toBe(third);
  expect(found.map(({ documentId, start }) => documentId + start)).toEqual(['a20', 'a10', 'a30']);
});

test('leaves as many as were found, and nothing for nothing', () => {
  expect(withNeighbours([third, first], all, 2)).toEqual([third, first]);
  expect(withNeighbours([], all, 3)).toEqual([]);
});
