import { proxy, type Remote, transfer, wrap } from 'comlink';
import { WorkerThread } from '#workers/worker-thread.ts';
import type { Analysis } from './analysis.ts';
import type { Clusters } from './clusters.ts';
import type { Move, Pair } from './compare.ts';
import type { Neighbour } from './nearest.ts';
import type { VectorSet } from './vector-set.ts';

/** Milliseconds in which the worker starts and receives the rows. */
const LOAD_MS = 60_000;
/** Milliseconds without progress after which an analysis of the largest set has failed. */
const SILENCE_MS = 600_000;

/** An analysis in a separate worker, so that the page stays smooth. Calls reject with a WorkerError. */
export interface OpenAnalysis {
  /** Copies the rows to the worker; the page retains its own. */
  load: (set: VectorSet) => Promise<void>;
  pca: () => Promise<Float32Array>;
  umap: (onMap: (part: number, points: Float32Array) => void) => Promise<Float32Array | null>;
  /** `k`: null for the number that suits the rows best. */
  clusters: (k: number | null) => Promise<Clusters>;
  groupWords: (
    texts: readonly string[],
    of: Int32Array,
    typical: number[][],
  ) => Promise<string[][]>;
  nearest: (vector: Float32Array, max: number) => Promise<Neighbour[]>;
  nearestTo: (index: number, max: number) => Promise<Neighbour[]>;
  duplicates: (minScore: number, max: number) => Promise<Pair[]>;
  compare: (
    data: Float32Array,
    size: number,
    k: number,
    max: number,
  ) => Promise<{ overlap: number; moves: Move[] }>;
}

type Use<T> = (remote: Remote<Analysis>, alive: () => void) => Promise<T>;

export function openAnalysis(): OpenAnalysis {
  let thread: WorkerThread<Worker> | null = null;
  let remote: Remote<Analysis>;
  /** The rows of the last `load`: a worker that died is replaced by one that knows them. */
  let set: VectorSet | null = null;

  const call = <T>(use: Use<T>, silenceMs: number) =>
    (thread as WorkerThread<Worker>).call((_, alive) => use(remote, alive), { silenceMs });

  async function start(): Promise<void> {
    thread = new WorkerThread(() => {
      const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), {
        type: 'module',
      });
      remote = wrap<Analysis>(worker);
      return worker;
    });
    if (set) await send(set);
  }

  function send({ data, size }: VectorSet): Promise<void> {
    const copy = data.slice();
    return call((analysis) => analysis.load(transfer(copy, [copy.buffer]), size), LOAD_MS);
  }

  async function ask<T>(use: Use<T>): Promise<T> {
    if (!thread || thread.isOver) await start();
    return call(use, SILENCE_MS);
  }

  return {
    async load(loaded) {
      set = loaded;
      if (!thread || thread.isOver) await start();
      else await send(loaded);
    },
    pca: () => ask((analysis) => analysis.pca()),
    umap: (onMap) =>
      ask((analysis, alive) => {
        const report = (part: number, points: Float32Array) => {
          alive();
          onMap(part, points);
        };
        return analysis.umap(proxy(report));
      }),
    clusters: (k) => ask((analysis) => analysis.clusters(k)),
    groupWords: (texts, of, typical) => ask((analysis) => analysis.groupWords(texts, of, typical)),
    nearest: (vector, max) => ask((analysis) => analysis.nearest(vector, max)),
    nearestTo: (index, max) => ask((analysis) => analysis.nearestTo(index, max)),
    duplicates: (minScore, max) => ask((analysis) => analysis.duplicates(minScore, max)),
    compare: (data, size, k, max) => ask((analysis) => analysis.compare(data, size, k, max)),
  };
}
