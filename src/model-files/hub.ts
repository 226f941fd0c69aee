import { DownloadError, type ModelFile } from './model-file.ts';

/** What a hub says of a repository. */
export interface Repository {
  /** Commit of the files. */
  revision: string;
  /** As the model's page names it; null when it does not. */
  licence: string | null;
  files: readonly { path: string; bytes: number; sha256: string | null }[];
}

/** Where repositories are asked for when nobody says otherwise. */
export const HUB = 'https://huggingface.co';

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
  const base = `${hub}/api/models/${repository}`;
  const model = (await askJson(base, repository, get, signal)) as {
    sha?: string;
    cardData?: { license?: string };
  };
  const revision = model.sha ?? 'main';
  const tree = (await askJson(
    `${base}/tree/${revision}?recursive=true`,
    repository,
    get,
    signal,
  )) as { type: string; path: string; size: number; lfs?: { oid: string } }[];
  const files = tree
    .filter((entry) => entry.type === 'file')
    .map(({ path, size, lfs }) => ({ path, bytes: size, sha256: lfs?.oid ?? null }));
  return { revision, licence: model.cardData?.license ?? null, files };
}

export function fileUrl(hub: string, repository: string, revision: string, path: string): string {
  return `${hub}/${repository}/resolve/${revision}/${path}`;
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
  return (await askJson(url, url, get, signal)) as Record<string, unknown>;
}

async function askJson(
  url: string,
  what: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<unknown> {
  const { host } = new URL(url);
  let response: Response;
  try {
    response = await get(url, { signal, credentials: 'omit' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DownloadError('offline', `${host} cannot be reached.`, { cause: error });
  }
  if (response.status === 404 || response.status === 401) {
    throw new DownloadError('not-found', `${host} has no model ${what}, or keeps it private.`);
  }
  if (!response.ok) throw new DownloadError('busy', `${host} answered ${response.status}.`);
  return response.json().catch((error: unknown) => {
    throw new DownloadError('refused', `${host} did not answer as a model hub does.`, {
      cause: error,
    });
  });
}
