import { createHash } from 'node:crypto';
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
    // Not a pause: how long a connection may be silent.
    if (ms === 60_000) return 0;
    pauses.push(ms);
    queueMicrotask(resume);
    return 0;
  }) as never);
  return pauses;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['7', 7_000],
  ['100000', 30_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 30_000],
  ['0', 500],
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

test.each([
  [400, 1],
  [410, 1],
  [451, 1],
  [429, 4],
  [500, 4],
])('a server that answers %d is asked %d times', async (status, times) => {
  recordPauses();
  const get = vi.fn<typeof fetch>(async () => new Response('', { status }));
  await expect(download(get)).rejects.toThrow(`answered ${status}`);
  expect(get).toHaveBeenCalledTimes(times);
});

test('sets the connection’s error as the cause', async () => {
  recordPauses();
  const broken = new TypeError('Failed to fetch');
  const failure = await download(async () => Promise.reject(broken)).catch((error) => error);
  expect(failure).toBeInstanceOf(DownloadError);
  expect(failure.cause).toBe(broken);
  expect(failure.retryAfterMs).toBeNull();
});

test('waits while the device has no network, however often it fails, and continues when it has one', async () => {
  const worker = new EventTarget();
  const network = { onLine: false };
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', worker.addEventListener.bind(worker));
  const pauses = recordPauses();
  let tries = 0;
  const done = download(async () => {
    if (++tries === 20) {
      // From now on only the event ends the wait.
      vi.mocked(setTimeout).mockImplementation((() => 0) as never);
      setImmediate(() => {
        network.onLine = true;
        worker.dispatchEvent(new Event('online'));
      });
    }
    if (tries > 20) return new Response('whole');
    throw new TypeError('Failed to fetch');
  });
  await done;
  expect(tries).toBe(21);
  expect(new Set(pauses)).toEqual(new Set([30_000]));
});

test('a download that waits for a network is stopped immediately', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const stop = new AbortController();
  const signal = stop.signal;
  const get = async () => {
    setImmediate(() => stop.abort());
    throw new TypeError('Failed to fetch');
  };
  const options = { signal, onBytes: () => {}, fetch: get };
  await expect(downloadFile(emptyStore(), 'm', file, options)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

/** A store with one file in memory, whose part has come from an earlier download. */
function storeWith(part: string, version: string | null) {
  let bytes = new TextEncoder().encode(part);
  let stored = version;
  const calls: string[] = [];
  const open: OpenFile = {
    getSize: () => bytes.length,
    read: (into, { at }) => {
      const some = bytes.subarray(at, at + into.length);
      into.set(some);
      return some.length;
    },
    write: (from, { at }) => {
      const longer = new Uint8Array(at + from.length);
      longer.set(bytes.subarray(0, at));
      longer.set(from, at);
      bytes = longer;
      return from.length;
    },
    truncate: (size) => {
      bytes = bytes.slice(0, size);
    },
    flush: () => {},
    close: () => {},
  };
  const store = {
    read: async () => null,
    open: async () => open,
    partVersion: async () => stored,
    setPartVersion: async (_model: string, _path: string, to: string) => {
      stored = to;
    },
    discard: async () => {
      [bytes, stored] = [new Uint8Array(), null];
      calls.push('discarded');
    },
    complete: async () => void calls.push('complete'),
  };
  return {
    store: store as unknown as FileStore,
    calls,
    text: () => new TextDecoder().decode(bytes),
  };
}

const resume = (
  { store }: ReturnType<typeof storeWith>,
  get: typeof fetch,
  known: Partial<ModelFile> = {},
) =>
  downloadFile(
    store,
    'm',
    { ...file, ...known },
    {
      signal: new AbortController().signal,
      onBytes: () => {},
      fetch: get,
    },
  );

const PART = { status: 206, headers: { 'content-range': 'bytes 5-8/9' } };

test('an answer for another range is not put behind a part', async () => {
  recordPauses();
  const held = storeWith('whole', file.url);
  const get = vi.fn<typeof fetch>(async () => new Response('whole new'));
  get.mockResolvedValueOnce(
    new Response('ole', { status: 206, headers: { 'content-range': 'bytes 2-4/9' } }),
  );
  await resume(held, get);
  expect(held.calls).toEqual(['discarded', 'complete']);
  expect(held.text()).toBe('whole new');
});

test('a file that changed after its connection broke begins again', async () => {
  recordPauses();
  const held = storeWith('whole', file.url);
  const get = vi.fn<typeof fetch>(async () => new Response('whole new'));
  get.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  get.mockResolvedValueOnce(
    new Response('ole', { status: 206, headers: { 'content-range': 'bytes 2-4/9' } }),
  );
  await resume(held, get);
  expect(held.text()).toBe('whole new');
});

test('a file that changed between two parts begins again', async () => {
  recordPauses();
  const held = storeWith('whole', `${file.url}\n"1"`);
  const get = vi.fn<typeof fetch>(
    async () => new Response('other one', { headers: { etag: '"2"' } }),
  );
  const headers = { ...PART.headers, etag: '"2"' };
  get.mockResolvedValueOnce(new Response(' one', { status: 206, headers }));
  await resume(held, get);
  expect(held.text()).toBe('other one');
});

test('a part of the same version is continued', async () => {
  const held = storeWith('whole', `${file.url}\n"1"`);
  const headers = { ...PART.headers, etag: '"1"' };
  await resume(held, async () => new Response(' one', { status: 206, headers }));
  expect(held.text()).toBe('whole one');
});

const WHOLE = { bytes: 5, sha256: createHash('sha256').update('whole').digest('hex') };

test('all bytes of a file that was not marked as whole are hashed again, and not asked for', async () => {
  const held = storeWith('whole', file.url);
  const get = vi.fn<typeof fetch>();
  await resume(held, get, WHOLE);
  expect(get).not.toHaveBeenCalled();
  expect(held.calls).toEqual(['complete']);
});

test('as many bytes of another file begin again', async () => {
  recordPauses();
  const held = storeWith('wrong', file.url);
  const get = vi.fn<typeof fetch>(async () => new Response('whole'));
  await resume(held, get, WHOLE);
  expect(get).toHaveBeenCalledOnce();
  expect(held.calls).toEqual(['discarded', 'complete']);
  expect(held.text()).toBe('whole');
});

test('a download that is stopped while its part is thrown away asks for nothing more', async () => {
  const held = storeWith('whole', file.url);
  const stop = new AbortController();
  held.store.discard = async () => stop.abort();
  const get = vi.fn<typeof fetch>(async () => new Response('whole new'));
  get.mockResolvedValueOnce(new Response('', { status: 416 }));
  const options = { signal: stop.signal, onBytes: () => {}, fetch: get };
  await expect(downloadFile(held.store, 'm', file, options)).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(get).toHaveBeenCalledOnce();
});

test('a body without an end is read up to the size of the file', async () => {
  recordPauses();
  let pulled = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
  const held = storeWith('', null);
  const download = resume(held, async () => new Response(endless()), { bytes: 10_000 });
  await expect(download).rejects.toThrow('a is not what its repository says it is.');
  expect(pulled).toBeLessThan(40);
});

test('a page instead of a small file is not stored as one', async () => {
  recordPauses();
  const held = storeWith('', null);
  const page = '<!doctype html><title>Log in</title>';
  const download = resume(
    held,
    async () => new Response(page, { headers: { 'content-length': String(page.length) } }),
    {
      bytes: 100,
    },
  );
  await expect(download).rejects.toThrow('a is not what its repository says it is.');
  expect(held.calls).not.toContain('complete');
});

test('a connection that goes silent is taken up again', async () => {
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) =>
    later(run, ms === 60_000 ? 50 : 0)) as never);
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('who')),
  });
  const held = storeWith('', null);
  const get = vi.fn<typeof fetch>(async () => new Response('whole'));
  get.mockImplementationOnce(async (_url, init) => {
    const body = silent.pipeThrough(new TransformStream(), { signal: init?.signal as AbortSignal });
    return new Response(body);
  });
  await resume(held, get);
  expect(held.calls).toEqual(['complete']);
  expect(held.text()).toBe('whole');
});

test('a large file may take more connections than are tried without a gain', async () => {
  const [breaks, step] = [9, 1 << 20];
  recordPauses();
  const held = storeWith('', null);
  const total = (breaks + 1) * step;
  const get = vi.fn<typeof fetch>(async (_url, init) => {
    const from = Number(/\d+/.exec(new Headers(init?.headers).get('range') ?? '0')?.[0]);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(step)),
      pull(controller) {
        if (from + step < total) controller.error(new TypeError('network error'));
        else controller.close();
      },
    });
    const range = `bytes ${from}-${total - 1}/${total}`;
    return new Response(body, { status: from ? 206 : 200, headers: { 'content-range': range } });
  });
  await resume(held, get, { bytes: total });
  expect(get).toHaveBeenCalledTimes(breaks + 1);
  expect(held.calls).toEqual(['complete']);
});

test('a disk that takes a part of the bytes is full', async () => {
  const held = storeWith('', null);
  const { open } = held.store;
  held.store.open = async (...of) => ({ ...(await open(...of)), write: (from) => from.length - 1 });
  const error: unknown = await resume(held, async () => new Response('whole')).catch((e) => e);
  expect(error).toMatchObject({ fault: 'disk-full' });
  expect(held.calls).toEqual([]);
});
