import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { densityContours } from './density.ts';
import {
  fitAll,
  freeLabels,
  inside,
  middles,
  PointGrid,
  pointSize,
  toScreen,
  zoomAt,
  zoomWithin,
} from './map-geometry.ts';

const size = { width: 400, height: 200 };
const points = Float32Array.of(0, 0, 10, 0, 0, 4, 10, 4);

test('all points fit into the picture', () => {
  const camera = fitAll(points, size);
  for (let i = 0; i < 4; i++) {
    const [x, y] = toScreen(camera, size, points[2 * i] ?? 0, points[2 * i + 1] ?? 0);
    expect(x > 0 && x < 400 && y > 0 && y < 200).toBe(true);
  }
  expect(fitAll(new Float32Array(0), size).scale).toBe(1);
});

test('the lines around a few points fit into the picture', () => {
  const few = Float32Array.of(0, 0, 10, 0, 0, 10, 10, 10);
  const square = { width: 600, height: 600 };
  const camera = fitAll(few, square);
  const numbers = densityContours(few)
    .flatMap((path) => path.match(/-?[\d.]+/g) ?? [])
    .map(Number);
  const places = numbers.map((number) => toScreen(camera, square, number, number)[0]);
  expect(places.length).toBeGreaterThan(100);
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(Math.max(...places)).toBeLessThan(600);
});

test('the point under the pointer stays there while zooming', () => {
  const camera = fitAll(points, size);
  const before = toScreen(camera, size, 10, 4);
  const after = toScreen(zoomAt(camera, size, before, 3), size, 10, 4);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1]);
});

test('zooming out ends at the view of all points, from wherever it starts', () => {
  const all = fitAll(points, size);
  const corner = zoomWithin(all, all, size, [400, 0], 8);
  expect(corner.scale).toBeCloseTo(8 * all.scale);
  expect(zoomWithin(all, corner, size, [0, 200], 1 / 2).scale).toBeCloseTo(4 * all.scale);
  expect(zoomWithin(all, corner, size, [0, 200], 1 / 100)).toEqual(all);
  expect(zoomWithin(all, all, size, [10, 10], 0.5)).toEqual(all);
});

test('the nearest point is picked, none when all are far', () => {
  const camera = fitAll(points, size);
  const [x, y] = toScreen(camera, size, 10, 0);
  expect(new PointGrid(points).pick(camera, size, [x + 3, y - 3])).toBe(1);
  expect(new PointGrid(points).pick(camera, size, [x + 60, y - 60])).toBeNull();
});

test('a lasso selects the points inside it', () => {
  const camera = fitAll(points, size);
  const loop: [number, number][] = [
    [0, 0],
    [200, 0],
    [200, 200],
    [0, 200],
  ];
  expect([...inside(points, camera, size, loop)]).toEqual([0, 2]);
});

test('of labels that would cover each other the first stays', () => {
  const label = (text: string, x: number, y: number) => ({ text, x, y });
  const free = freeLabels([label('one', 0, 0), label('two', 5, 5), label('three', 0, 30)]);
  expect(free.map((l) => l.text)).toEqual(['one', 'three']);
});

test('points are smaller the more there are, between 5 and 14 pixels', () => {
  expect([1, 100, 1_000_000].map(pointSize)).toEqual([14, 8, 5]);
});

test('a name stands at the median of its points, which a stray does not move', () => {
  const places = middles(Float32Array.of(0, 0, 1, 1, 2, 2, 900, 900), [0, 0, 0, 0], 2);
  expect([...places.subarray(0, 2)]).toEqual([2, 2]);
  expect(places[2]).toBeNaN();
});

test('the grid picks what a look at every point would pick', () => {
  const random = seeded(3);
  // Points in heaps, on a line, and all at one place.
  const sets = [
    Float32Array.from({ length: 2_000 }, (_, i) => random() * 3 + (i % 7)),
    Float32Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? random() * 9 : 4)),
    new Float32Array(60).fill(2),
    new Float32Array(2),
    new Float32Array(0),
  ];
  for (const set of sets) {
    const grid = new PointGrid(set);
    const camera = { ...fitAll(set, size), scale: fitAll(set, size).scale * 2 };
    for (let i = 0; i < 200; i++) {
      const [px, py] = [random() * 440 - 20, random() * 240 - 20] as const;
      const far = (at: number) => {
        const [x, y] = toScreen(camera, size, set[2 * at] ?? 0, set[2 * at + 1] ?? 0);
        return Math.hypot(x - px, y - py);
      };
      const all = [...Array(set.length / 2).keys()];
      const nearest = Math.min(...all.map(far));
      const picked = grid.pick(camera, size, [px, py]);
      if (nearest > 12.01) expect(picked).toBeNull();
      if (nearest < 11.99) expect(far(picked ?? -1)).toBeCloseTo(nearest, 3);
    }
  }
});
