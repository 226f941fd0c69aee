// In the npm package this stands in the place of `contract/app-path.ts`: there the folder is known when a page starts
// the service, or from the address of this module in a worker, and not when the files are built.

const isWorker = typeof document === 'undefined' && typeof location !== 'undefined';
/** Its own address: the worker's script may be the site's, which imports it. A service worker is one classic script. */
const { url = location.href } = isWorker ? import.meta : { url: '/' };

/**
 * Path of the folder that `alcove init` wrote, with its trailing slash: modules of workers are in its folder `assets`. A
 * server that renders pages imports the package as well, where there is no address.
 */
export const BASE = isWorker ? new URL('..', url).pathname : '/';

/** The path of a file of the package. */
export function appPath(path: `/${string}`): string {
  return `${BASE}${path.slice(1)}`;
}

/** Pages of the app alone. */
export const CONNECT_PATH = appPath('/connect');
export const DELETED_PATH = `${BASE}?deleted`;

export function isDeletedUrl(): boolean {
  return false;
}
