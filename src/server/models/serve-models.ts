import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { SERVER_MODELS_PATH } from '#transport/bridge-messages.ts';
import type { ModelFolder, PulledModel } from './model-folder.ts';

/**
 * Answers what a model hub answers, from the models of a folder: the description of a repository, the list of its files,
 * and the files with ranges. Apps of other servers can use it as their mirror.
 * @returns whether the request was for it
 * @see https://huggingface.co/docs/hub/api
 */
export function serveModels(
  request: IncomingMessage,
  response: ServerResponse,
  models: ModelFolder,
): boolean {
  const path = (request.url ?? '/').replace(/[?#].*$/s, '');
  if (!path.startsWith(`${SERVER_MODELS_PATH}/`)) return false;
  response.setHeader('cache-control', 'no-cache');
  if (request.method === 'GET' || request.method === 'HEAD') {
    answerPath(decode(path.slice(SERVER_MODELS_PATH.length + 1)), request, response, models);
  } else response.writeHead(405, { allow: 'GET, HEAD' }).end();
  return true;
}

function answerPath(
  parts: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
  models: ModelFolder,
): void {
  const isApi = parts[0] === 'api' && parts[1] === 'models';
  const [owner = '', name = '', what, , ...rest] = isApi ? parts.slice(2) : parts;
  const model = models.find(`${owner}/${name}`);
  const file = model && what === 'resolve' && models.fileOf(model, rest.join('/'));
  if (model && isApi && what === undefined) sendJson(response, aboutOf(model));
  else if (model && isApi && what === 'tree') sendJson(response, treeOf(model));
  else if (file && !isApi) sendFile(request, response, file);
  else response.writeHead(404).end();
}

function decode(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

const aboutOf = ({ card, revision }: PulledModel) => ({
  id: card.id,
  sha: revision,
  cardData: { license: card.licence },
});

const treeOf = ({ files }: PulledModel) =>
  files.map(({ path, bytes, sha256, pieces }) => ({
    type: 'file',
    path,
    size: bytes,
    lfs: { oid: sha256, size: bytes, pieces },
  }));

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A file from the byte that a client asks for on: downloads resume. */
function sendFile(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { file, bytes, sha256 }: { file: string; bytes: number; sha256: string },
): void {
  const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '');
  const from = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Math.min(Number(range[2]), bytes - 1) : bytes - 1;
  if (range && (from >= bytes || end < from)) {
    response.writeHead(416, { 'content-range': `bytes */${bytes}` }).end();
    return;
  }
  response.writeHead(range ? 206 : 200, {
    'content-type': 'application/octet-stream',
    'content-length': end - from + 1,
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    ...(range && { 'content-range': `bytes ${from}-${end}/${bytes}` }),
  });
  if (method === 'HEAD' || bytes === 0) response.end();
  // A file that is removed meanwhile ends the connection: the client sees a download that broke.
  else pipeline(createReadStream(file, { start: from, end }), response, () => {});
}
