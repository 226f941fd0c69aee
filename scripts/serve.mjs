// Serves dist/ with the headers and the compression a good static host sends.
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readOptions } from './options.mjs';
import { fileOf } from './platform.mjs';

const OWN = fileURLToPath(new URL('../dist', import.meta.url));

/** The folder of the built app, of this checkout or of the package alcove-app; null where there is neither. */
export function findApp() {
  if (existsSync(join(OWN, 'index.html'))) return OWN;
  try {
    return dirname(createRequire(import.meta.url).resolve('alcove-app/dist/index.html'));
  } catch {
    return null;
  }
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.md': 'text/markdown; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Starts the server, on this machine only unless `host` says otherwise. `isolated: false` sends no headers at all, like the plainest static host: then
 * the service worker has to add them. `extra`: a folder served under /e2e/. `root`: another build.
 * `serverOptions`: limits of node:http. `first`: may answer before anything else does, and says whether it did.
 */
export async function serve({
  port = 0,
  host = '127.0.0.1',
  isolated = true,
  extra = null,
  root = findApp() ?? OWN,
  first = async () => false,
  serverOptions = {},
} = {}) {
  const { all, downloads, consent } = isolated
    ? JSON.parse(await readFile(join(root, 'headers.json'), 'utf8'))
    : { all: {}, downloads: {}, consent: {} };
  const server = createServer(serverOptions, (request, response) => {
    // The worker that downloads models has its own policy.
    const path = (request.url ?? '').replace(/[?#].*$/, '');
    // The page on which a person answers a site that opened it, too.
    const others = path === '/connect' ? consent : all;
    const headers = /\/download-worker-[^/]*\.js$/.test(path) ? downloads : others;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    first(request, response)
      .then((isAnswered) => isAnswered || answer(request, response, root, extra))
      .catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { server, url: `http://${nameOf(host)}:${server.address().port}` };
}

/** The host of the address that opens it on this machine. */
function nameOf(host) {
  if (['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function answer(request, response, root, extra) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/v1' || pathname.startsWith('/v1/')) return refuse(response);
  // A program that posts to a wrong address must not take the page for an answer.
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  const file = await findFile(pathname, root, extra);
  if (file) {
    await send(request, response, file, pathname.startsWith('/assets/'));
  } else if (pathname === '/' || (extname(pathname) === '' && asksForPage(request))) {
    await send(request, response, await findFile('/index.html', root, null), false);
  } else {
    refuseAddress(response);
  }
}

/** Whether a browser opens the address: programs that try what a server offers must not take the page for an answer. */
const asksForPage = ({ headers }) => /\btext\/html\b/i.test(headers.accept ?? '');

/** What gets smaller goes compressed, as from every good host; weights would not. */
const PACKED = new Set([
  ...['.html', '.js', '.mjs', '.css', '.svg', '.webmanifest', '.md'],
  ...['.json', '.wasm'],
]);
/** Bytes beyond which packing takes longer than sending where nothing leaves this machine. */
const BIG_BYTES = 1_000_000;

/** Whether a file goes compressed to a client at an address. */
export function isPacked({ path, size }, address) {
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(address ?? '');
  return PACKED.has(extname(path)) && !(isLocal && size > BIG_BYTES);
}

/** Compressed files by path, for as long as they have not changed. */
const packed = new Map();

async function send(request, response, { path, size, changed }, forever) {
  const type = extname(path);
  const headers = {
    'content-type': TYPES[type] ?? 'application/octet-stream',
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (!isPacked({ path, size }, request.socket.remoteAddress)) {
    response.writeHead(200, { ...headers, 'content-length': size });
    createReadStream(path).pipe(response);
    return;
  }
  headers.vary = 'accept-encoding';
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(200, headers).end(await readFile(path));
    return;
  }
  const known = packed.get(path);
  const bytes =
    known?.changed === changed ? known.bytes : await promisify(gzip)(await readFile(path));
  packed.set(path, { changed, bytes });
  response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(bytes);
}

async function findFile(pathname, root, extra) {
  const isExtra = extra !== null && pathname.startsWith('/e2e/');
  const base = isExtra ? extra : root;
  const path = fileOf(base, isExtra ? pathname.slice('/e2e'.length) : pathname);
  const found = path && (await stat(path).catch(() => null));
  return found?.isFile() ? { path, size: found.size, changed: found.mtimeMs } : null;
}

/** Pages and files are read, never written. */
function refuseMethod(response) {
  const message = 'Only GET and HEAD are answered at this address. The API is under /v1.';
  response.setHeader('allow', 'GET, HEAD');
  writeError(response, 405, 'invalid_request_error', 'method_not_allowed', message);
}

function refuseAddress(response) {
  const message = 'Not found. The API is under /v1.';
  writeError(response, 404, 'invalid_request_error', 'unknown_url', message);
}

/** A request that got past the service worker must never see index.html: clients would take it for an answer. */
function refuse(response) {
  const message =
    'The service worker did not answer this page. Reload it normally; /v1 is answered inside the browser.';
  response.setHeader('retry-after', '1');
  response.setHeader('cache-control', 'no-store');
  writeError(response, 503, 'server_error', 'engine_unavailable', message);
}

function writeError(response, status, type, code, message) {
  const error = { message, type, param: null, code };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error, request_id: null }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { port, host } = readOptions();
  const isolated = process.env.ALCOVE_PLAIN_HOST !== '1';
  const { url } = await serve({ port, host, isolated });
  console.log(`Alcove is at ${url}`);
}
