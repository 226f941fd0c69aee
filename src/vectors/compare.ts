import { dot } from '#base/numbers.ts';
import { DotKernel } from './dot-kernel.ts';
import type { NeighbourGraph } from './nearest.ts';
import { row, type VectorSet } from './vector-set.ts';

/** A pair of rows with its score. */
export interface Pair {
  a: number;
  b: number;
  score: number;
}

/** Pairs at least this alike, most alike first: near-duplicates. Each pair once. */
export function nearDuplicates(graph: NeighbourGraph, min: number, max: number): Pair[] {
  const { k, indices, scores } = graph;
  const pairs: Pair[] = [];
  for (let at = 0; at < indices.length; at++) {
    const a = Math.floor(at / k);
    const b = indices[at] as number;
    const score = scores[at] as number;
    if (b < 0 || score < min) continue;
    // Seen from both sides unless one has nearer ones: then only from the other.
    if (a < b || !listed(graph, b, a)) pairs.push({ a: Math.min(a, b), b: Math.max(a, b), score });
  }
  return pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b).slice(0, max);
}

function listed({ k, indices }: NeighbourGraph, owner: number, index: number): boolean {
  return indices.subarray(owner * k, (owner + 1) * k).includes(index);
}

/** Part of the nearest `max` rows that two models share, 0…1, the mean over all rows. */
export function neighbourOverlap(
  first: NeighbourGraph,
  second: NeighbourGraph,
  max: number,
): number {
  const k = Math.min(first.k, second.k, max);
  const count = k === 0 ? 0 : first.indices.length / first.k;
  let shared = 0;
  for (let i = 0; i < count; i++) {
    const mine = new Set(first.indices.subarray(i * first.k, i * first.k + k));
    for (const other of second.indices.subarray(i * second.k, i * second.k + k)) {
      if (mine.has(other)) shared++;
    }
  }
  return count === 0 ? 1 : shared / (count * k);
}

export interface Move extends Pair {
  /** Place of `b` among the neighbours of `a`, 1 the nearest, in each. */
  before: number;
  after: number;
}

/** Pairs whose place in the other set is counted over all its rows: those that became least alike. */
const MAX_RANKED = 2_000;
/** Rows whose products are computed in one go. */
const BLOCK = 512;

/** The pairs whose rank moved most between two sets of vectors of the same texts. */
export function greatestMoves(
  first: VectorSet,
  second: VectorSet,
  graphs: readonly [NeighbourGraph, NeighbourGraph],
  max: number,
): Move[] {
  const moves = new Map<string, Move>();
  for (const [i, graph] of graphs.entries()) {
    const set = i === 0 ? second : first;
    const other = i === 0 ? graphs[1] : graphs[0];
    const kernel = new DotKernel(set.data, set.size, BLOCK);
    for (const { a, b, score } of lostNeighbours(graph, set, other)) {
      const there = rank(kernel, set.count, a, b);
      const [before, after] = i === 0 ? [1, there] : [there, 1];
      if (!moves.has(`${a}:${b}`)) moves.set(`${a}:${b}`, { a, b, score, before, after });
    }
  }
  return [...moves.values()]
    .sort((x, y) => Math.abs(y.after - y.before) - Math.abs(x.after - x.before) || x.a - y.a)
    .slice(0, max);
}

/** The nearest of each row in one set, those first that are least alike in the other compared with its neighbours there. */
function lostNeighbours(
  { k, indices, scores }: NeighbourGraph,
  set: VectorSet,
  other: NeighbourGraph,
): Pair[] {
  if (k === 0) return [];
  const lost = Array.from({ length: set.count }, (_, a) => {
    const b = indices[a * k] as number;
    const last = other.scores[a * other.k + other.k - 1] as number;
    return { a, b, score: scores[a * k] as number, loss: last - dot(row(set, a), row(set, b)) };
  });
  return lost.sort((x, y) => y.loss - x.loss || x.a - y.a).slice(0, MAX_RANKED);
}

/** The place of `b` among the neighbours of `a`, 1 the nearest. */
function rank(kernel: DotKernel, count: number, a: number, b: number): number {
  kernel.dots(a, b, 1);
  const score = kernel.out[0] as number;
  let place = 1;
  for (let block = 0; block < count; block += BLOCK) {
    const length = Math.min(BLOCK, count - block);
    kernel.dots(a, block, length);
    for (let j = 0; j < length; j++) {
      const i = block + j;
      if (i !== a && i !== b && (kernel.out[j] as number) > score) place++;
    }
  }
  return place;
}
