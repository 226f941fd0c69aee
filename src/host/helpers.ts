import type { ApiDependencies, FileReader, IndexControl } from '#api/call/call.ts';
import { followKeys, forgetGoneKeys } from '#api/vector-stores/follow-keys.ts';
import { StoreIndexer } from '#api/vector-stores/store-indexer.ts';

/** Few programs send files: the code that reads them comes with the first one. */
export const readFile: FileReader = async (...file) =>
  (await import('./read-file.ts')).readFile(...file);

/** What reads the files of vector stores; it clears up and resumes what an earlier visit left after `resumeMs`. */
export function openIndexer(api: ApiDependencies, resumeMs: number): IndexControl {
  const indexer = new StoreIndexer(api, {
    locks: navigator.locks ?? null,
  });
  followKeys(api);
  setTimeout(async () => {
    await forgetGoneKeys(api).catch(api.report);
    indexer.wake();
  }, resumeMs);
  return indexer;
}

export function openSchemaWorker(): Worker {
  return new Worker(new URL('./schema-worker.ts', import.meta.url), { type: 'module' });
}

export function openParseWorker(): Worker {
  return new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' });
}
