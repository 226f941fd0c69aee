import { afterEach, expect, test, vi } from 'vitest';
import { downloadFile } from './download-file.ts';
import type { FileStore, OpenFile } from './file-store.ts';
import { DownloadError, type ModelFile } from './model-file.ts';

const file: ModelFile = { path: 'a', url: 'https://hub.test/a', bytes: null, sha256: null };

/** A store that is empty and discards writes. */
function emptyStore(): FileStore {
  const open: OpenFile = {
    getSize: () => 0,
    read: () => 0,
    write: (from) => from.byteLength,
    truncate: () => {},
    flush: () => {},
    close: () => {},
  };
  const store = {
    read: async () => null,
    open: async () => open,
    setPartVersion: async () => {},
    complete: async () => {},
  };
  return store as unknown as FileStore;
}

const download = (get: typeof fetch) =>
  downloadFile(emptyStore(), 'm', file, {
    signal: new AbortController().signal,
    onBytes: () => {},
    fetch: get,
  });

/** Skips pauses and records their lengths. */
function recordPauses(): number[] {
  const pauses: number[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((resume: () => void, ms: number) => {
    pauses.push(ms);
    queueMicrotask(resume);
    return 0;
  }) as never);
  return pauses;
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['7', 7_000],
  ['100000', 30_000],
  [null, 500],
  ['soon', 500],
])('waits as long as a busy server asks, within limits: %s', async (after, expected) => {
  const pauses = recordPauses();
  const headers: HeadersInit = after === null ? {} : { 'retry-after': after };
  const get = vi.fn<typeof fetch>(async () => new Response('whole'));
  get.mockResolvedValueOnce(new Response('', { status: 503, headers }));
  await download(get);
  expect(pauses).toEqual([expected]);
});

test('sets the connection’s error as the cause', async () => {
  recordPauses();
  const broken = new TypeError('Failed to fetch');
  const failure = await download(async () => Promise.reject(broken)).catch((error) => error);
  expect(failure).toBeInstanceOf(DownloadError);
  expect(failure.cause).toBe(broken);
  expect(failure.retryAfterMs).toBeNull();
});
