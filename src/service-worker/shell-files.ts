import { appPath, BASE } from '#contract/app-path.ts';

/** One file of the app: its path, and the first eight digits of the hash of its content. */
export type ShellFile = readonly [path: string, revision: string];

/** What a build consists of, written by `scripts/build.mjs`. */
export interface ShellFiles extends AssetList {
  /** Without these no page opens: cached before a new version counts as installed. */
  first: readonly ShellFile[];
  /** The list of the assets that are not needed first: here it would be a third of the script. */
  assets: ShellFile | null;
}

export interface AssetList {
  /** The rest of the app and the embedded models: cached once the page has settled. */
  later: readonly ShellFile[];
  /** Big and rarely needed: cached when they are used. */
  onUse: readonly ShellFile[];
}

/** The name of the page that every address inside the app gets. */
export const PAGE = appPath('/index.html');

/**
 * The file that answers a request; null when it is not one of the app's. Addresses of pages have no
 * extension; all of them get the one page.
 */
export function fileFor(
  { url, mode, method }: { url: string; mode: string; method: string },
  origin: string,
  files: ReadonlyMap<string, string>,
): string | null {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin || method !== 'GET' || files.size === 0) return null;
  if (files.has(pathname)) return pathname;
  const isPage = mode === 'navigate' && !/\.[a-z0-9]+$/i.test(pathname);
  return isPage && files.has(PAGE) ? PAGE : null;
}

/** The folder of files whose names name their content. */
export const HASHED_FOLDER = appPath('/assets/');

function isHashed(path: string): boolean {
  return path.startsWith(HASHED_FOLDER) || /^ort\/.*\.wasm$/.test(path.slice(BASE.length));
}

/**
 * The cache key of a file of one revision: revisions are stored side by side. Hashed files
 * are cached under their request URL, because V8 reuses cached bytecode only for that exact URL.
 */
export function cacheKey(path: string, revision: string): string {
  return isHashed(path) ? path : `${path}?revision=${revision}`;
}
