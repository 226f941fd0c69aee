import { dot } from '#base/numbers.ts';
import { DotKernel } from './dot-kernel.ts';
import { row, type VectorSet } from './vector-set.ts';

export interface Neighbour {
  index: number;
  /** Cosine similarity, −1…1. */
  score: number;
}

/** The `max` rows nearest to a vector, best first; equal scores in the order of rows. */
export function nearest(
  set: VectorSet,
  vector: Float32Array,
  max: number,
  leaveOut = -1,
): Neighbour[] {
  const best: Neighbour[] = [];
  for (let index = 0; index < set.count; index++) {
    if (index === leaveOut) continue;
    const score = dot(row(set, index), vector);
    if (best.length === max && score <= (best.at(-1)?.score ?? -1)) continue;
    let at = best.length;
    while (at > 0 && score > (best[at - 1] as Neighbour).score) at--;
    best.splice(at, 0, { index, score });
    if (best.length > max) best.pop();
  }
  return best;
}

/** Neighbours of every row, itself left out. Rows of each: `k`, or all others when there are fewer. */
export interface NeighbourGraph {
  k: number;
  /** [count × k], best first; equal scores in the order of rows. */
  indices: Int32Array;
  scores: Float32Array;
}

function emptyGraph(count: number, max: number): NeighbourGraph {
  const k = Math.max(0, Math.min(max, count - 1));
  return {
    k,
    indices: new Int32Array(count * k).fill(-1),
    scores: new Float32Array(count * k).fill(-2),
  };
}

/** Enters a neighbour of `owner` if it is among the best. The order of offers does not change the result. */
function offer(graph: NeighbourGraph, owner: number, index: number, score: number): void {
  const { k, indices, scores } = graph;
  const first = owner * k;
  const isBefore = (at: number) => {
    const other = scores[at] as number;
    return score > other || (score === other && index < (indices[at] as number));
  };
  let at = first + k - 1;
  if (!isBefore(at)) return;
  for (; at > first && isBefore(at - 1); at--) {
    scores[at] = scores[at - 1] as number;
    indices[at] = indices[at - 1] as number;
  }
  scores[at] = score;
  indices[at] = index;
}

/** Adds the neighbours that another part of the same search found. */
export function mergeGraphs(graph: NeighbourGraph, other: NeighbourGraph): void {
  const { k, indices, scores } = other;
  for (const [at, index] of indices.entries()) {
    if (index >= 0) offer(graph, Math.floor(at / k), index, scores[at] as number);
  }
}

/** Rows of a strip, and rows compared with it in one go: both fit into a processor's nearer caches. */
const BLOCK = 128;

/**
 * The exact nearest rows of every row, in strips of rows that are compared with themselves and all later
 * ones, so that each pair is compared once. Several searches can share the strips: `mergeGraphs` joins them.
 */
export class NeighbourSearch {
  readonly graph: NeighbourGraph;
  readonly #count: number;
  readonly #kernel: DotKernel;
  /** The worst score of each row's neighbours so far: in one block, as nearly all pairs are only compared with it. */
  readonly #worst: Float32Array;

  constructor({ data, size, count }: VectorSet, max: number) {
    this.#count = count;
    this.#kernel = new DotKernel(data, size, BLOCK);
    this.graph = emptyGraph(count, max);
    this.#worst = new Float32Array(count).fill(-2);
  }

  /** Strips of a set; the first ones take longest. */
  static strips(count: number): number {
    return Math.ceil(count / BLOCK);
  }

  searchStrip(strip: number): void {
    if (this.graph.k === 0) return;
    const first = strip * BLOCK;
    const last = Math.min(this.#count, first + BLOCK);
    for (let block = first; block < this.#count; block += BLOCK) {
      for (let i = first; i < last; i++) this.#compare(i, block);
    }
  }

  /** Compares a row with the later ones of a block. */
  #compare(i: number, block: number): void {
    const { out } = this.#kernel;
    const worst = this.#worst;
    const end = Math.min(this.#count, block + BLOCK);
    this.#kernel.dots(i, block, end - block);
    for (let j = Math.max(block, i + 1); j < end; j++) {
      const score = out[j - block] as number;
      if (score >= (worst[i] as number)) this.#offer(i, j, score);
      if (score >= (worst[j] as number)) this.#offer(j, i, score);
    }
  }

  #offer(owner: number, index: number, score: number): void {
    const { graph } = this;
    offer(graph, owner, index, score);
    this.#worst[owner] = graph.scores[owner * graph.k + graph.k - 1] as number;
  }
}

/** The exact nearest rows of every row, in one go. */
export function neighbourGraph(set: VectorSet, max: number): NeighbourGraph {
  const search = new NeighbourSearch(set, max);
  for (let strip = 0; strip < NeighbourSearch.strips(set.count); strip++) search.searchStrip(strip);
  return search.graph;
}
