import { expect, test } from 'vitest';
import { placeLabels } from './place-labels.ts';

test('the name of a small group is above its highest point, of a large one at their middle', () => {
  const points = Float32Array.of(9, 0, 4, 4, 0, 9, ...[1, 2, 3, 4, 5].flatMap((x) => [x, x]));
  const of = Int32Array.of(0, 0, 0, 1, 1, 1, 1, 1);
  const entries = [
    { name: 'few', colour: 'red', count: 3 },
    { name: 'many', colour: 'blue', count: 5 },
  ];
  const legend = { entries, of, colours: [], isScale: false };
  const labels = placeLabels({ points, legend, colouring: 'groups', hits: null, texts: [] });
  expect(labels.map(({ text, x, y, isAbove }) => [text, x, y, isAbove])).toEqual([
    ['many', 3, 3, false],
    ['few', 0, 9, true],
  ]);
});
