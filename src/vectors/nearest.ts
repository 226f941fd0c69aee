import { dot } from '#base/vector.ts';
import { row, type VectorSet } from './vector-set.ts';

export interface Neighbour {
  index: number;
  /** Cosine similarity, −1…1. */
  score: number;
}

/** The `most` rows nearest to a vector, best first; equal scores in the order of rows. */
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
  /** [count × k] */
  indices: Int32Array;
  scores: Float32Array;
}

/** Rows compared with each other in one go: both fit into a processor's nearer caches. */
const BLOCK = 128;

/**
 * The exact nearest rows of every row. Every pair is compared once, in blocks; `onProgress` receives
 * the part done, 0…1.
 */
export function neighbourGraph(
  set: VectorSet,
  max: number,
  onProgress: (part: number) => void = () => {},
): NeighbourGraph {
  const { count } = set;
  const k = Math.max(0, Math.min(max, count - 1));
  const indices = new Int32Array(count * k).fill(-1);
  const scores = new Float32Array(count * k).fill(-2);
  const offer = (owner: number, index: number, score: number) => {
    const end = owner * k + k - 1;
    if (score <= (scores[end] as number)) return;
    let at = end;
    for (; at > owner * k && score > (scores[at - 1] as number); at--) {
      scores[at] = scores[at - 1] as number;
      indices[at] = indices[at - 1] as number;
    }
    scores[at] = score;
    indices[at] = index;
  };
  if (k === 0) return { k, indices, scores };
  const blocks = Math.ceil(count / BLOCK);
  for (let a = 0; a < blocks; a++) {
    for (let b = a; b < blocks; b++) comparePairs(set, a * BLOCK, b * BLOCK, offer);
    // Later blocks have fewer partners left.
    onProgress(1 - ((blocks - a - 1) / blocks) ** 2);
  }
  return { k, indices, scores };
}

function comparePairs(
  { data, size, count }: VectorSet,
  from: number,
  with_: number,
  offer: (owner: number, index: number, score: number) => void,
): void {
  for (let i = from; i < Math.min(count, from + BLOCK); i++) {
    const a = i * size;
    for (let j = Math.max(with_, i + 1); j < Math.min(count, with_ + BLOCK); j++) {
      const b = j * size;
      let sum = 0;
      for (let d = 0; d < size; d++) sum += (data[a + d] as number) * (data[b + d] as number);
      offer(i, j, sum);
      offer(j, i, sum);
    }
  }
}
