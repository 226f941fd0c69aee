import { bestClusterCount, type Clusters, findClusters } from './clusters.ts';
import {
  greatestMoves,
  type Move,
  nearDuplicates,
  neighbourOverlap,
  type Pair,
} from './compare.ts';
import { groupWords } from './group-words.ts';
import {
  mergeGraphs,
  type Neighbour,
  type NeighbourGraph,
  NeighbourSearch,
  nearest,
  neighbourGraph,
} from './nearest.ts';
import { pca } from './pca.ts';
import { Umap, umapSteps } from './umap.ts';
import { normalise, row, toVectorSet, type VectorSet } from './vector-set.ts';

/** Neighbours of each row that the map, similar pairs and comparisons are made from. */
export const NEIGHBOURS = 15;
/** Directions that groups are found in: the others are mostly noise, and every number of groups looks alike in them. */
const GROUPING = 7;
/** Milliseconds between two reports of a layout. */
const REPORT_MS = 100;
/** Rows that the time of long work is estimated by, and steps of their layout. */
const TRIAL = 1_024;
const TRIAL_STEPS = 20;

/** Reported while it runs: the part done, 0…1, and the map so far, [count × 2]. */
export type OnMap = (part: number, points: Float32Array) => void;

/** Seconds that work on a set takes about, on one core. */
export interface Estimate {
  /** A search for the neighbours of as many rows. */
  search: number;
  layout: number;
}

/**
 * The analysis of one set of vectors, in a worker. Long work (`startSearch`, `layOut`) runs on instances of its
 * own, so that the first one answers meanwhile.
 */
export class Analysis {
  #set: VectorSet = toVectorSet(new Float32Array(0), 1);
  #graph: NeighbourGraph | null = null;
  /** The rows in few directions, and how many groups suit them. */
  #main: VectorSet | null = null;
  #bestCount: number | null = null;
  #search: NeighbourSearch | null = null;
  #estimate: Estimate | null = null;

  /** Takes rows of `size` numbers, each of length 1. */
  load(data: Float32Array, size: number): void {
    this.#set = toVectorSet(data, size);
    this.#graph = null;
    this.#main = null;
    this.#bestCount = null;
    this.#estimate = null;
  }

  /** The map by the two directions of greatest variance: [count × 2]. */
  pca(): Float32Array {
    return pca(this.#set, 2);
  }

  /** The rows nearest to a vector, best first. */
  nearest(vector: Float32Array, max: number): Neighbour[] {
    return nearest(this.#set, vector, max);
  }

  /** The rows nearest to a row, itself left out. */
  nearestTo(index: number, max: number): Neighbour[] {
    if (index >= this.#set.count) return [];
    return nearest(this.#set, row(this.#set, index), max, index);
  }

  /** `k`: null for `best`, the number that suits the rows. */
  clusters(k: number | null): Clusters & { best: number } {
    this.#main ??= normalise(toVectorSet(...reduced(this.#set, GROUPING)));
    this.#bestCount ??= bestClusterCount(this.#main);
    return { ...findClusters(this.#main, k ?? this.#bestCount, this.#set), best: this.#bestCount };
  }

  /** The words that name each group; `of`: the group of each text, `typical`: rows of each group. */
  groupWords(texts: readonly string[], of: Int32Array, typical: number[][]): string[][] {
    return groupWords(texts, of, typical);
  }

  /** Measures long work on some of the rows; of a set that small it takes no time worth showing. */
  estimate(): Estimate {
    this.#estimate ??= this.#measure();
    return this.#estimate;
  }

  #measure(): Estimate {
    const { data, size, count } = this.#set;
    if (count <= TRIAL) return { search: 0, layout: 0 };
    const some = toVectorSet(data.subarray(0, TRIAL * size), size);
    const start = performance.now();
    const graph = neighbourGraph(some, NEIGHBOURS);
    const middle = performance.now();
    const umap = new Umap(graph, pca(some, 2));
    const prepared = performance.now();
    for (let step = 0; step < TRIAL_STEPS; step++) umap.step();
    const ofStep = (performance.now() - prepared) / TRIAL_STEPS;
    const times = count / TRIAL;
    return {
      search: ((middle - start) * times ** 2) / 1_000,
      layout: (ofStep * times * umapSteps(count)) / 1_000,
    };
  }

  /** Starts a search for the neighbours of all rows, of which this instance does some strips. */
  startSearch(data: Float32Array, size: number, k: number): void {
    this.#search = new NeighbourSearch(toVectorSet(data, size), k);
  }

  searchStrip(strip: number): void {
    this.#search?.searchStrip(strip);
  }

  /** The neighbours among the strips that were searched here. */
  endSearch(): NeighbourGraph | null {
    const graph = this.#search?.graph ?? null;
    this.#search = null;
    return graph;
  }

  /** Joins the graphs of all parts of a search. */
  joinGraphs([first, ...others]: NeighbourGraph[]): NeighbourGraph {
    const graph = first ?? neighbourGraph(toVectorSet(new Float32Array(0), 1), NEIGHBOURS);
    for (const other of others) mergeGraphs(graph, other);
    return graph;
  }

  /** Retains the neighbours of the loaded rows. */
  setGraph(graph: NeighbourGraph): void {
    this.#graph = graph;
  }

  /** The neighbours of the loaded rows, in one go: for small sets. */
  neighbours(): NeighbourGraph {
    this.#graph ??= neighbourGraph(this.#set, NEIGHBOURS);
    return this.#graph;
  }

  /** Refines a map by UMAP from where its points are. */
  layOut(graph: NeighbourGraph, points: Float32Array, onMap: OnMap): Float32Array {
    // Fewer points have no neighbourhoods to speak of.
    if (points.length / 2 < 5) return points;
    const umap = new Umap(graph, points);
    let reported = performance.now();
    while (!umap.isDone) {
      umap.step();
      if (performance.now() - reported < REPORT_MS) continue;
      onMap(umap.part, umap.points.slice());
      reported = performance.now();
    }
    return umap.points;
  }

  /** Pairs at least this alike, the most alike first. */
  duplicates(min: number, max: number): Pair[] {
    return nearDuplicates(this.neighbours(), min, max);
  }

  /** How much another model, or size, agrees on the nearest `k` rows: overlap 0…1 and the greatest moves. */
  compare(
    other: { data: Float32Array; size: number; graph: NeighbourGraph },
    k: number,
    max: number,
  ): { overlap: number; moves: Move[] } {
    const graphs = [this.neighbours(), other.graph] as const;
    return {
      overlap: neighbourOverlap(...graphs, k),
      moves: greatestMoves(this.#set, toVectorSet(other.data, other.size), graphs, max),
    };
  }
}

function reduced(set: VectorSet, max: number): [data: Float32Array, size: number] {
  const size = Math.min(max, set.size);
  return [pca(set, size), size];
}
