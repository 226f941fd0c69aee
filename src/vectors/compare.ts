import { type NeighbourGraph, nearest } from './nearest.ts';
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

/** Part of the nearest `k` rows that two models share, 0…1, the mean over all rows. */
export function neighbourOverlap(first: NeighbourGraph, second: NeighbourGraph): number {
  const k = Math.min(first.k, second.k);
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

/** The pairs whose rank moved most between two sets of vectors of the same texts. */
export function greatestMoves(
  first: VectorSet,
  second: VectorSet,
  graphs: readonly [NeighbourGraph, NeighbourGraph],
  max: number,
): Move[] {
  const moves = new Map<string, Move>();
  for (const [i, graph] of graphs.entries()) {
    const other = i === 0 ? second : first;
    for (let a = 0; a < first.count && graph.k > 0; a++) {
      // The nearest of each row in one: where is it in the other?
      const b = graph.indices[a * graph.k] as number;
      const there = rank(other, a, b);
      const [before, after] = i === 0 ? [1, there] : [there, 1];
      const known = moves.get(`${a}:${b}`);
      if (!known) {
        moves.set(`${a}:${b}`, { a, b, score: graph.scores[a * graph.k] as number, before, after });
      }
    }
  }
  return [...moves.values()]
    .sort((x, y) => Math.abs(y.after - y.before) - Math.abs(x.after - x.before) || x.a - y.a)
    .slice(0, max);
}

function rank(set: VectorSet, a: number, b: number): number {
  const mine = row(set, a);
  const score = nearest({ data: row(set, b), size: set.size, count: 1 }, mine, 1)[0]?.score ?? 0;
  let place = 1;
  for (let i = 0; i < set.count; i++) {
    if (i === a || i === b) continue;
    let sum = 0;
    for (let d = 0; d < set.size; d++) {
      sum += (set.data[i * set.size + d] as number) * (mine[d] as number);
    }
    if (sum > score) place++;
  }
  return place;
}
