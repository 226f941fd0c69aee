import type { ModelSource } from '#catalog/model-card.ts';
import type { FileStore } from '#model-files/file-store.ts';
import { LIBRARY_PATH } from '#model-files/pick-files.ts';

/** Where WebLLM thinks the files of a repository are. */
export const STORE_HUB = 'https://model-files.invalid';

/** Under which address WebLLM asks for a model's library: its own, or that in the repository. */
export function libraryAddress({ repository, library = '' }: ModelSource): string {
  return URL.canParse(library) ? library : `${STORE_HUB}/${repository}/resolve/main/${library}`;
}

/**
 * Gives WebLLM the files of our own store in place of the network and of its cache: nothing is
 * fetched, and nothing is stored twice. Weights were checked against the hashes of the hub or of a
 * pack; the library is code, and was downloaded from its own address: packs bring none.
 */
export function serveFromStore(scope: object, store: FileStore, source: ModelSource): void {
  const { repository, library } = source;
  const base = `${STORE_HUB}/${repository}/resolve/main/`;
  const find = async (request: RequestInfo | URL): Promise<Response | undefined> => {
    const url = request instanceof Request ? request.url : String(request);
    const path = url === library ? LIBRARY_PATH : pathUnder(base, url);
    const file = path === null ? null : await store.read(repository, path);
    if (!file) return undefined;
    const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(file, {
      headers: { 'content-length': String(file.size), 'content-type': type },
    });
  };
  const fetchOrMissing = async (request: RequestInfo | URL) =>
    (await find(request)) ?? new Response(null, { status: 404, statusText: 'Not downloaded' });
  const cache = {
    match: find,
    add: async (request: RequestInfo | URL) => {
      if (!(await find(request))) throw new TypeError(`${String(request)} was not downloaded.`);
    },
    put: async () => {},
    delete: async () => false,
    keys: async () => [],
  };
  Object.defineProperty(scope, 'fetch', { value: fetchOrMissing });
  Object.defineProperty(scope, 'caches', { value: { open: async () => cache } });
}

function pathUnder(base: string, url: string): string | null {
  return url.startsWith(base) ? decodeURIComponent(url.slice(base.length)) : null;
}
