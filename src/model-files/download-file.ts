import { readRetryAfter } from '#base/retry-after.ts';
import { type FileHasher, openFileHasher } from './file-hasher.ts';
import type { FileStore, OpenFile } from './file-store.ts';
import { writeAt } from './file-store.ts';
import { DownloadError, type ModelFile, notReached } from './model-file.ts';
import { isPartOf, maxBytes, requireContinuation, totalOf, versionOf } from './partial-response.ts';
import { Retries } from './retries.ts';
import { SilenceTimer } from './silence-timer.ts';

export interface DownloadOptions {
  signal: AbortSignal;
  /** Bytes of this file that are there; goes back to 0 when it begins again. */
  onBytes: (bytes: number) => void;
  fetch: typeof fetch;
}

/** Most milliseconds that a server may ask to wait. */
const MAX_WAIT_MS = 30_000;

/**
 * Brings a file into the store: resumes where a part ends, checks size and hash, marks it whole last.
 * A file that is there already is not asked for. Runs in a dedicated worker.
 * @throws DownloadError, and AbortError when the signal aborts: the part stays.
 */
export async function downloadFile(
  store: FileStore,
  model: string,
  file: ModelFile,
  options: DownloadOptions,
): Promise<void> {
  if (await isThere(store, model, file, options)) return;
  const retries = new Retries(options.signal);
  for (;;) {
    const onBytes = (bytes: number) => {
      retries.noteBytes(bytes);
      options.onBytes(bytes);
    };
    try {
      await attempt(store, model, file, { ...options, onBytes });
      return;
    } catch (error) {
      await retries.next(error, () => store.discard(model, file.path));
    }
  }
}

async function isThere(
  store: FileStore,
  model: string,
  { path, bytes }: ModelFile,
  { onBytes }: DownloadOptions,
): Promise<boolean> {
  const whole = await store.read(model, path);
  if (!whole || (bytes !== null && whole.size !== bytes)) return false;
  onBytes(whole.size);
  return true;
}

async function attempt(
  store: FileStore,
  model: string,
  file: ModelFile,
  { signal, onBytes, fetch: get }: DownloadOptions,
): Promise<void> {
  const handle = await store.open(model, file.path);
  const hasher = await openFileHasher(file);
  const silence = new SilenceTimer(signal);
  try {
    let at = handle.getSize();
    const version = at > 0 ? await store.partVersion(model, file.path) : null;
    if (!isPartOf(version, file)) at = 0;
    const response = await ask(get, file, at, silence.signal);
    if (response.status !== 206) at = 0;
    if (at === 0) {
      handle.truncate(0);
      await store.setPartVersion(model, file.path, versionOf(file, response));
    } else {
      requireContinuation(response, file, at, version);
      await hashPart(handle, at, hasher);
    }
    onBytes(at);
    const total = totalOf(response, at) ?? file.bytes;
    const most = maxBytes(file, total);
    at = await write(response, handle, at, { hasher, onBytes, most, silence });
    handle.flush();
    const sha256 = await hasher.digest();
    requireWhole(file, { at, total, most, sha256 });
    const isFromHub = file.sha256 !== null;
    await store.complete(model, file.path, { bytes: at, sha256, isFromHub });
  } catch (error) {
    // A connection that went silent is taken up again like one that broke.
    if (signal.aborted || !silence.signal.aborted) throw error;
    throw new DownloadError('offline', `${new URL(file.url).host} stopped sending ${file.path}.`);
  } finally {
    silence.stop();
    hasher.close();
    handle.close();
  }
}

/** @throws DownloadError where the bytes are of another file. */
function requireWhole(
  { path, bytes, sha256: expected }: ModelFile,
  { at, total, most, sha256 }: { at: number; total: number | null; most: number; sha256: string },
): void {
  if (total !== null && at < total && at <= most) {
    throw new DownloadError('offline', `The connection ended after ${at} of ${total} bytes.`);
  }
  if (sha256 !== (expected ?? sha256) || at !== (bytes ?? total ?? at)) {
    throw new DownloadError('corrupt', `${path} is not what its repository says it is.`);
  }
}

async function ask(
  get: typeof fetch,
  file: ModelFile,
  at: number,
  signal: AbortSignal,
): Promise<Response> {
  // Its mark could not be written: the bytes are hashed again, and no others are asked for.
  const isAllThere = file.sha256 !== null && at > 0 && at === file.bytes;
  if (isAllThere) return new Response(null, { status: 206 });
  const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
  let response: Response;
  try {
    response = await get(file.url, { headers, signal, credentials: 'omit', cache: 'no-store' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw notReached(new URL(file.url).host, error);
  }
  if (response.ok) return response;
  await response.body?.cancel();
  // The part is as long as the file, or longer: it begins again.
  if (response.status === 416) throw new DownloadError('changed', `${file.path} has changed.`);
  throw refusal(response, file);
}

function refusal({ status, headers }: Response, { path, url }: ModelFile): DownloadError {
  const { host } = new URL(url);
  if (status === 404) return new DownloadError('not-found', `${host} has no ${path}.`);
  if (status === 401 || status === 403) {
    const message = `${host} gives ${path} only to people it knows. Choose another model.`;
    return new DownloadError('refused', message);
  }
  // It would answer the same again.
  if (status < 500 && ![408, 425, 429].includes(status)) {
    return new DownloadError('refused', `${host} answered ${status} for ${path}.`);
  }
  // A server that asks for none is not asked faster.
  const retryAfterMs = readRetryAfter(headers, MAX_WAIT_MS) || null;
  return new DownloadError('busy', `${host} answered ${status} for ${path}.`, { retryAfterMs });
}

interface WriteOptions {
  hasher: FileHasher;
  onBytes: (bytes: number) => void;
  /** Bytes after which no more are read. */
  most: number;
  silence: SilenceTimer;
}

/** Stores a body from byte `from` on. Returns where it ended, beyond `most` where it would not. */
async function write(
  response: Response,
  handle: OpenFile,
  from: number,
  { hasher, onBytes, most, silence }: WriteOptions,
): Promise<number> {
  let at = from;
  const reader = response.body?.getReader();
  if (!reader) return at;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new DownloadError('offline', 'The connection broke.', { cause: error });
    });
    if (done) return at;
    silence.restart();
    if (at + value.byteLength > most) {
      reader.cancel().catch(() => {});
      return at + value.byteLength;
    }
    try {
      writeAt(handle, value, at);
    } catch (error) {
      await reader.cancel();
      throw error;
    }
    at += value.byteLength;
    // The bytes belong to the hasher from here on.
    await hasher.update(value);
    onBytes(at);
  }
}

/** Bytes per read when a part is hashed again. */
const STEP = 1 << 20;

async function hashPart(handle: OpenFile, bytes: number, hasher: FileHasher): Promise<void> {
  for (let at = 0; at < bytes; ) {
    const buffer = new Uint8Array(STEP);
    const count = handle.read(buffer.subarray(0, Math.min(STEP, bytes - at)), { at });
    if (count === 0) return;
    await hasher.update(buffer.subarray(0, count));
    at += count;
  }
}
