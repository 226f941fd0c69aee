import type { NeighbourGraph } from './nearest.ts';

/** Shape of the curve that distances on the map are judged by: spread 1, least distance 0.1. */
const A = 1.576_943_460_3;
const B = 0.895_060_878_1;
/** Pushes away for each pull. */
const NEGATIVES = 5;
/** Farthest that one pull or push moves a point along an axis. */
const CLIP = 4;
/** Width of the map at the start. */
const WIDTH = 20;

/** Steps over all pairs: small maps need more. */
export function umapSteps(count: number): number {
  if (count <= 2_500) return 500;
  if (count <= 5_000) return 400;
  return count <= 7_500 ? 300 : 200;
}

/** Pairs of neighbours and how strongly each attracts, 0…1; both directions of a pair are listed. */
interface Edges {
  heads: Int32Array;
  tails: Int32Array;
  weights: Float32Array;
}

/**
 * Lays points out on a plane so that neighbours are close, by stochastic gradient descent from where they are.
 * The same graph always gives the same map.
 * @see https://arxiv.org/abs/1802.03426
 */
export class Umap {
  /** [count × 2] */
  readonly points: Float32Array;
  readonly steps: number;
  readonly #edges: Edges;
  /** Steps between two pulls of each edge, and the step of its next one. */
  readonly #periods: Float32Array;
  readonly #next: Float32Array;
  readonly #nextPush: Float32Array;
  #random = 7;
  #step = 0;

  constructor(graph: NeighbourGraph, start: Float32Array) {
    const widest = start.reduce((max, x) => Math.max(max, Math.abs(x)), 1e-9);
    this.points = start.map((x) => (x / widest) * (WIDTH / 2));
    this.steps = umapSteps(start.length / 2);
    this.#edges = edgesOf(graph, 1 / this.steps);
    this.#periods = this.#edges.weights.map((weight) => 1 / weight);
    this.#next = this.#periods.slice();
    this.#nextPush = this.#periods.map((period) => period / NEGATIVES);
  }

  get isDone(): boolean {
    return this.#step >= this.steps;
  }

  /** The part done, 0…1. */
  get part(): number {
    return this.#step / this.steps;
  }

  step(): void {
    const now = this.#step++;
    const rate = 1 - now / this.steps;
    const { points } = this;
    const { heads, tails } = this.#edges;
    const count = points.length / 2;
    let random = this.#random;
    for (let edge = 0; edge < heads.length; edge++) {
      if ((this.#next[edge] as number) > now) continue;
      const period = this.#periods[edge] as number;
      this.#next[edge] = (this.#next[edge] as number) + period;
      const head = 2 * (heads[edge] as number);
      const tail = 2 * (tails[edge] as number);
      let x = points[head] as number;
      let y = points[head + 1] as number;
      // Pulls two neighbours towards each other.
      let dx = x - (points[tail] as number);
      let dy = y - (points[tail + 1] as number);
      let force = forceAt(PULL, dx * dx + dy * dy);
      dx = clip(force * dx) * rate;
      dy = clip(force * dy) * rate;
      x += dx;
      y += dy;
      points[tail] = (points[tail] as number) - dx;
      points[tail + 1] = (points[tail + 1] as number) - dy;
      // Pushes the point away from some others.
      const pushed = this.#nextPush[edge] as number;
      const pushes = Math.floor(((now - pushed) * NEGATIVES) / period);
      for (let push = 0; push < pushes; push++) {
        // As `seeded`, without its division: most of the time goes here.
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        const other = 2 * Math.floor((random * count) / 2 ** 32);
        if (other === head) continue;
        dx = x - (points[other] as number);
        dy = y - (points[other + 1] as number);
        force = forceAt(PUSH, dx * dx + dy * dy);
        x += clip(force * dx) * rate;
        y += clip(force * dy) * rate;
      }
      this.#nextPush[edge] = pushed + (Math.max(0, pushes) * period) / NEGATIVES;
      points[head] = x;
      points[head + 1] = y;
    }
    this.#random = random;
  }
}

function clip(x: number): number {
  return Math.max(-CLIP, Math.min(CLIP, x));
}

/**
 * The forces at a squared distance, by the first 16 bits of its 32-bit float: within half a percent, in a tenth
 * of the time that the powers take.
 */
const PULL = tableOf((squared) => (-2 * A * B * squared ** (B - 1)) / (A * squared ** B + 1));
const PUSH = tableOf((squared) => (2 * B) / ((0.001 + squared) * (A * squared ** B + 1)));

function tableOf(force: (squared: number) => number): Float32Array {
  // The middle of the floats that start with the same bits; none for 0, infinity and beyond.
  const floats = new Float32Array(
    Int32Array.from({ length: 0x7f80 }, (_, bits) => (bits << 16) | 0x8000).buffer,
  );
  return floats.map((squared, bits) => (bits === 0 ? 0 : force(squared)));
}

const float = new Float32Array(1);
const floatBits = new Int32Array(float.buffer);

function forceAt(table: Float32Array, squared: number): number {
  float[0] = squared;
  return table[(floatBits[0] as number) >> 16] as number;
}

/** Edges of the fuzzy union of both directions, without those too weak to act within the steps. */
function edgesOf({ k, indices, scores }: NeighbourGraph, weakest: number): Edges {
  const directed = membership(k, scores);
  const found = indices.length;
  const edges: Edges = {
    heads: new Int32Array(2 * found),
    tails: new Int32Array(2 * found),
    weights: new Float32Array(2 * found),
  };
  let count = 0;
  const add = (head: number, tail: number, weight: number) => {
    edges.heads[count] = head;
    edges.tails[count] = tail;
    edges.weights[count++] = weight;
  };
  for (let at = 0; at < found; at++) {
    const head = Math.floor(at / k);
    const tail = indices[at] as number;
    const back = indices.subarray(tail * k, tail * k + k).indexOf(head);
    // A pair that each lists comes up twice.
    if (back >= 0 && tail < head) continue;
    const here = directed[at] as number;
    const there = back < 0 ? 0 : (directed[tail * k + back] as number);
    const weight = here + there - here * there;
    if (weight < weakest) continue;
    add(head, tail, weight);
    add(tail, head, weight);
  }
  return {
    heads: edges.heads.slice(0, count),
    tails: edges.tails.slice(0, count),
    weights: edges.weights.slice(0, count),
  };
}

/** Halvings by which the width of a neighbourhood is found, and how exactly. */
const HALVINGS = 64;
const TOLERANCE = 1e-5;
/** Least width of a neighbourhood, in times of its mean distance. */
const MIN_WIDTH = 1e-3;

/** How much each neighbour belongs to its row's neighbourhood, 0…1; the nearest one belongs wholly. */
function membership(k: number, scores: Float32Array): Float32Array {
  const weights = new Float32Array(scores.length);
  // A row is the nearest of its own neighbours.
  const target = Math.log2(k + 1);
  let total = 0;
  for (const score of scores) total += Math.max(0, 1 - score);
  const meanOfAll = total / Math.max(1, scores.length);
  const distances = new Float64Array(k);
  for (let first = 0; first < scores.length; first += k) {
    let sum = 0;
    let nearest = 0;
    for (let j = 0; j < k; j++) {
      const distance = Math.max(0, 1 - (scores[first + j] as number));
      distances[j] = distance;
      sum += distance;
      if (nearest === 0) nearest = distance;
    }
    const least = MIN_WIDTH * (nearest > 0 ? sum / k : meanOfAll);
    const width = Math.max(widthOf(distances, nearest, target), least);
    for (let j = 0; j < k; j++) {
      const beyond = (distances[j] as number) - nearest;
      weights[first + j] = beyond <= 0 || width === 0 ? 1 : Math.exp(-beyond / width);
    }
  }
  return weights;
}

/** The width for which the memberships add up to `target`. */
function widthOf(distances: Float64Array, nearest: number, target: number): number {
  let [low, high, width] = [0, Infinity, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    let sum = 0;
    for (const distance of distances) {
      const beyond = distance - nearest;
      sum += beyond > 0 ? Math.exp(-beyond / width) : 1;
    }
    if (Math.abs(sum - target) < TOLERANCE) break;
    if (sum > target) high = width;
    else low = width;
    width = high === Infinity ? width * 2 : (low + high) / 2;
  }
  return width;
}
