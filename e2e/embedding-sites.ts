import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '#scripts/document-code.mjs';
import { npmCommand } from '#scripts/platform.mjs';

const run = promisify(execFile);

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** An example of docs/embed.md: the block of a language at a place, from 0. */
export function example(language: 'html' | 'ts' | 'tsx', at = 0): string {
  const found = codeBlocks('docs/embed.md', language)[at];
  if (!found) throw new Error(`docs/embed.md has no example ${at} in ${language}.`);
  return found;
}

/** A folder of the system for one test. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'alcove-embed-'));

export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const [command, all] = npmCommand(args);
  // Each project has its own settings: the settings of the command that runs the tests are not passed on.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)/i.test(name)),
  );
  return (await run(command, all, { cwd, env, maxBuffer: 64_000_000 })).stdout;
}

/** Puts the weights that the examples name into a folder that is served. */
export function addWeights(served: string): void {
  for (const id of ['alcove-guide', 'alcove-embed']) {
    cpSync(join('public/models', id), join(served, 'weights', id), { recursive: true });
  }
}

/** A site without a bundler, of the first example, from the files that `alcove init` copies. */
export async function plainSite(): Promise<string> {
  const folder = newFolder();
  await run(process.execPath, ['scripts/start.mjs', 'init', folder]);
  addWeights(folder);
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'index.html'), example('html'));
  writeFileSync(join(folder, 'shop/sw.js'), "importScripts('/alcove-service-worker.js');\n");
  writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>Empty</title>');
  writeFileSync(join(folder, 'shop/index.html'), '<!doctype html><title>Shop</title>');
  return folder;
}

/** Serves a folder as the plainest host does. `headers`: of every file. `first`: whether something else answers. */
export async function serveFolder(
  folder: string,
  headers: Record<string, string> = {},
  first: RequestHandler = async () => false,
) {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    paths.push(pathname);
    if (await first(request, response)) return;
    readFile(join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)).then(
      (bytes) => {
        const type = TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream';
        response.writeHead(200, { ...headers, 'content-type': type }).end(bytes);
      },
      () => response.writeHead(404).end('Not found'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${port}`, paths, close };
}
