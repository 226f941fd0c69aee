import { appPath, BASE, SHELL_LIST } from '#contract/app-path.ts';
import { withHeaders } from '#transport/isolation-headers.ts';
import type { BuiltInModel, OfflineState } from '#transport/page-messages.ts';
import {
  type AssetList,
  cacheKey,
  fileFor,
  HASHED_FOLDER,
  PAGE,
  type ShellFile,
  type ShellFiles,
} from './shell-files.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __SHELL_FILES__: ShellFiles;

/** Copies of the app in other folders of the origin have their own caches. */
const CACHE = BASE === '/' ? 'alcove-files' : `alcove-files ${BASE}`;
/** When the files were last compared with the build, next to the list of the version in use. */
const CHECKED = `${SHELL_LIST}?checked`;
const DAY_MS = 86_400_000;

const { first, later, onUse, assets } = __SHELL_FILES__;
/** Files that are answered by their names; assets are answered by their folder. */
const revisions = new Map<string, string>([...first, ...later, ...onUse]);

/** All files of this version, with the list of assets mended if it is damaged. */
async function allFiles(cache: Cache): Promise<Pick<ShellFiles, 'later' | 'onUse'>> {
  if (!assets) return { later, onUse };
  await mend(cache, assets);
  await cacheFile(cache, assets);
  const list: AssetList = await (await cache.match(cacheKey(...assets)))?.json();
  return { later: [...later, ...list.later], onUse: [...onUse, ...list.onUse] };
}

/** Fetches the files that the app needs to start. A version without all of them is not installed. */
export async function cacheFirst(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(first.map((file) => cacheFile(cache, file)));
}

let saving = new AbortController();

/** Fetches the rest, one file after the other: the person's own requests go before. */
export async function cacheLater(): Promise<void> {
  saving = new AbortController();
  const { signal } = saving;
  const cache = await caches.open(CACHE);
  const files = await allFiles(cache);
  for (const file of files.later) {
    if (!signal.aborted) await cacheFile(cache, file, { signal }).catch(() => {});
  }
}

/** Ends that: browsers let no successor take over while a service worker works. */
export function stopLater(): void {
  saving.abort();
}

/** Counted in the cache, not claimed. */
export async function offlineState(): Promise<OfflineState> {
  const cache = await caches.open(CACHE);
  const files = await allFiles(cache);
  const found = await Promise.all(
    [...first, ...files.later].map((file) => cache.match(cacheKey(...file))),
  );
  return { cached: found.filter(Boolean).length, total: found.length };
}

/** Compares every stored file with the build, once a day, and fetches again what differs. */
export async function checkDaily(): Promise<void> {
  const cache = await caches.open(CACHE);
  const last = Number(await (await cache.match(CHECKED))?.text());
  if (Date.now() - last < DAY_MS) return;
  const files = await allFiles(cache);
  await repair([...first, ...files.later, ...files.onUse]);
  await cache.put(CHECKED, new Response(String(Date.now())));
}

/** The same for the app's code, without a pause. @returns whether something was damaged, and is no longer. */
export async function repairCode(): Promise<boolean> {
  const files = await allFiles(await caches.open(CACHE));
  const isCode = ([path]: ShellFile) => path.startsWith(HASHED_FOLDER);
  return repair([...first, ...files.later.filter(isCode), ...files.onUse.filter(isCode)]);
}

async function repair(files: readonly ShellFile[]): Promise<boolean> {
  const cache = await caches.open(CACHE);
  let isRepaired = false;
  for (const file of files) {
    if (saving.signal.aborted) break;
    if (await mend(cache, file).catch(() => false)) isRepaired = true;
  }
  return isRepaired;
}

/**
 * Fetches a damaged file again. @returns whether it was damaged, and is no longer: a host that changes what it serves
 * would have a page loaded again for ever.
 */
async function mend(cache: Cache, file: ShellFile): Promise<boolean> {
  const key = cacheKey(...file);
  if (await isSound(await cache.match(key), file[1])) return false;
  await cache.delete(key);
  await cacheFile(cache, file);
  return isSound(await cache.match(key), file[1]);
}

/** Whether a file has its content, by the first eight digits of its hash; one that is not stored has no wrong one. */
async function isSound(stored: Response | undefined, hash: string): Promise<boolean> {
  if (!stored) return true;
  const digest = await crypto.subtle.digest('SHA-256', await stored.arrayBuffer());
  return new DataView(digest).getUint32(0) === Number(`0x${hash}`);
}

const MODELS = appPath('/models/');

/** The files of the models that ship with the app, by their models. */
function modelFiles(): Map<string, ShellFile[]> {
  const models = new Map<string, ShellFile[]>();
  for (const file of [...later, ...onUse]) {
    if (!file[0].startsWith(MODELS)) continue;
    const id = file[0].slice(MODELS.length).split('/')[0] ?? '';
    models.set(id, [...(models.get(id) ?? []), file]);
  }
  return models;
}

/** Counted in the cache: what the browser removed is not there. */
export async function builtInModels(): Promise<BuiltInModel[]> {
  const cache = await caches.open(CACHE);
  const counted = [...modelFiles()].map(async ([id, files]): Promise<BuiltInModel> => {
    const found = await Promise.all(files.map((file) => cache.match(cacheKey(...file))));
    const sizes = await Promise.all(
      found.map(async (response) => (await response?.blob())?.size ?? 0),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const isWhole = found.every((response) => response !== undefined);
    return { id, isWhole, isOnUse: files.some((file) => onUse.includes(file)), bytes };
  });
  return Promise.all(counted);
}

/** Fetches the files of a built-in model that are not cached; `onBytes` gets the bytes so far. */
export async function saveBuiltIn(id: string, onBytes: (loaded: number) => void): Promise<void> {
  const cache = await caches.open(CACHE);
  let loaded = 0;
  const count = (bytes: number) => {
    loaded += bytes;
    onBytes(loaded);
  };
  for (const file of modelFiles().get(id) ?? []) await cacheFile(cache, file, { onBytes: count });
}

/** Drops files that neither this version nor the one before it uses. */
export async function dropOld(): Promise<void> {
  if (revisions.size === 0) return;
  const cache = await caches.open(CACHE);
  const before = ((await (await cache.match(SHELL_LIST))?.json()) ?? []) as ShellFile[];
  const files = await allFiles(cache);
  const current = [...first, ...files.later, ...files.onUse];
  const used = new Set([...before, ...current].map((file) => cacheKey(...file)));
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (pathname !== SHELL_LIST && !used.has(pathname + search)) await cache.delete(url);
  }
  await cache.put(SHELL_LIST, Response.json(current));
}

/** How the app's own files are answered: from the cache, else from the network into the cache; null: not ours. */
export function answerFile(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const path = fileFor(request, self.location.origin, revisions);
  if (path !== null) return fromCache(path, event);
  const { pathname } = new URL(request.url);
  // Also files of the version before, which a page still asks for, and the tables of PDFs.
  return pathname.startsWith(HASHED_FOLDER) ? fromAnyVersion(pathname, event) : null;
}

async function fromCache(path: string, event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const revision = revisions.get(path) ?? '';
  const cached = await cache.match(cacheKey(path, revision));
  if (cached) return cached;
  const response = withHeaders(path, await fetch(path === PAGE ? BASE : path));
  store(cache, cacheKey(path, revision), response, event);
  return response;
}

/** Stores a copy to be read later: the answer does not wait for it, but the service worker is not ended before. */
function store(cache: Cache, key: string, response: Response, event: FetchEvent): void {
  if (!response.ok) return;
  const stored = cache.put(key, response.clone());
  event.waitUntil(stored.catch(() => {}));
}

async function fromAnyVersion(path: string, event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(path, { ignoreSearch: true });
  if (cached) return cached;
  const response = withHeaders(path, await fetch(event.request));
  // What the next version does not use is dropped then.
  store(cache, path, response, event);
  return response;
}

async function cacheFile(
  cache: Cache,
  [path, revision]: ShellFile,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (bytes: number) => void } = {},
): Promise<void> {
  const key = cacheKey(path, revision);
  if (await cache.match(key)) return;
  const init: RequestInit = { cache: 'no-cache', ...(signal && { signal }) };
  const response = await fetch(path === PAGE ? BASE : path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  const whole = withHeaders(path, response);
  await cache.put(key, onBytes ? counted(whole, onBytes) : whole);
}

/** The same answer; `onBytes` gets the length of each piece as it arrives. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      onBytes(piece.length);
      controller.enqueue(piece);
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(counter) ?? null, { status, headers });
}
