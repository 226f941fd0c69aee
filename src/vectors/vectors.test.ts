import { expect, test } from 'vitest';
import { dot, seeded } from '#base/numbers.ts';
import { Analysis } from './analysis.ts';
import { bestClusterCount, findClusters } from './clusters.ts';
import { greatestMoves, nearDuplicates, neighbourOverlap } from './compare.ts';
import { groupWords } from './group-words.ts';
import { mergeGraphs, NeighbourSearch, nearest, neighbourGraph } from './nearest.ts';
import { readNpy, VectorFileError, writeNpy } from './npy.ts';
import { pca } from './pca.ts';
import { Umap } from './umap.ts';
import { isNormalised, normalise, row, toVectorSet, truncate } from './vector-set.ts';

/** Groups of rows around directions of their own. */
function grouped(groups: number, each: number, size = 24, spread = 0.25) {
  const random = seeded(5);
  const next = () => random() - 0.5;
  const data = new Float32Array(groups * each * size);
  for (let g = 0; g < groups; g++) {
    const middle = Float32Array.from({ length: size }, next);
    for (let i = 0; i < each; i++) {
      const at = (g * each + i) * size;
      for (let d = 0; d < size; d++) data[at + d] = (middle[d] ?? 0) + spread * next();
    }
  }
  return normalise(toVectorSet(data, size));
}

test('rows get length 1; zeros stay zeros; a wrong size is refused', () => {
  const set = normalise(toVectorSet(Float32Array.of(3, 4, 0, 0), 2));
  expect([...set.data].map((x) => Math.round(x * 100) / 100)).toEqual([0.6, 0.8, 0, 0]);
  expect(isNormalised(toVectorSet(Float32Array.of(0.6, 0.8), 2))).toBe(true);
  expect(isNormalised(toVectorSet(Float32Array.of(3, 4), 2))).toBe(false);
  expect(() => toVectorSet(new Float32Array(5), 2)).toThrow(RangeError);
});

test('a shorter Matryoshka row is the start of the row, normalised', () => {
  const short = truncate(toVectorSet(Float32Array.of(3, 4, 9), 3), 2);
  expect([...short.data].map((x) => Math.round(x * 100) / 100)).toEqual([0.6, 0.8]);
});

test('the graph of neighbours equals a search for each row', () => {
  const set = grouped(7, 50);
  const { k, indices, scores } = neighbourGraph(set, 9);
  for (let i = 0; i < set.count; i++) {
    const wanted = nearest(set, row(set, i), k, i);
    const off = wanted.map((n, j) => Math.abs(n.score - (scores[i * k + j] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(1e-5);
    expect(indices[i * k]).toBe(wanted[0]?.index);
  }
});

test('one row has no neighbours, none has none', () => {
  expect(neighbourGraph(grouped(1, 1), 5).indices).toHaveLength(0);
  expect(neighbourGraph(toVectorSet(new Float32Array(0), 4), 5).indices).toHaveLength(0);
  expect(nearest(toVectorSet(new Float32Array(0), 4), new Float32Array(4), 3)).toEqual([]);
});

test('groups are found and named by rows of their own', () => {
  const { of, clusters } = findClusters(grouped(4, 30), 4);
  const labels = [0, 1, 2, 3].map((g) => new Set(of.subarray(g * 30, g * 30 + 30)));
  expect(labels.every((set) => set.size === 1)).toBe(true);
  expect(new Set(labels.map((set) => [...set][0])).size).toBe(4);
  for (const [c, { typical, size }] of clusters.entries()) {
    expect(size).toBe(30);
    expect(typical.every((i) => of[i] === c)).toBe(true);
  }
});

test('no texts, one text and fewer texts than clusters are clustered too', () => {
  expect(findClusters(toVectorSet(new Float32Array(0), 4), 3).clusters).toEqual([]);
  expect(findClusters(grouped(1, 1), 3).clusters).toEqual([{ typical: [0], size: 1 }]);
  expect([0, 1, 2].map((n) => bestClusterCount(grouped(1, n)))).toEqual([0, 1, 1]);
});

test('the first directions of PCA hold the most variance and are at right angles', () => {
  const set = grouped(5, 40);
  const map = pca(set, 3);
  const column = (p: number) =>
    Float32Array.from({ length: set.count }, (_, i) => map[i * 3 + p] ?? 0);
  const variance = [0, 1, 2].map((p) => dot(column(p), column(p)));
  expect(variance[0]).toBeGreaterThan(variance[1] ?? 0);
  expect(variance[1]).toBeGreaterThan(variance[2] ?? 0);
  expect(Math.abs(dot(column(0), column(1)))).toBeLessThan(1e-3 * (variance[0] ?? 0));
  expect(pca(set, 3)).toEqual(map);
});

test('near-duplicates are found once each, most alike first', () => {
  const { data, size } = grouped(3, 4, 16, 0.9);
  const twice = new Float32Array(data.length + 2 * size);
  twice.set(data);
  twice.set(data.subarray(0, size), data.length);
  twice.set(data.subarray(size, 2 * size), data.length + size);
  const pairs = nearDuplicates(neighbourGraph(toVectorSet(twice, size), 3), 0.9999, 10);
  expect(pairs.map(({ a, b }) => [a, b])).toEqual([
    [0, 12],
    [1, 13],
  ]);
});

test('a set overlaps itself wholly, and nothing in it moves', () => {
  const set = grouped(4, 10);
  const graph = neighbourGraph(set, 5);
  expect(neighbourOverlap(graph, graph, 5)).toBe(1);
  expect(greatestMoves(set, set, [graph, graph], 5).every((m) => m.before === m.after)).toBe(true);
});

test('the loss of another size shows as moved pairs', () => {
  const set = grouped(4, 20, 24, 0.8);
  const short = truncate(set, 3);
  const graphs = [neighbourGraph(set, 5), neighbourGraph(short, 5)] as const;
  expect(neighbourOverlap(...graphs, 5)).toBeLessThan(0.9);
  const [first] = greatestMoves(set, short, graphs, 5);
  expect(Math.abs((first?.after ?? 0) - (first?.before ?? 0))).toBeGreaterThan(3);
});

test('NPY files round-trip; invalid files report the problem', () => {
  const data = Float32Array.of(1, -2.5, 3e-8, 4, 5, 6);
  const bytes = writeNpy(data, 3);
  expect(readNpy(bytes)).toEqual({ data, size: 3 });
  expect(() => readNpy(new Uint8Array(20))).toThrow(VectorFileError);
  expect(() => readNpy(bytes.slice(0, -1))).toThrow('npy-cut');
  // Version 2 has four bytes for the length of the header: as text, a gigabyte is longer than a string may be.
  const long = new Uint8Array(100_000);
  long.set([...bytes.subarray(0, 6), 2, 0, ...[100, 100, 1, 0]]);
  expect(() => readNpy(long)).toThrow('npy-header');
});

/** Written by numpy 2 (`numpy.save`). */
const NUMPY_FILES: [kind: string, numbers: number[], base64: string][] = [
  [
    'float16',
    [0, 1.5, -2, 3, 0.5, 100],
    'k05VTVBZAQB2AHsnZGVzY3InOiAnPGYyJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAA+AMAAQgA4QFY=',
  ],
  [
    'float64, big endian, by columns',
    [0, 1.5, -2, 3, 0.5, 100],
    'k05VTVBZAQB2AHsnZGVzY3InOiAnPmY4JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAEAIAAAAAAAAP/gAAAAAAAA/4AAAAAAAAMAAAAAAAAAAQFkAAAAAAAA=',
  ],
  [
    'float32, by columns',
    [0, 1.5, -2, 3, 0.5, 100],
    'k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAABAQAAAwD8AAAA/AAAAwAAAyEI=',
  ],
  [
    'int8',
    [0, 1, -2, 3, 0, 100],
    'k05VTVBZAQB2AHsnZGVzY3InOiAnfGkxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAf4DAGQ=',
  ],
  [
    'int32, big endian',
    [0, 1, -2, 3, 0, 100],
    'k05VTVBZAQB2AHsnZGVzY3InOiAnPmk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAf////4AAAADAAAAAAAAAGQ=',
  ],
];

test.each(NUMPY_FILES)('an NPY array is read: %s', (_, numbers, base64) => {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  expect(readNpy(bytes)).toEqual({ data: Float32Array.from(numbers), size: 3 });
});

test('an NPY array of records is refused', () => {
  const text = "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2), }\n";
  const bytes = new Uint8Array(10 + text.length + 16);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
  bytes.set(new TextEncoder().encode(text), 10);
  expect(() => readNpy(bytes)).toThrow('npy-records');
});

test('the number of groups is the one that separates the rows best', () => {
  expect([2, 3, 6, 8].map((groups) => bestClusterCount(grouped(groups, 20)))).toEqual([2, 3, 6, 8]);
  // More are not suggested, however many there are.
  expect(bestClusterCount(grouped(20, 20))).toBeLessThanOrEqual(8);
  expect(bestClusterCount(grouped(4, 200))).toBe(4);
});

test('groups are named by words that are common in them and rare elsewhere', () => {
  const texts = [
    'The dog barks',
    'The dogs and a dog run',
    'Rain and the snow',
    'Snow and the rain',
  ];
  expect(groupWords(texts, [0, 0, 1, 1], [[0], [2]])).toEqual([
    ['dog', 'barks', 'run'],
    ['rain', 'snow'],
  ]);
  const japanese = ['犬が走る', '犬が吠える', '雨が降る'];
  expect(groupWords(japanese, [0, 0, 1], [[0], [2]])[0]?.length).toBeLessThan(4);
  expect(groupWords([], [], [[]])).toEqual([[]]);
});

test('a group whose texts share no word is named by a word of each typical text', () => {
  const texts = [
    'The parcel came late',
    'Delivery took far too long',
    'My order is still on its way',
    'Der Zug nach Bonn ist voll',
    'Im Zug war kein Platz',
  ];
  expect(groupWords(texts, [0, 0, 0, 1, 1], [[1, 0, 2], [3]])).toEqual([
    ['delivery', 'parcel', 'order'],
    ['Zug', 'Bonn', 'voll'],
  ]);
});

test('typical texts of a group differ from each other', () => {
  const set = grouped(2, 30, 24, 1.4);
  // The first text of a group, thirty times more.
  const data = new Float32Array(set.data.length + 30 * set.size);
  data.set(set.data);
  for (let i = 0; i < 30; i++) data.set(row(set, 0), set.data.length + i * set.size);
  const many = toVectorSet(data, set.size);
  for (const { typical } of findClusters(many, 2).clusters) {
    expect(typical).toHaveLength(3);
    const pairs = typical.flatMap((a) => typical.filter((b) => b > a).map((b) => [a, b] as const));
    for (const [a, b] of pairs) expect(dot(row(many, a), row(many, b))).toBeLessThanOrEqual(0.95);
  }
});

test.each([1, 3, 4, 7, 129, 256, 300])('a search finds the nearest in %i dimensions', (size) => {
  const set = grouped(3, 61, size, 1);
  const graph = neighbourGraph(set, 7);
  for (const i of [0, 60, 127, 128, 182]) {
    const scores = nearest(set, row(set, i), 7, i).map(({ score }) => score);
    const found = [...graph.scores.subarray(i * 7, i * 7 + 7)];
    for (const [j, score] of scores.entries()) expect(found[j]).toBeCloseTo(score, 4);
  }
});

test('a search that is shared out finds the same, however its parts are distributed', () => {
  const set = grouped(9, 70);
  const whole = neighbourGraph(set, 6);
  const parts = [0, 1, 2].map(() => new NeighbourSearch(set, 6));
  const strips = [...Array(NeighbourSearch.strips(set.count)).keys()].reverse();
  for (const strip of strips) parts[strip % 3]?.searchStrip(strip);
  const [first, ...others] = parts.map(({ graph }) => graph);
  if (!first) throw new Error('There is no part.');
  for (const other of others) mergeGraphs(first, other);
  expect(first).toEqual(whole);
});

test('texts that are all the same have each other as neighbours, and a map', () => {
  const set = toVectorSet(new Float32Array(40 * 4).fill(0.5), 4);
  const graph = neighbourGraph(set, 15);
  expect([...graph.indices.subarray(0, 3)]).toEqual([1, 2, 3]);
  const umap = new Umap(graph, pca(set, 2));
  while (!umap.isDone) umap.step();
  expect(umap.points.every(Number.isFinite)).toBe(true);
});

test('a layout draws neighbours together, and is the same every time', () => {
  const set = grouped(6, 40, 24, 0.6);
  const graph = neighbourGraph(set, 15);
  const layOut = () => {
    const umap = new Umap(graph, pca(set, 2));
    while (!umap.isDone) umap.step();
    return umap.points;
  };
  const points = layOut();
  const plane = normaliseMap(points);
  const near = neighbourGraph(plane, 15);
  expect(neighbourOverlap(graph, near, 15)).toBeGreaterThan(0.5);
  expect(layOut()).toEqual(points);
});

/** Points of a plane as rows whose cosine falls with their distance. */
function normaliseMap(points: Float32Array) {
  const max = points.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  const lifted = Array.from({ length: points.length / 2 }, (_, i) => [
    (points[2 * i] ?? 0) / max / 4,
    (points[2 * i + 1] ?? 0) / max / 4,
    1,
  ]);
  return normalise(toVectorSet(Float32Array.from(lifted.flat()), 3));
}

test.each([0, 1, 4, 5, 8, 16, 17, 40])('%i rows are laid out', (count) => {
  const set = grouped(1, count);
  const analysis = new Analysis();
  analysis.load(set.data, set.size);
  const points = analysis.layOut(analysis.neighbours(), analysis.pca(), () => {});
  expect(points).toHaveLength(2 * count);
  expect(points.every(Number.isFinite)).toBe(true);
});
