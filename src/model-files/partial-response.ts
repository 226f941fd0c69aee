import { DownloadError, type ModelFile } from './model-file.ts';

/** Bytes of a file whose size no one names: a compiled library has some megabytes. */
const MAX_UNKNOWN_BYTES = 4e9;

/** Bytes of the whole file by its answer from byte `at` on; null where the answer does not say. */
export function totalOf(response: Response, at: number): number | null {
  const range = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (range) return Number(range);
  const length = lengthOf(response);
  return length === null ? null : at + length;
}

/** Bytes of a body; null where its headers do not say. */
export function lengthOf({ headers, status, type }: Response): number | null {
  const length = headers.get('content-length');
  // A compressed body is longer than its header says.
  if (length === null || headers.has('content-encoding')) return null;
  // Another origin hides whether it compressed; ranges are of bytes that are not compressed.
  const isPlain = type !== 'cors' || status === 206 || headers.get('accept-ranges') === 'bytes';
  return isPlain ? Number(length) : null;
}

/** Bytes after which a body is not read on: it is not the file that was asked for. */
export function maxBytes({ bytes }: ModelFile, total: number | null): number {
  return bytes ?? total ?? MAX_UNKNOWN_BYTES;
}

/** What a part belongs to: the address, which names the commit, and the version that the host names. */
export function versionOf({ url }: ModelFile, { headers }: Response): string {
  const tag = headers.get('etag');
  return tag === null ? url : `${url}\n${tag}`;
}

/** Whether a stored part is of this address. */
export const isPartOf = (version: string | null, { url }: ModelFile): boolean =>
  version?.split('\n')[0] === url;

/**
 * Requires that an answer continues a part at byte `at`. Headers that another origin hides count as right.
 * @throws DownloadError `changed`
 */
export function requireContinuation(
  response: Response,
  file: ModelFile,
  at: number,
  version: string | null,
): void {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  const isElsewhere = start !== undefined && Number(start) !== at;
  const tags = [version?.split('\n')[1], versionOf(file, response).split('\n')[1]];
  const isOther = tags[0] !== undefined && tags[1] !== undefined && tags[0] !== tags[1];
  if (isElsewhere || isOther) throw new DownloadError('changed', `${file.path} has changed.`);
}
