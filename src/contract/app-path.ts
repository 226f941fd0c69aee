/** Path of the folder the app is served from, with its trailing slash: `/`, or `/alcove/`. */
export const BASE = __BASE__;

/** The path of a file or page of the app: `appPath('/models/')` is `/alcove/models/` where the app is in `/alcove/`. */
export function appPath(path: `/${string}`): string {
  return `${BASE}${path.slice(1)}`;
}

/** The page on which a person answers a site that asks to be connected. */
export const CONNECT_PATH = appPath('/connect');

const DELETED = 'deleted';

/** The page that says that everything was deleted: it starts nothing and stores nothing. */
export const DELETED_PATH = `${BASE}?${DELETED}`;

export function isDeletedUrl(url: string): boolean {
  return new URL(url).searchParams.has(DELETED);
}

/**
 * The list of the version in use, stored in the cache of the app's files: the next version leaves its files to pages
 * that are still open. None of the files itself.
 */
export const SHELL_LIST = appPath('/shell-list');
