import { proxy, type Remote, transfer, wrap } from 'comlink';
import { anySignal } from '#base/promises.ts';
import { type CallLimits, inOwnWorker, WorkerError, WorkerThread } from '#workers/worker-thread.ts';
import { type Analysis, type Estimate, NEIGHBOURS, type OnMap } from './analysis.ts';
import type { Clusters } from './clusters.ts';
import type { Move, Pair } from './compare.ts';
import { type Neighbour, type NeighbourGraph, NeighbourSearch } from './nearest.ts';
import { type Job, SharedWork } from './shared-work.ts';
import type { VectorSet } from './vector-set.ts';

/** Milliseconds without a sign after which a worker has failed. */
const SILENCE_MS = 120_000;
/** Sets whose neighbours are found by the first worker, sooner than others would start. */
const SMALL = 600;
/** Most workers of a search, and bytes of the copies of the rows that they need. */
const MAX_HELPERS = 16;
const MAX_BYTES = 512_000_000;
/** Part of the progress of a map that the search for neighbours takes. */
const SEARCH_PART = 0.5;

/**
 * An analysis in workers, so that the page stays smooth. Long work (`umap`, `duplicates`, `compare`) runs next to
 * the rest on all cores and shares one search for neighbours. Calls reject with a WorkerError.
 */
export interface OpenAnalysis {
  /** Copies the rows to the worker; the page retains its own. Long work on other rows ends. */
  load: (set: VectorSet) => Promise<void>;
  pca: () => Promise<Float32Array>;
  /** Seconds that long work takes about. `neighbours`: the search for the set's own, 0 once they are found. */
  estimate: () => Promise<Estimate & { neighbours: number }>;
  /** Refines a map from where its points are. The points so far are empty before the first step. */
  umap: (points: Float32Array, onMap: OnMap, signal: AbortSignal) => Promise<Float32Array>;
  /** `k`: null for `best`, the number that suits the rows. */
  clusters: (k: number | null) => Promise<Clusters & { best: number }>;
  groupWords: (
    texts: readonly string[],
    of: Int32Array,
    typical: number[][],
  ) => Promise<string[][]>;
  nearest: (vector: Float32Array, max: number) => Promise<Neighbour[]>;
  nearestTo: (index: number, max: number) => Promise<Neighbour[]>;
  duplicates: (minScore: number, max: number, job: Job) => Promise<Pair[]>;
  compare: (
    other: VectorSet,
    k: number,
    max: number,
    job: Job,
  ) => Promise<{ overlap: number; moves: Move[] }>;
  /** Ends the workers and all work; later calls reject, with a WorkerError too. */
  close: () => void;
}

type Use<T> = (remote: Remote<Analysis>, alive: () => void) => Promise<T>;

const openWorker = () =>
  new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });

/** Runs a part of long work in a worker of its own. */
function inHelper<T>(use: Use<T>, limits: Partial<CallLimits>): Promise<T> {
  return inOwnWorker(openWorker, (worker, alive) => use(wrap<Analysis>(worker), alive), {
    silenceMs: SILENCE_MS,
    ...limits,
  });
}

const copyOf = ({ data }: VectorSet) => {
  const copy = data.slice();
  return transfer(copy, [copy.buffer]);
};

const transferGraph = (graph: NeighbourGraph) =>
  transfer(graph, [graph.indices.buffer, graph.scores.buffer]);

function helpersFor({ data, count }: VectorSet): number {
  const cores = navigator.hardwareConcurrency || 1;
  const fitting = Math.floor(MAX_BYTES / Math.max(1, data.byteLength));
  return Math.max(1, Math.min(cores, MAX_HELPERS, fitting, NeighbourSearch.strips(count)));
}

/** Runs work with a signal that aborts with any of `signals`, and at the end of the work. */
async function under<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, abort, release } = anySignal(signals);
  try {
    signal.throwIfAborted();
    return await work(signal);
  } finally {
    release();
    abort();
  }
}

/** The parts of a graph of neighbours, found on all cores. */
async function searchParts(set: VectorSet, { onProgress, signal }: Job): Promise<NeighbourGraph[]> {
  const strips = NeighbourSearch.strips(set.count);
  let next = 0;
  let done = 0;
  const helper: Use<NeighbourGraph | null> = async (remote) => {
    await remote.startSearch(copyOf(set), set.size, NEIGHBOURS);
    while (next < strips) {
      await remote.searchStrip(next++);
      // Later strips have fewer partners left.
      onProgress(1 - ((strips - ++done) / strips) ** 2);
    }
    return remote.endSearch();
  };
  return under([signal], async (all) => {
    const helpers = Array.from({ length: helpersFor(set) }, () =>
      inHelper(helper, { signal: all }),
    );
    return (await Promise.all(helpers)).filter((part) => part !== null);
  });
}

export function openAnalysis(): OpenAnalysis {
  let thread: WorkerThread<Worker> | null = null;
  let remote: Remote<Analysis>;
  /** The rows of the last `load`, and their neighbours: a worker that died is replaced by one that knows them. */
  let set: VectorSet | null = null;
  let graph: SharedWork<NeighbourGraph> | null = null;
  const closing = new AbortController();

  /** Settles when the worker has received the rows. */
  let loaded: Promise<unknown> = Promise.resolve();

  const call = <T>(use: Use<T>) =>
    (thread as WorkerThread<Worker>).call((_, alive) => use(remote, alive), {
      silenceMs: SILENCE_MS,
    });

  function start(): void {
    thread = new WorkerThread(() => {
      const worker = openWorker();
      remote = wrap<Analysis>(worker);
      return worker;
    });
    const [rows, found] = [set, graph?.result ?? null];
    loaded = call(async (analysis) => {
      if (rows !== null) await analysis.load(copyOf(rows), rows.size);
      if (found !== null) await analysis.setGraph(found);
    });
  }

  async function ask<T>(use: Use<T>): Promise<T> {
    closing.signal.throwIfAborted();
    if (!thread || thread.isOver) start();
    await loaded;
    return call(use);
  }

  const search = (rows: VectorSet, job: Job) =>
    searchParts(rows, job).then((parts) =>
      ask((analysis) => analysis.joinGraphs(parts.map(transferGraph))),
    );

  /** The neighbours of the loaded rows, found once. */
  function neighbours(job: Job): Promise<NeighbourGraph> {
    const rows = set;
    graph ??= new SharedWork(async (own) => {
      if (!rows || rows.count <= SMALL) return ask((analysis) => analysis.neighbours());
      const found = await search(rows, own);
      await ask((analysis) => analysis.setGraph(found));
      return found;
    });
    return graph.join(job);
  }

  /** Long work, which `close` ends as its own signal does. */
  const longWork = <T>({ onProgress, signal }: Job, work: (job: Job) => Promise<T>): Promise<T> =>
    under([closing.signal, signal], (either) => work({ onProgress, signal: either }));

  return {
    async load(rows) {
      closing.signal.throwIfAborted();
      graph?.end();
      graph = null;
      set = rows;
      if (!thread || thread.isOver) start();
      else loaded = call((analysis) => analysis.load(copyOf(rows), rows.size));
      await loaded;
    },
    pca: () => ask((analysis) => analysis.pca()),
    async estimate() {
      const { search: alone, layout } = await ask((analysis) => analysis.estimate());
      const once = set ? alone / helpersFor(set) : 0;
      return { search: once, neighbours: (graph?.result ?? null) === null ? once : 0, layout };
    },
    umap(points, onMap, signal) {
      const onProgress = (part: number) => onMap(part * SEARCH_PART, new Float32Array(0));
      return longWork({ onProgress, signal }, async (job) => {
        const found = await neighbours(job);
        // Reports travel on a port of their own: one may arrive after the end.
        let isOver = false;
        const layout = inHelper(
          (helper, alive) => {
            const report: OnMap = (part, now) => {
              alive();
              if (!isOver) onMap(SEARCH_PART + part * (1 - SEARCH_PART), now);
            };
            return helper.layOut(found, points, proxy(report));
          },
          { signal: job.signal },
        );
        return layout.finally(() => {
          isOver = true;
        });
      });
    },
    clusters: (k) => ask((analysis) => analysis.clusters(k)),
    groupWords: (texts, of, typical) => ask((analysis) => analysis.groupWords(texts, of, typical)),
    nearest: (vector, max) => ask((analysis) => analysis.nearest(vector, max)),
    nearestTo: (index, max) => ask((analysis) => analysis.nearestTo(index, max)),
    duplicates: (minScore, max, job) =>
      longWork(job, async (own) => {
        await neighbours(own);
        return ask((analysis) => analysis.duplicates(minScore, max));
      }),
    async compare(other, k, max, job) {
      const rows = set;
      if (!rows) return { overlap: 1, moves: [] };
      return longWork(job, async ({ onProgress, signal }) => {
        const half = (first: number): Job => ({
          signal,
          onProgress: (part) => onProgress((first + part) / 2),
        });
        const mine = await neighbours(half(0));
        const theirs = await search(other, half(1));
        return inHelper(
          async (helper) => {
            await helper.load(copyOf(rows), rows.size);
            await helper.setGraph(mine);
            const compared = { data: copyOf(other), size: other.size, graph: theirs };
            return helper.compare(compared, k, max);
          },
          { signal },
        );
      });
    },
    close() {
      closing.abort(new WorkerError('ended'));
      graph?.end();
      thread?.end();
    },
  };
}
