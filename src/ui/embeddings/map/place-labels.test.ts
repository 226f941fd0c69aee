import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';

test('the name of a group is above the highest point of its core, not above a stray one', () => {
  // Ten points in a block, one far above them, and a small group.
  const block = Array.from({ length: 10 }, (_, i) => [i % 5, Math.floor(i / 5)]).flat();
  const points = Float32Array.of(...block, 2, 50, 9, 0, 4, 4);
  const of = Int32Array.of(...new Array<number>(11).fill(0), 1, 1);
  const entries = [
    { name: 'many', colour: 'red', count: 11 },
    { name: 'few', colour: 'blue', count: 2 },
  ];
  const legend = { entries, of, colours: [], isScale: false };
  const labels = placeLabels({ points, legend, colouring: 'groups', hits: null, texts: [] });
  expect(labels.map(({ text, y }) => [text, y])).toEqual([
    ['many', 1],
    ['few', 4],
  ]);
});
