import { UMAP } from 'umap-js';
import { seeded } from '#base/random.ts';
import { bestClusterCount, type Clusters, findClusters } from './clusters.ts';
import {
  greatestMoves,
  type Move,
  nearDuplicates,
  neighbourOverlap,
  type Pair,
} from './compare.ts';
import { groupWords } from './group-words.ts';
import { type Neighbour, type NeighbourGraph, nearest, neighbourGraph } from './nearest.ts';
import { pca } from './pca.ts';
import { normalise, row, toVectorSet, type VectorSet } from './vector-set.ts';

/** Neighbours that duplicates, comparisons and the map are made from. */
const NEIGHBOURS = 15;
/** Principal components used to find neighbours of many rows: the others hardly change the result. */
const REDUCED = 48;
/** Directions that groups are found in: the others are mostly noise, and every number of groups looks alike in them. */
const GROUPING = 7;
/** Rows beyond which neighbours are found in fewer directions. */
const MANY = 3_000;
/** Steps of UMAP between two looks at the map. */
const STEPS = 10;
/** Width of the first map, in UMAP's units. */
const SPREAD = 20;

/** Reported while it runs: the part done, 0…1, and the map so far, [count × 2]. */
type OnMap = (part: number, points: Float32Array) => void;

/** The analysis of one set of vectors; it runs in a dedicated worker. */
export class Analysis {
  #set: VectorSet = toVectorSet(new Float32Array(0), 1);
  #graph: NeighbourGraph | null = null;
  /** The rows in few directions. */
  #main: VectorSet | null = null;
  #generation = 0;

  /** Takes rows of `size` numbers, each of length 1. Work on others ends. */
  load(data: Float32Array, size: number): void {
    this.#generation++;
    this.#set = toVectorSet(data, size);
    this.#graph = null;
    this.#main = null;
  }

  /** The map by the two directions of greatest variance: [count × 2]. */
  pca(): Float32Array {
    return pca(this.#set, 2);
  }

  /**
   * Refines the map by UMAP from where PCA put the points; null when another set came meanwhile.
   * @see https://arxiv.org/abs/1802.03426
   */
  async umap(onMap: OnMap): Promise<Float32Array | null> {
    const generation = this.#generation;
    const { count } = this.#set;
    // Fewer points have no neighbourhoods to speak of.
    if (count < 5) return this.pca();
    const { k, indices, scores } = this.#neighbours((part) =>
      onMap(part * 0.3, new Float32Array(0)),
    );
    // A row counts as its own neighbour, and fewer are taken than there are rows.
    const near = Math.min(k, count - 2);
    const umap = new UMAP({ nComponents: 2, nNeighbors: near + 1, random: seeded(7) });
    const rows = [...Array(count).keys()];
    umap.setPrecomputedKNN(
      rows.map((i) => [i, ...indices.subarray(i * k, i * k + near)]),
      rows.map((i) => [0, ...scores.subarray(i * k, i * k + near)].map((s, j) => (j ? 1 - s : 0))),
    );
    const epochs = umap.initializeFit(rows.map((i) => [i]));
    place(umap.getEmbedding(), this.pca());
    for (let step = 0; step < epochs; step++) {
      umap.step();
      if (step % STEPS !== STEPS - 1) continue;
      onMap(0.3 + (0.7 * step) / epochs, flat(umap.getEmbedding()));
      // Lets a new set in.
      await new Promise((resolve) => setTimeout(resolve));
      if (generation !== this.#generation) return null;
    }
    return flat(umap.getEmbedding());
  }

  /** The rows nearest to a vector, best first. */
  nearest(vector: Float32Array, most: number): Neighbour[] {
    return nearest(this.#set, vector, most);
  }

  /** The rows nearest to a row, itself left out. */
  nearestTo(index: number, most: number): Neighbour[] {
    if (index >= this.#set.count) return [];
    return nearest(this.#set, row(this.#set, index), most, index);
  }

  /** `k`: null for the number that suits the rows best. */
  clusters(k: number | null): Clusters {
    this.#main ??= reduced(this.#set, GROUPING);
    return findClusters(this.#main, k ?? bestClusterCount(this.#main));
  }

  /** The words that name each group; `of`: the group of each text, `typical`: rows of each group. */
  groupWords(texts: readonly string[], of: Int32Array, typical: number[][]): string[][] {
    return groupWords(texts, of, typical);
  }

  /** Pairs at least this alike, the most alike first. */
  duplicates(min: number, most: number): Pair[] {
    return nearDuplicates(neighbourGraphOf(this.#set), min, most);
  }

  /** How much another model, or size, agrees on who is near: overlap 0…1 and the greatest moves. */
  compare(
    data: Float32Array,
    size: number,
    k: number,
    most: number,
  ): {
    overlap: number;
    moves: Move[];
  } {
    const other = toVectorSet(data, size);
    const graphs = [neighbourGraph(this.#set, k), neighbourGraph(other, k)] as const;
    return {
      overlap: neighbourOverlap(...graphs),
      moves: greatestMoves(this.#set, other, graphs, most),
    };
  }

  #neighbours(onProgress: (part: number) => void): NeighbourGraph {
    this.#graph ??= neighbourGraph(
      this.#set.count > MANY ? reduced(this.#set, REDUCED) : this.#set,
      NEIGHBOURS,
      onProgress,
    );
    return this.#graph;
  }
}

function neighbourGraphOf(set: VectorSet): NeighbourGraph {
  return neighbourGraph(set, NEIGHBOURS);
}

function reduced(set: VectorSet, max: number): VectorSet {
  const size = Math.min(max, set.size);
  return normalise(toVectorSet(pca(set, size), size));
}

/** Starts UMAP where PCA put the points, so that the map does not jump. */
function place(embedding: number[][], points: Float32Array): void {
  const widest = points.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  for (const [i, point] of embedding.entries()) {
    point[0] = ((points[2 * i] as number) / widest) * (SPREAD / 2);
    point[1] = ((points[2 * i + 1] as number) / widest) * (SPREAD / 2);
  }
}

function flat(embedding: readonly number[][]): Float32Array {
  const out = new Float32Array(embedding.length * 2);
  for (const [i, [x = 0, y = 0]] of embedding.entries()) {
    out[2 * i] = x;
    out[2 * i + 1] = y;
  }
  return out;
}
