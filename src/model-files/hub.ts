import { DownloadError, type ModelFile, notReached, PIECE_BYTES } from './model-file.ts';
import { SilenceTimer } from './silence-timer.ts';

/** The hub's description of a repository. */
export interface Repository {
  /** Commit of the files. */
  revision: string;
  /** As the model's page names it; null when it does not. */
  licence: string | null;
  /** Codes that the model's page names; none where it names none. */
  languages: readonly string[];
  files: readonly (Omit<ModelFile, 'url'> & { bytes: number })[];
}

/** The default hub. */
export const HUB = 'https://huggingface.co';

/** Whether a hub is ModelScope, whose addresses and answers are others. @see https://modelscope.cn/docs */
export function isModelScope(hub: string): boolean {
  return /^https:\/\/(?:www\.)?modelscope\.(?:cn|ai)\/?$/.test(hub);
}

/**
 * A repository's files at its newest commit. `hub` is the hub's address or that of a mirror.
 * @throws DownloadError
 * @see https://huggingface.co/docs/hub/api
 */
export async function readRepository(
  hub: string,
  repository: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<Repository> {
  if (isModelScope(hub)) {
    const base = `${hub}/api/v1/models/${repository}`;
    return readModelScope(base, repository, (url) => askJson(url, repository, get, signal));
  }
  const base = `${hub}/api/models/${repository}`;
  const about = (await askJson(base, repository, get, signal)) as About | null;
  const { sha } = about ?? {};
  const revision = typeof sha === 'string' && REVISION.test(sha) ? sha : 'main';
  const address = `${base}/tree/${revision}?recursive=true`;
  const tree = await askJson(address, repository, get, signal);
  if (!Array.isArray(tree)) throw notAHub(address);
  requireFew(tree, repository);
  const isOwn = new URL(hub).origin === globalThis.location?.origin;
  const files = tree.filter(isFile).map(({ path, size, lfs }) => {
    const sha256 = typeof lfs?.oid === 'string' ? lfs.oid : null;
    const pieces = isOwn && sha256 !== null ? piecesOf(lfs?.pieces, size) : undefined;
    return { path, bytes: size, sha256, ...(pieces && { pieces }) };
  });
  const { license: licence, language } = about?.cardData ?? {};
  const languages = [...new Set([language].flat().filter(isLanguage))].slice(0, MAX_LANGUAGES);
  return { revision, licence: isName(licence) ? licence : null, languages, files };
}

/** `base`: the address of a repository's API. `ask`: gets an address as JSON. Its answers name no languages. */
async function readModelScope(
  base: string,
  repository: string,
  ask: (url: string) => Promise<unknown>,
): Promise<Repository> {
  const about = (await ask(base)) as ModelScopeAnswer | null;
  const address = `${base}/repo/files?Revision=${BRANCH.modelScope}&Recursive=true`;
  const answer = (await ask(address)) as ModelScopeAnswer | null;
  const listed = answer?.Data?.Files;
  if (!Array.isArray(listed)) throw notAHub(address);
  requireFew(listed, repository);
  const files = (listed as (Record<string, unknown> | null)[]).flatMap((entry) => {
    const { Type: kind, Path: path, Size: size, Sha256: hash } = entry ?? {};
    const file = { type: kind === 'blob' ? 'file' : kind, path, size };
    if (!isFile(file)) return [];
    const sha256 = typeof hash === 'string' && /^[\da-f]{64}$/.test(hash) ? hash : null;
    return [{ path: file.path, bytes: file.size, sha256 }];
  });
  const licence = about?.Data?.License;
  return {
    revision: BRANCH.modelScope,
    licence: isName(licence) ? licence : null,
    languages: [],
    files,
  };
}

/** All fields may be missing or wrong. */
interface ModelScopeAnswer {
  Data?: { License?: unknown; Files?: unknown } | null;
}

/** What the hubs call the newest commit. */
const BRANCH = { modelScope: 'master', hub: 'main' };

/** @throws DownloadError */
function requireFew(files: readonly unknown[], repository: string): void {
  if (files.length <= MAX_FILES) return;
  const reason = `${repository} has more than ${MAX_FILES.toLocaleString('en')} files`;
  throw new DownloadError('refused', `${reason}. Choose another model.`);
}

const REVISION = /^[\w.-]{1,100}$/;
/** Files of a repository; a model for browsers has some dozens. */
const MAX_FILES = 5_000;
const MAX_PATH = 500;
const MAX_NAME = 100;
const MAX_LANGUAGES = 200;
/** Bytes of an answer that describes a model. */
const MAX_ANSWER_BYTES = 16_000_000;
/** Segments that lead elsewhere, and characters that turn or break the line a path is shown in. */
const ODD_PATH = /(?:^|\/)\.{0,2}(?:\/|$)|[\\\p{Cc}\p{Cf}\p{Surrogate}]/u;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_NAME && !/[\p{Cc}\p{Cf}]/u.test(value);

/** Not `multilingual` and `code`, which stand in the same list. */
const isLanguage = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}$/.test(value);

/** The hub's description of a model. Hubs are untrusted: all fields may be missing or wrong. */
interface About {
  sha?: unknown;
  cardData?: { license?: unknown; language?: unknown } | null;
}

interface HubFile {
  type: 'file';
  path: string;
  size: number;
  /** `pieces`: the server of this app names them. */
  lfs?: { oid?: unknown; pieces?: unknown } | null;
}

function isFile(entry: unknown): entry is HubFile {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, path, size } = entry as Record<string, unknown>;
  if (type !== 'file' || typeof path !== 'string' || path.length > MAX_PATH) return false;
  return !ODD_PATH.test(path) && Number.isSafeInteger(size) && Number(size) >= 0;
}

/**
 * Hashes of all pieces of a file of `size` bytes; undefined for anything else. They are believed of the server of this app alone, whose code
 * runs here anyway: nothing shows that they belong to the hash of the whole.
 */
function piecesOf(value: unknown, size: number): readonly string[] | undefined {
  const isAll = Array.isArray(value) && value.length === Math.ceil(size / PIECE_BYTES);
  const isHash = (piece: unknown) => typeof piece === 'string' && /^[\da-f]{64}$/.test(piece);
  return isAll && value.every(isHash) ? (value as string[]) : undefined;
}

export function fileUrl(hub: string, repository: string, revision: string, path: string): string {
  return `${pageUrl(hub, repository)}/resolve/${revision}/${path}`;
}

/** A file of the newest commit. */
export function newestFileUrl(hub: string, repository: string, path: string): string {
  return fileUrl(hub, repository, isModelScope(hub) ? BRANCH.modelScope : BRANCH.hub, path);
}

/** The page about a repository. */
export function pageUrl(hub: string, repository: string): string {
  return `${hub}${isModelScope(hub) ? '/models' : ''}/${repository}`;
}

/** Files of a repository as they are downloaded. */
export function toModelFiles(
  hub: string,
  repository: string,
  { revision, files }: Repository,
  paths: readonly string[],
): ModelFile[] {
  return files
    .filter((file) => paths.includes(file.path))
    .map((file) => ({ ...file, url: fileUrl(hub, repository, revision, file.path) }));
}

/** A small JSON file of a repository. @throws DownloadError */
export async function readRepositoryJson(
  url: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  // A file that is cut is damaged as well; only the connection may be better the next time.
  const value = await askJson(url, url, get, signal).catch((error: unknown) => {
    if (error instanceof DownloadError && error.fault === 'refused') return null;
    throw error;
  });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  const name = new URL(url).pathname.split('/').at(-1);
  throw new DownloadError('refused', `The model's ${name} is damaged. Choose another model.`);
}

async function askJson(
  url: string,
  what: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<unknown> {
  const silence = new SilenceTimer(signal);
  try {
    return await readJson(url, what, get, silence);
  } catch (error) {
    if (signal.aborted || error instanceof DownloadError) throw error;
    // The connection: it cannot be made, breaks, goes silent, or carries what cannot be decoded.
    throw notReached(new URL(url).host, error);
  } finally {
    silence.stop();
  }
}

async function readJson(
  url: string,
  what: string,
  get: typeof fetch,
  silence: SilenceTimer,
): Promise<unknown> {
  const { host } = new URL(url);
  const response = await get(url, { signal: silence.signal, credentials: 'omit' });
  if (response.status === 404 || response.status === 401) {
    throw new DownloadError('not-found', `${host} has no model ${what}, or it is private.`);
  }
  if (!response.ok) throw new DownloadError('busy', `${host} answered ${response.status}.`);
  const text = await readShort(response, url, silence);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw notAHub(url, error);
  }
}

/** The text of an answer; one that is too long is not read to its end. */
async function readShort(response: Response, url: string, silence: SilenceTimer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    silence.restart();
    bytes += value.length;
    if (bytes > MAX_ANSWER_BYTES) {
      reader?.cancel().catch(() => {});
      throw notAHub(url);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function notAHub(url: string, cause?: unknown): DownloadError {
  const { host } = new URL(url);
  return new DownloadError('refused', `${host} did not answer as a model hub does.`, { cause });
}
