// A model hub as the app meets it: its API, redirects to a file host, ranges, and faults on demand.
// Files are the embedded models' under other names, the tiny ones of e2e/shapes, and what ALCOVE_MLC_MIRROR holds
// (docs/webllm-mirror.md).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDER as DIGITS } from './digits-model.mjs';

const MODELS = fileURLToPath(new URL('../public/models', import.meta.url));
/** Tiny models of many families: training/shapes. */
const SHAPES = fileURLToPath(new URL('shapes', import.meta.url));
/** The guide model compiled for WebLLM: training/webllm. */
const MLC = fileURLToPath(new URL('mlc', import.meta.url));
const REPOSITORIES = {
  'tests/guide': join(MODELS, 'alcove-guide'),
  'tests/embed': join(MODELS, 'alcove-embed'),
  'tests/digits': DIGITS,
  // What a task is offered on a processor, in place of 200 MB.
  'HuggingFaceTB/SmolLM2-360M-Instruct': join(MODELS, 'alcove-guide'),
};
/** Ways in which a JSON file of a model can be wrong: another text, or values set in it. */
const DAMAGES = JSON.parse(await readFile(new URL('damaged-models.json', import.meta.url), 'utf8'));
const REVISION = '0123456789abcdef0123456789abcdef01234567';
const CHUNK = 64 * 1024;
/** A folder of MLC models: owner/name/… and libraries/…wasm. */
const MIRROR = process.env.ALCOVE_MLC_MIRROR ?? null;

/** Files that tests brought, by `owner/name/path`. */
const brought = new Map();

/** The folder of a repository's files; null where there is none. */
function folderOf(owner, name) {
  const shipped = REPOSITORIES[`${owner}/${name}`];
  if (shipped) return shipped;
  if (owner === 'damaged') return join(SHAPES, 'qwen3');
  if (owner === 'shapes') return join(SHAPES, name ?? '');
  if (owner === 'mlc') return join(MLC, name ?? '');
  if (owner === 'brought') return owner;
  const folder = MIRROR && join(MIRROR, owner ?? '', name ?? '');
  return folder && existsSync(folder) ? folder : null;
}

/** A file as the repository has it; null where it has none. */
async function readOf(owner, name, folder, path) {
  if (owner === 'brought') return brought.get(`${owner}/${name}/${path}`) ?? null;
  const data = await readFile(join(folder, path)).catch(() => null);
  const damage = owner === 'damaged' ? DAMAGES[name] : null;
  if (!data || damage?.path !== path) return data;
  return Buffer.from(damage.text ?? JSON.stringify({ ...JSON.parse(data), ...damage.set }));
}

/** Handles paths under /hub/. */
export function createHub() {
  /** Faults by file, taken one at each request: cut, corrupt, busy, whole, slow. */
  const faults = new Map();
  /** Requests of files: path and range. */
  let log = [];
  const setFaults = (searchParams) => {
    faults.set(
      searchParams.get('path'),
      (searchParams.get('kinds') ?? '').split(',').filter(Boolean),
    );
    log = [];
    return {};
  };
  /** What tests ask of the hub. */
  const order = (name, searchParams, request) => {
    if (name === '_faults') return setFaults(searchParams);
    return name === '_bring' ? take(searchParams.get('path'), request) : log;
  };
  async function answer(path, searchParams, request, response) {
    const [first, owner, name, ...rest] = path.split('/');
    if (first.startsWith('_')) return sendJson(response, await order(first, searchParams, request));
    if (first === 'api') return answerApi([name, ...rest], response);
    if (owner === 'binary-mlc-llm-libs') {
      const library = path.split('/').at(-1);
      const data = await readOf(owner, '', join(MIRROR ?? '', 'libraries'), library);
      return sendFile(data, request, response, null);
    }
    if (first !== 'cdn') return sendOn(path, response);
    const inside = rest.join('/');
    log.push({ path: inside, range: request.headers.range ?? null });
    const fault = faults.get(inside)?.shift() ?? null;
    const folder = folderOf(owner, name);
    const data = folder && (await readOf(owner, name, folder, inside));
    return sendFile(data, request, response, fault);
  }
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/hub/')) return false;
    await answer(pathname.slice('/hub/'.length), searchParams, request, response);
    return true;
  };
}

async function take(path, request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  brought.set(path, Buffer.concat(chunks));
  return {};
}

/** The hub itself holds no files: it sends everyone on. */
function sendOn(path, response) {
  const [owner, name, , , ...file] = path.split('/');
  response.writeHead(302, { location: `/hub/cdn/${owner}/${name}/${file.join('/')}` }).end();
}

async function answerApi([owner, name, tree], response) {
  const repository = `${owner}/${name}`;
  const folder = folderOf(owner, name);
  if (!folder) {
    response.writeHead(404).end();
  } else if (!tree) {
    sendJson(response, { id: repository, sha: REVISION, cardData: { license: 'apache-2.0' } });
  } else {
    const entries = (await pathsOf(repository, folder)).map(async (inside) => {
      const data = await readOf(owner, name, folder, inside);
      const oid = createHash('sha256').update(data).digest('hex');
      const lfs = /\.(?:onnx|bin|gguf)$/.test(inside) ? { lfs: { oid, size: data.length } } : {};
      return { type: 'file', path: inside, size: data.length, ...lfs };
    });
    sendJson(response, await Promise.all(entries));
  }
}

async function pathsOf(repository, folder) {
  if (folder === 'brought') {
    const all = [...brought.keys()].filter((path) => path.startsWith(`${repository}/`));
    return all.map((path) => path.slice(repository.length + 1));
  }
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

async function sendFile(data, request, response, fault) {
  if (!data) return response.writeHead(404).end();
  if (fault === 'busy') return response.writeHead(503, { 'retry-after': '1' }).end();
  const asked = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const from = fault === 'whole' ? 0 : asked;
  if (from >= data.length) return response.writeHead(416).end();
  const body = fault === 'corrupt' ? Buffer.from(data).fill(7, data.length >> 1) : data;
  const range = { 'content-range': `bytes ${from}-${data.length - 1}/${data.length}` };
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': data.length - from,
    ...(from > 0 ? range : {}),
  });
  return trickle(body.subarray(from), response, fault);
}

/** In pieces, so that the bytes before a cut arrive. */
async function trickle(part, response, fault) {
  for (let at = 0; at < part.length; at += CHUNK) {
    if (fault === 'cut' && at > part.length / 2) return response.destroy();
    if (response.destroyed) return undefined;
    response.write(part.subarray(at, at + CHUNK));
    await new Promise((resolve) => setTimeout(resolve, fault === 'slow' ? 100 : 2));
  }
  return response.end();
}

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
