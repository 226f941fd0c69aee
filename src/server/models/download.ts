import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An error whose message is a whole sentence for the person at the terminal. */
export class PullError extends Error {
  override readonly name = 'PullError';
}

class TooLongError extends PullError {
  constructor(url: string) {
    super(`${nameOf(url)} is longer than it should be. What came of it was deleted.`);
  }
}

export interface Wanted {
  url: string;
  /** Null where no source names it. */
  bytes: number | null;
  /** SHA-256 in hexadecimal; null where no source names it. */
  sha256: string | null;
}

/** Tries after a connection that broke or a busy server. */
const TRIES = 4;
const SILENCE_MS = 60_000;
/** Of a file whose source names no size: four times the largest model that a person can run here. */
const MAX_BYTES = 64e9;

/** Whether a host could not be reached at all, so that another source may. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof PullError && error.cause !== undefined;
}

/**
 * Downloads a file: resumes where an earlier try ended, checks size and hash, and renames it to its name last.
 * A file that is there with the right hash is not asked for. @returns its SHA-256.
 * @throws PullError
 */
export async function download(
  { url, bytes, sha256 }: Wanted,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const wanted = { url, bytes, sha256 };
  const there = await checked(file, wanted);
  if (there !== null) {
    onBytes((await sizeOf(file)) ?? 0);
    return there;
  }
  const part = `${file}.part`;
  for (let tries = 1; ; tries++) {
    try {
      await attempt(wanted, part, onBytes);
      const hash = await checked(part, wanted);
      if (hash === null) {
        await rm(part, { force: true });
        throw new PullError(
          `${nameOf(url)} is not the file it should be: its size or SHA-256 differs. It was deleted.`,
        );
      }
      await rename(part, file);
      return hash;
    } catch (error) {
      if (error instanceof TooLongError) await rm(part, { force: true });
      if (!isUnreachable(error) || tries >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
    }
  }
}

/** Downloads the files of a repository into a folder, in their order. @throws PullError */
export async function downloadAll(
  files: readonly (Wanted & { path: string })[],
  folder: string,
  onProgress: (label: string, done: number, total: number) => void,
): Promise<void> {
  const total = files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let before = 0;
  for (const { path, ...file } of files) {
    await download(file, join(folder, ...path.split('/')), (done) =>
      onProgress('Downloading', before + done, total),
    );
    before += file.bytes ?? 0;
  }
}

/** The hash of a file with the size and the hash that are expected; null for none or another file. */
async function checked(file: string, { bytes, sha256 }: Wanted): Promise<string | null> {
  const size = await sizeOf(file);
  if (size === null || size !== (bytes ?? size)) return null;
  const hash = await hashFile(file);
  return hash === (sha256 ?? hash) ? hash : null;
}

async function attempt({ url, bytes }: Wanted, part: string, onBytes: (bytes: number) => void) {
  const most = bytes ?? MAX_BYTES;
  const at = (await sizeOf(part)) ?? 0;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
    const response = await fetch(url, { headers, signal: silence.signal });
    if (response.status === 416) {
      await response.body?.cancel();
      // The part is the whole file already, or longer: its hash decides.
      return;
    }
    requireFile(response, url);
    const isContinued = response.status === 206 && startsAt(response, at);
    let written = isContinued ? at : 0;
    onBytes(written);
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        written += chunk.length;
        if (written > most) return done(new TooLongError(url));
        onBytes(written);
        done(null, chunk);
      },
    });
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, counted, createWriteStream(part, { flags: isContinued ? 'a' : 'w' }));
  } catch (cause) {
    if (cause instanceof PullError) throw cause;
    if (isDiskFull(cause)) throw new PullError(`The disk is too full for ${nameOf(url)}.`);
    throw notReached(url, cause);
  } finally {
    clearTimeout(timer);
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

export function notReached(url: string, cause: unknown): PullError {
  return new PullError(`${new URL(url).host} cannot be reached.`, { cause });
}

/** @throws PullError where an answer is not the file. */
export function requireFile(response: Response, url: string): void {
  if (response.ok) return;
  const { host } = new URL(url);
  if (response.status >= 500 || response.status === 429) {
    throw new PullError(`${host} answered ${response.status}.`, { cause: response.status });
  }
  const reason = response.status === 404 ? 'has no' : `answered ${response.status} for`;
  throw new PullError(`${host} ${reason} ${nameOf(url)}.`);
}

function startsAt({ headers }: Response, at: number): boolean {
  return /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] === String(at);
}

const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1) || url;

export async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
}

/** The SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
