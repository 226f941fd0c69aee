// A model hub over a folder (owner/name/…) for measurements: its API and its files, streamed, with ranges.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';

const REVISION = '0123456789abcdef0123456789abcdef01234567';
const LARGE = /\.(?:onnx|onnx_data\w*|bin|gguf|safetensors|wasm)$/;

/** Handles requests under /hub/; `folders` are searched in order. */
export function createFolderHub(folders) {
  const hashes = new Map();
  const find = async (...parts) => {
    for (const folder of folders) {
      const path = normalize(join(folder, ...parts));
      if (path.startsWith(normalize(folder)) && (await stat(path).catch(() => null))) return path;
    }
    return null;
  };
  async function answer(path, request, response) {
    const [first, owner, name, ...rest] = path.split('/').map(decodeURIComponent);
    if (first === 'api') return answerApi(find, hashes, [name, ...rest], response);
    // owner/name/resolve/revision/file
    const file = await find(first ?? '', owner ?? '', ...rest.slice(1));
    return sendFile(file, request, response);
  }
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/hub/')) return false;
    await answer(pathname.slice('/hub/'.length), request, response);
    return true;
  };
}

async function answerApi(find, hashes, [owner, name, tree], response) {
  const folder = await find(owner, name);
  if (!folder) return response.writeHead(404).end();
  if (!tree) {
    const card = { id: `${owner}/${name}`, sha: REVISION, cardData: { license: 'apache-2.0' } };
    return sendJson(response, card);
  }
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = [];
  for (const file of files.filter((entry) => !entry.isDirectory())) {
    const path = join(file.parentPath ?? file.path, file.name);
    const { size } = await stat(path);
    const inside = path.slice(folder.length + 1);
    const lfs = LARGE.test(inside) ? { lfs: { oid: await hashOf(path, hashes), size } } : {};
    entries.push({ type: 'file', path: inside, size, ...lfs });
  }
  return sendJson(response, entries);
}

async function hashOf(path, hashes) {
  if (!hashes.has(path)) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: 1 << 22 }), hash);
    hashes.set(path, hash.digest('hex'));
  }
  return hashes.get(path);
}

async function sendFile(path, request, response) {
  const found = path && (await stat(path));
  if (!found?.isFile()) return response.writeHead(404).end();
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from >= found.size && found.size > 0) return response.writeHead(416).end();
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': found.size - from,
    ...(from > 0 ? { 'content-range': `bytes ${from}-${found.size - 1}/${found.size}` } : {}),
  });
  const stream = createReadStream(path, { start: from, highWaterMark: 1 << 22 });
  return pipeline(stream, response).catch(() => response.destroy());
}

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
