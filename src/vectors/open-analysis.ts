import { proxy, type Remote, releaseProxy, transfer, wrap } from 'comlink';
import type { Analysis } from './analysis.ts';
import type { VectorSet } from './vector-set.ts';

/** An analysis in a worker of its own, so that the page stays smooth. */
export interface OpenAnalysis {
  remote: Remote<Analysis>;
  /** Hands rows over; the page keeps its own copy. */
  load: (set: VectorSet) => Promise<void>;
  umap: (onMap: (part: number, points: Float32Array) => void) => Promise<Float32Array | null>;
  close: () => void;
}

export function openAnalysis(): OpenAnalysis {
  const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
  const remote = wrap<Analysis>(worker);
  return {
    remote,
    load: ({ data, size }) => {
      const copy = data.slice();
      return remote.load(transfer(copy, [copy.buffer]), size);
    },
    umap: (onMap) => remote.umap(proxy(onMap)),
    close: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
