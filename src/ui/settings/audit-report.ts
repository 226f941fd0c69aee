import { sha256 } from '#base/sha256.ts';
import { appPath, SHELL_LIST } from '#contract/app-path.ts';
import { lastSent, listSent, readSince } from '#storage/sent-ledger.ts';
import type { Services } from '#ui/services.ts';
import { listStored } from './inventory.ts';

/** Headers that say what a page may do. */
const POLICY = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'referrer-policy',
];
const MAX_REQUESTS = 1_000;

interface HashedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * The facts for an auditor: versions, the hashes of the files that run here, the policy, the requests that left, and counts
 * of the stored data. Texts, names of chats and files, keys and addresses of requests are not in it.
 */
export async function writeAuditReport({ storage, control, version }: Services, at: Date) {
  const database = await storage;
  const [files, served, published, since, days, requests, stored, settings] = await Promise.all([
    hashFiles(),
    fetch(appPath('/')),
    readPublished(),
    readSince(database),
    listSent(database),
    lastSent(database, MAX_REQUESTS),
    listStored(database, new AbortController().signal),
    control((c) => c.readSettings()),
  ]);
  return {
    report: 'alcove-audit',
    version: 1,
    at: at.toISOString(),
    app: { version, origin: location.origin, base: appPath('/') },
    browser: { userAgent: navigator.userAgent, isIsolated: globalThis.crossOriginIsolated },
    offlineMode: settings.offline,
    policy: {
      page: Object.fromEntries(POLICY.map((name) => [name, served.headers.get(name)])),
      published,
    },
    files,
    sent: {
      since: since === null ? null : new Date(since).toISOString(),
      requests: days.reduce((sum, day) => sum + day.requests, 0),
      bytes: days.reduce((sum, day) => sum + day.bytes, 0),
      received: days.reduce((sum, day) => sum + (day.received ?? 0), 0),
      days: days.map(({ id: _, lastAt, ...day }) => ({
        ...day,
        lastAt: new Date(lastAt).toISOString(),
      })),
      last: requests.map(({ id: _, at: time, ...request }) => ({
        at: new Date(time).toISOString(),
        ...request,
      })),
    },
    stored: stored
      .filter(({ isPart }) => !isPart)
      .map(({ group, name, items, bytes }) => ({ group, name, items, bytes })),
  };
}

/** The policies that the build asks its server for: of pages, and of the worker that downloads. */
async function readPublished(): Promise<unknown> {
  const response = await fetch(appPath('/headers.json')).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

/** The files of the app that this browser stores and runs, and its service worker. One file is in memory at a time. */
async function hashFiles(): Promise<HashedFile[]> {
  const files: HashedFile[] = [];
  const add = async (path: string, response: Response | undefined | null) => {
    if (!response?.ok) return;
    const bytes = await response.arrayBuffer();
    files.push({ path, bytes: bytes.byteLength, sha256: await sha256(bytes) });
  };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname !== SHELL_LIST) await add(pathname, await cache.match(request));
    }
  }
  const worker = appPath('/service-worker.js');
  await add(worker, await fetch(worker, { cache: 'no-store' }).catch(() => null));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
