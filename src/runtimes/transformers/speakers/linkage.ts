/** Two groups become one: their numbers, and how far apart they were. Group `n + i` is what merge `i` made of `n` items. */
interface Merge {
  first: number;
  second: number;
  height: number;
}

/**
 * Agglomerative clustering of unit vectors by the average Euclidean distance of groups, nearest first. Memory
 * grows with the square of their number: callers choose at most a thousand or two.
 */
export function linkage(vectors: readonly Float32Array[]): readonly Merge[] {
  const n = vectors.length;
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const distance = Math.sqrt(squaredDistance(vectors[i], vectors[j]));
      distances[i * n + j] = distance;
      distances[j * n + i] = distance;
    }
  }
  const groups = new Groups(n, distances);
  const merges: Merge[] = [];
  while (merges.length < n - 1) {
    const { first, second, distance } = groups.nearestPair();
    merges.push({
      first: groups.names[first] as number,
      second: groups.names[second] as number,
      height: distance,
    });
    groups.join(first, second, n + merges.length - 1);
  }
  return merges;
}

function squaredDistance(a: Float32Array | undefined, b: Float32Array | undefined): number {
  let sum = 0;
  for (let i = 0; a && b && i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    sum += difference * difference;
  }
  return sum;
}

/** Groups that are left, each in the row of its first item, with the nearest one of each. */
class Groups {
  readonly names: Int32Array;
  readonly #n: number;
  readonly #distances: Float64Array;
  readonly #sizes: Float64Array;
  readonly #nearest: Int32Array;

  constructor(n: number, distances: Float64Array) {
    this.#n = n;
    this.#distances = distances;
    this.#sizes = new Float64Array(n).fill(1);
    this.names = Int32Array.from({ length: n }, (_, i) => i);
    this.#nearest = new Int32Array(n).fill(-1);
    for (let i = 0; i < n; i++) this.#findNearest(i);
  }

  #at(i: number, j: number): number {
    return this.#distances[i * this.#n + j] as number;
  }

  #isLeft(i: number): boolean {
    return (this.#sizes[i] as number) > 0;
  }

  #findNearest(i: number): void {
    let nearest = -1;
    for (let j = 0; j < this.#n; j++) {
      if (j === i || !this.#isLeft(j)) continue;
      if (nearest < 0 || this.#at(i, j) < this.#at(i, nearest)) nearest = j;
    }
    this.#nearest[i] = nearest;
  }

  nearestPair(): { first: number; second: number; distance: number } {
    let first = -1;
    let distance = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#n; i++) {
      const other = this.#nearest[i] as number;
      if (!this.#isLeft(i) || other < 0 || this.#at(i, other) >= distance) continue;
      first = i;
      distance = this.#at(i, other);
    }
    return { first, second: this.#nearest[first] as number, distance };
  }

  join(first: number, second: number, name: number): void {
    const [a, b] = [this.#sizes[first] as number, this.#sizes[second] as number];
    this.#sizes[first] = a + b;
    this.#sizes[second] = 0;
    this.names[first] = name;
    for (let k = 0; k < this.#n; k++) {
      if (k === first || !this.#isLeft(k)) continue;
      const distance = (a * this.#at(k, first) + b * this.#at(k, second)) / (a + b);
      this.#distances[k * this.#n + first] = distance;
      this.#distances[first * this.#n + k] = distance;
      const nearest = this.#nearest[k] as number;
      if (nearest === first || nearest === second) this.#findNearest(k);
      else if (distance < this.#at(k, nearest)) this.#nearest[k] = first;
    }
    this.#findNearest(first);
  }
}

/** The group of each of `n` items, when groups farther apart than `height` stay apart. */
export function cutAt(merges: readonly Merge[], n: number, height: number): number[] {
  return label(merges, n, (i) => (merges[i]?.height ?? 0) <= height);
}

/** The group of each of `n` items, in `count` groups. */
export function cutInto(merges: readonly Merge[], n: number, count: number): number[] {
  return label(merges, n, (i) => i < n - count);
}

function label(merges: readonly Merge[], n: number, isDone: (merge: number) => boolean): number[] {
  const parents = Int32Array.from({ length: n + merges.length }, (_, i) => i);
  for (const [i, { first, second }] of merges.entries()) {
    if (!isDone(i)) continue;
    parents[first] = n + i;
    parents[second] = n + i;
  }
  const numbers = new Map<number, number>();
  return Array.from({ length: n }, (_, item) => {
    let root = item;
    while (parents[root] !== root) root = parents[root] as number;
    const known = numbers.get(root) ?? numbers.size;
    numbers.set(root, known);
    return known;
  });
}
