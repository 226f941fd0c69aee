import { proxy, type Remote, wrap } from 'comlink';
import { WorkerThread } from '#workers/worker-thread.ts';
import type { Library } from './library.ts';
import type { openLibraryHere } from './library.worker.ts';

/** Milliseconds without a sign after which the worker has failed. */
const SILENCE_MS = 60_000;

/** The library in a worker: reading and searching hold no page up. Calls reject with a WorkerError. */
export type OpenLibrary = {
  [Name in 'read' | 'search']: Library[Name];
} & { models: () => Promise<ReturnType<Library['models']>>; close: () => void };

/** `onChange` is called when rows changed that a search should know. */
export function openLibrary(onChange: () => void): OpenLibrary {
  let library: Promise<Remote<Library>> | null = null;
  const thread = new WorkerThread(() => {
    return new Worker(new URL('./library.worker.ts', import.meta.url), { type: 'module' });
  });
  const call = <T>(use: (remote: Remote<Library>, alive: () => void) => Promise<T>) =>
    thread.call(
      async (worker, alive) => {
        library ??= wrap<typeof openLibraryHere>(worker)(proxy(onChange)) as unknown as Promise<
          Remote<Library>
        >;
        return use(await library, alive);
      },
      { silenceMs: SILENCE_MS },
    );
  return {
    read: (onProgress = () => {}) =>
      call((remote, alive) =>
        remote.read(
          proxy((done: number, total: number) => {
            alive();
            onProgress(done, total);
          }),
        ),
      ),
    models: () => call((remote) => remote.models()),
    search: (query) => call((remote) => remote.search(query)),
    close: () => thread.end(),
  };
}
