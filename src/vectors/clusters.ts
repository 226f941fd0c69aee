import { dot, row, type VectorSet } from './vector-set.ts';

const ROUNDS = 30;
const MOST_CLUSTERS = 12;
/** Texts that name a cluster. */
const TYPICAL = 3;

interface Cluster {
  /** Rows nearest to the middle, best first: they name it. */
  typical: number[];
  size: number;
}

export interface Clusters {
  /** Cluster of each row. */
  of: Int32Array;
  clusters: Cluster[];
}

/** How many clusters suit a number of texts. */
export function suitableClusters(count: number): number {
  return Math.max(1, Math.min(MOST_CLUSTERS, Math.round(Math.sqrt(count / 2))));
}

/**
 * Rows in `k` groups around their middles, largest group first: k-means on the sphere, started far
 * apart (k-means++ without chance, so that the same rows give the same groups).
 * @see https://en.wikipedia.org/wiki/K-means%2B%2B
 */
export function findClusters(set: VectorSet, k: number): Clusters {
  const { count } = set;
  const wanted = Math.min(k, count);
  let middles = farApart(set, wanted);
  let of = new Int32Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    const next = assign(set, middles);
    const isSame = round > 0 && next.every((c, i) => c === of[i]);
    of = next;
    if (isSame) break;
    middles = middlesOf(set, of, middles);
  }
  return describeClusters(set, of, middles);
}

function farApart(set: VectorSet, k: number): Float32Array[] {
  if (set.count === 0) return [];
  const chosen = [0];
  const near = new Float32Array(set.count).fill(-2);
  while (chosen.length < k) {
    const last = row(set, chosen.at(-1) as number);
    let farthest = 0;
    for (let i = 0; i < set.count; i++) {
      near[i] = Math.max(near[i] as number, dot(row(set, i), last));
      if ((near[i] as number) < (near[farthest] as number)) farthest = i;
    }
    chosen.push(farthest);
  }
  return chosen.map((i) => row(set, i).slice());
}

function assign(set: VectorSet, middles: readonly Float32Array[]): Int32Array<ArrayBuffer> {
  const of = new Int32Array(set.count);
  for (let i = 0; i < set.count; i++) {
    let best = -2;
    for (const [c, middle] of middles.entries()) {
      const score = dot(row(set, i), middle);
      if (score <= best) continue;
      best = score;
      of[i] = c;
    }
  }
  return of;
}

function middlesOf(
  set: VectorSet,
  of: Int32Array,
  before: readonly Float32Array[],
): Float32Array[] {
  const sums = before.map(() => new Float32Array(set.size));
  for (let i = 0; i < set.count; i++) {
    const sum = sums[of[i] as number] as Float32Array;
    const mine = row(set, i);
    for (let d = 0; d < sum.length; d++) sum[d] = (sum[d] as number) + (mine[d] as number);
  }
  return sums.map((sum, c) => {
    const length = Math.hypot(...sum);
    return length > 0 ? sum.map((x) => x / length) : (before[c] as Float32Array);
  });
}

function describeClusters(
  set: VectorSet,
  of: Int32Array,
  middles: readonly Float32Array[],
): Clusters {
  const members = middles.map((_, c) => [...of.keys()].filter((i) => of[i] === c));
  const order = [...middles.keys()]
    .filter((c) => (members[c]?.length ?? 0) > 0)
    .sort((a, b) => (members[b]?.length ?? 0) - (members[a]?.length ?? 0));
  const place = new Map(order.map((c, at) => [c, at]));
  const clusters = order.map((c) => {
    const middle = middles[c] as Float32Array;
    const mine = members[c] ?? [];
    const typical = mine
      .map((i) => ({ i, score: dot(row(set, i), middle) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, TYPICAL)
      .map(({ i }) => i);
    return { typical, size: mine.length };
  });
  return { of: of.map((c) => place.get(c) ?? 0), clusters };
}
