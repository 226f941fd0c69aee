import { findFamily } from '#catalog/onnx-families.ts';
import { readRepositoryJson } from './hub.ts';
import { urlInFolder } from './model-address.ts';
import { DownloadError, notReached } from './model-file.ts';
import { dataPaths, GRAPH_PATHS, SMALL_PATHS, VOICE_PATHS } from './pick-files.ts';

/** A file of a folder on a web server; its size is null where the server does not say it. */
export interface FolderFile {
  path: string;
  url: string;
  bytes: number | null;
  sha256: null;
}

/** Requests at a time. */
const MAX_PARALLEL = 6;
const CONFIG = 'config.json';

/**
 * The files of a folder that a model may be made of: web servers list none, so that each name is asked for.
 * @throws DownloadError `not-found` without a config.json, `busy`, `offline`
 */
export async function readFolder(
  folder: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<FolderFile[]> {
  const ask = (path: string) => findFile(folder, path, get, signal);
  const config = await ask(CONFIG);
  if (!config) {
    const { host } = new URL(folder);
    throw new DownloadError(
      'not-found',
      `${host} has no config.json in that folder. A folder with a model holds the files of a repository: config.json, tokenizer.json, onnx/model_quantized.onnx and so on.`,
    );
  }
  const small = await askAll(
    SMALL_PATHS.filter((path) => path !== CONFIG),
    ask,
  );
  const graphs = await askAll(GRAPH_PATHS, ask);
  const data = await askAll(
    graphs.flatMap(({ path }) => dataPaths(path)),
    ask,
  );
  const { model_type: type } = await readRepositoryJson(config.url, get, signal);
  const isVoice = findFamily(String(type))?.task === 'voice';
  const voices = isVoice ? await askAll(VOICE_PATHS, ask) : [];
  return [config, ...small, ...graphs, ...data, ...voices];
}

async function askAll(
  paths: readonly string[],
  ask: (path: string) => Promise<FolderFile | null>,
): Promise<FolderFile[]> {
  const found: (FolderFile | null)[] = [];
  for (let at = 0; at < paths.length; at += MAX_PARALLEL) {
    found.push(...(await Promise.all(paths.slice(at, at + MAX_PARALLEL).map(ask))));
  }
  return found.filter((file) => file !== null);
}

/** Null where the folder has no such file. */
async function findFile(
  folder: string,
  path: string,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<FolderFile | null> {
  const url = urlInFolder(folder, path);
  const { host } = new URL(url);
  const ask = async (init: RequestInit) => {
    const response = await get(url, { ...init, signal, credentials: 'omit' }).catch((cause) => {
      throw notReached(host, cause);
    });
    await response.body?.cancel();
    return response;
  };
  const head = await ask({ method: 'HEAD' });
  // Some servers answer GET alone.
  const isRefused = head.status === 405 || head.status === 501;
  const answer = isRefused ? await ask({ headers: { range: 'bytes=0-0' } }) : head;
  if (answer.status >= 500 || answer.status === 429) {
    throw new DownloadError('busy', `${host} answered ${answer.status}.`);
  }
  // A page in place of a file is how sites answer for addresses that they do not have.
  if (!answer.ok || /^text\/html\b/i.test(answer.headers.get('content-type') ?? '')) return null;
  return { path, url, bytes: sizeIn(answer), sha256: null };
}

/** The size of the whole file; of a compressed answer the length is another. */
function sizeIn({ headers, status }: Response): number | null {
  if (headers.get('content-encoding') !== null) return null;
  const ranged = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  const named = status === 206 ? ranged : headers.get('content-length');
  const bytes = Number(named ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
}
