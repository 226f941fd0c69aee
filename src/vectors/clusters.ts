import { dot, seeded } from '#base/numbers.ts';
import { row, type VectorSet } from './vector-set.ts';

const ROUNDS = 30;
/** Starts of k-means: the best of them is rarely a poor one. */
const STARTS = 4;
/** More groups than this are hard to read at a glance, and to distinguish on a map. */
const MAX_CLUSTERS = 8;
/** Rows that a number of groups is chosen by. */
const SAMPLE = 300;
/** Part of the best score at which fewer groups are as good. */
const ALMOST = 0.97;
/** Texts that represent a cluster, and how alike two of them may be. */
const TYPICAL = 3;
const MAX_ALIKE = 0.95;
/** Rows nearest to a middle that the texts are chosen from. */
const CANDIDATES = 200;

interface Cluster {
  /** Rows nearest to the middle that differ from each other, best first. */
  typical: number[];
  size: number;
}

export interface Clusters {
  /** Cluster of each row. */
  of: Int32Array;
  clusters: Cluster[];
}

interface Partition {
  middles: Float32Array[];
  of: Int32Array;
  /** The sum of each row's similarity to its middle. */
  fit: number;
}

/**
 * Rows in `k` groups around their middles, largest group first: k-means on the sphere, the best of a few
 * k-means++ starts. The same rows give the same groups. `whole`: the rows that typical ones are compared in.
 * @see https://en.wikipedia.org/wiki/K-means%2B%2B
 */
export function findClusters(set: VectorSet, k: number, whole = set): Clusters {
  const { of, middles } = partition(set, Math.min(k, set.count));
  return describeClusters(set, of, middles, whole);
}

/**
 * The number of groups that separates the rows best, by the silhouette over a sample; of numbers that do it almost as
 * well the smallest.
 * @see https://en.wikipedia.org/wiki/Silhouette_(clustering)
 */
export function bestClusterCount(set: VectorSet): number {
  const sample = sampleOf(set);
  const max = Math.min(MAX_CLUSTERS, Math.floor(sample.count / 2));
  const distances = max < 2 ? null : distancesOf(sample);
  if (!distances) return Math.min(1, set.count);
  const scores = Array.from({ length: max - 1 }, (_, i) =>
    silhouette(distances, partition(sample, i + 2).of, i + 2),
  );
  const best = Math.max(...scores);
  return best <= 0 ? 1 : 2 + scores.findIndex((score) => score >= ALMOST * best);
}

function sampleOf(set: VectorSet): VectorSet {
  if (set.count <= SAMPLE) return set;
  const data = new Float32Array(SAMPLE * set.size);
  for (let i = 0; i < SAMPLE; i++) {
    data.set(row(set, Math.floor((i * set.count) / SAMPLE)), i * set.size);
  }
  return { data, size: set.size, count: SAMPLE };
}

/** Of every row to every other: [count × count]. */
function distancesOf(set: VectorSet): Float32Array[] {
  return Array.from({ length: set.count }, (_, i) =>
    Float32Array.from({ length: set.count }, (__, j) =>
      Math.sqrt(Math.max(0, 2 - 2 * dot(row(set, i), row(set, j)))),
    ),
  );
}

/** How much nearer rows are to their own group than to the next one, −1…1, the mean of all rows. */
function silhouette(distances: readonly Float32Array[], of: Int32Array, k: number): number {
  let sum = 0;
  const sizes = new Float64Array(k);
  for (const c of of) sizes[c] = (sizes[c] as number) + 1;
  for (const [i, mine] of distances.entries()) {
    const own = of[i] as number;
    if (sizes[own] === 1) continue;
    const sums = new Float64Array(k);
    for (const [j, far] of mine.entries())
      sums[of[j] as number] = (sums[of[j] as number] as number) + far;
    const mean = (c: number) => (sums[c] as number) / ((sizes[c] as number) - (c === own ? 1 : 0));
    const next = Math.min(...[...sums.keys()].filter((c) => c !== own && sizes[c]).map(mean));
    sum += (next - mean(own)) / Math.max(next, mean(own), 1e-9);
  }
  return sum / Math.max(1, distances.length);
}

function partition(set: VectorSet, k: number): Partition {
  let best = run(set, startMiddles(set, k, 0));
  for (let start = 1; start < STARTS && k > 1; start++) {
    const next = run(set, startMiddles(set, k, start));
    if (next.fit > best.fit) best = next;
  }
  return best;
}

function run(set: VectorSet, start: Float32Array[]): Partition {
  let middles = start;
  let assigned = assign(set, middles);
  for (let round = 1; round < ROUNDS; round++) {
    middles = middlesOf(set, assigned.of, middles);
    const next = assign(set, middles);
    const isSame = next.of.every((c, i) => c === assigned.of[i]);
    assigned = next;
    if (isSame) break;
  }
  return { middles, ...assigned };
}

/** k-means++: rows far from those chosen before are likelier. Seeded, so that nothing is left to chance. */
function startMiddles(set: VectorSet, k: number, seed: number): Float32Array[] {
  if (set.count === 0) return [];
  const random = seeded((seed + 1) * 2_654_435_761);
  const chosen = [Math.floor(random() * set.count)];
  const far = new Float32Array(set.count).fill(4);
  while (chosen.length < k) {
    const last = row(set, chosen.at(-1) as number);
    let total = 0;
    for (let i = 0; i < set.count; i++) {
      // The squared distance of two rows of length 1.
      far[i] = Math.min(far[i] as number, Math.max(0, 2 - 2 * dot(row(set, i), last)));
      total += far[i] as number;
    }
    let rest = random() * total;
    let at = 0;
    while (at < set.count - 1 && rest >= (far[at] as number)) rest -= far[at++] as number;
    chosen.push(at);
  }
  return chosen.map((i) => row(set, i).slice());
}

function assign(set: VectorSet, middles: readonly Float32Array[]): Omit<Partition, 'middles'> {
  const of = new Int32Array(set.count);
  let fit = 0;
  for (let i = 0; i < set.count; i++) {
    let best = -2;
    for (const [c, middle] of middles.entries()) {
      const score = dot(row(set, i), middle);
      if (score <= best) continue;
      best = score;
      of[i] = c;
    }
    fit += best;
  }
  return { of, fit };
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
  whole: VectorSet,
): Clusters {
  const members = middles.map((): number[] => []);
  for (const [i, c] of of.entries()) members[c]?.push(i);
  const order = [...middles.keys()]
    .filter((c) => (members[c]?.length ?? 0) > 0)
    .sort((a, b) => (members[b]?.length ?? 0) - (members[a]?.length ?? 0));
  const place = new Map(order.map((c, at) => [c, at]));
  const clusters = order.map((c) => {
    const middle = middles[c] as Float32Array;
    const mine = members[c] ?? [];
    const nearest = mine
      .map((i) => ({ i, score: dot(row(set, i), middle) }))
      .sort((a, b) => b.score - a.score)
      .map(({ i }) => i);
    return { typical: distinct(whole, nearest), size: mine.length };
  });
  return { of: of.map((c) => place.get(c) ?? 0), clusters };
}

/** The first rows that differ from each other; one text repeated says nothing about its group. */
function distinct(set: VectorSet, rows: readonly number[]): number[] {
  const chosen: number[] = [];
  for (const i of rows.slice(0, CANDIDATES)) {
    const isNew = chosen.every((other) => dot(row(set, i), row(set, other)) <= MAX_ALIKE);
    if (isNew) chosen.push(i);
    if (chosen.length === TYPICAL) break;
  }
  return chosen;
}
