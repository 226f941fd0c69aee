import { expect, test } from 'vitest';
import { densityContours } from './density.ts';

test('each line of density is closed, and higher ones are inside lower ones', () => {
  const points = new Float32Array(400).map((_, i) => Math.sin(i * 12.9898) * 3);
  const contours = densityContours(points);
  expect(contours).toHaveLength(3);
  const widths = contours.map((path) => {
    expect(path).toMatch(/^(?:M[^MZ]+Z)+$/);
    const xs = [...path.matchAll(/[ML](\S+) /g)].map(([, x]) => Number(x));
    return Math.max(...xs) - Math.min(...xs);
  });
  expect(widths[0]).toBeGreaterThan(widths[1] ?? Infinity);
  expect(widths[1]).toBeGreaterThan(widths[2] ?? Infinity);
});

test('two heaps far apart are surrounded by a line each; few or equal points do no harm', () => {
  const heap = (x: number) => Array.from({ length: 20 }, (_, i) => [x + (i % 5), i % 4]).flat();
  const [, , top] = densityContours(Float32Array.from([...heap(0), ...heap(100)]));
  expect(top?.match(/M/g)).toHaveLength(2);
  expect(densityContours(new Float32Array(4))).toEqual([]);
  expect(densityContours(new Float32Array(40))).toHaveLength(3);
});
