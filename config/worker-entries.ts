import type { Plugin, Rolldown } from 'vite';

type Bundle = Record<
  string,
  | Pick<Rolldown.OutputChunk, 'type' | 'isEntry' | 'imports' | 'dynamicImports' | 'facadeModuleId'>
  | { type: 'asset' }
>;

/** Sentences about chunks that import an entry of the same bundle, if the entry is one of the app. */
export function findImportedEntries(bundle: Bundle): string[] {
  return Object.entries(bundle).flatMap(([name, chunk]) => {
    if (chunk.type === 'asset') return [];
    const imported = [...chunk.imports, ...chunk.dynamicImports];
    return imported
      .filter((id) => {
        const other = bundle[id];
        return other?.type === 'chunk' && other.isEntry && isOfApp(other.facadeModuleId);
      })
      .map((id) => `${name} imports ${id}`);
  });
}

/** Workers of tests and benchmarks run in Chromium only. */
const isOfApp = (path: string | null) => path?.includes('/src/') ?? false;

/**
 * Fails the build when a chunk of a worker imports the worker's entry: WebKit evaluates the entry a
 * second time then. The remedy is an entry without static imports (decision 030).
 */
export function refuseImportedEntries(): Plugin {
  return {
    name: 'alcove:worker-entries',
    generateBundle(_, bundle) {
      const found = findImportedEntries(bundle);
      if (found.length > 0) {
        this.error(`WebKit would evaluate a worker's entry twice: ${found.join('; ')}.`);
      }
    },
  };
}
