import { Analysis } from '#vectors/analysis.ts';
import type { OpenAnalysis } from '#vectors/open-analysis.ts';

/** For tests: the analysis without workers. `pcaGate` and `layout` hold a map, and its refinement half-way. */
export function analyseInProcess(gates: {
  pcaGate: Promise<void>;
  layout: Promise<void>;
}): OpenAnalysis {
  const analysis = new Analysis();
  return {
    pca: async () => {
      await gates.pcaGate;
      return analysis.pca();
    },
    clusters: async (k) => analysis.clusters(k),
    groupWords: async (texts, of, typical) => analysis.groupWords(texts, of, typical),
    estimate: async () => ({ ...analysis.estimate(), neighbours: 0 }),
    umap: async (points, onMap, signal) => {
      onMap(0.5, points.slice());
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([gates.layout, stopped]);
      return analysis.layOut(analysis.neighbours(), points, () => {});
    },
    nearest: async (vector, max) => analysis.nearest(vector, max),
    nearestTo: async (index, max) => analysis.nearestTo(index, max),
    duplicates: async (min, max) => analysis.duplicates(min, max),
    compare: async ({ data, size, count }, k, max) => {
      const other = new Analysis();
      other.load(data.slice(), size);
      if (count === 0) return { overlap: 1, moves: [] };
      return analysis.compare({ data, size, graph: other.neighbours() }, k, max);
    },
    load: async ({ data, size }) => analysis.load(data.slice(), size),
    close: () => {},
  };
}
