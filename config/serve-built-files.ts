import { readFile } from 'node:fs/promises';
import { build, type Plugin, type ViteDevServer } from 'vite';
import type { createOpenApi } from '#contract/openapi.ts';

/**
 * Serves in `npm run dev` what the build writes next to the app: the service worker, without which
 * `fetch('/v1/…')` is not answered, and the reference that the Developer page reads.
 */
export function serveBuiltFiles(version: string): Plugin {
  return {
    name: 'alcove:built-files',
    apply: 'serve',
    configureServer(server) {
      const files: Record<string, [type: string, read: () => Promise<string>]> = {
        '/service-worker.js': ['text/javascript', bundleServiceWorker],
        '/alcove.json': ['application/json', async () => '{}'],
        '/bridge.json': ['application/json', async () => '{"bridge":null}'],
        '/alcove.d.ts': ['text/plain', () => readFile('src/client/alcove-global.d.ts', 'utf8')],
        '/openapi.json': ['application/json', () => writeReference(server, version)],
      };
      server.middlewares.use((request, response, next) => {
        const file = files[(request.url ?? '').replace(/\?.*$/, '')];
        if (!file) return next();
        const [type, read] = file;
        read().then((text) => {
          response.setHeader('content-type', type);
          response.end(text);
        }, next);
      });
    },
  };
}

async function bundleServiceWorker(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [passServerHeaders()],
    // Nothing is cached for offline use while files change.
    define: {
      __SHELL_FILES__: JSON.stringify({ first: [], later: [], onUse: [], assets: null }),
      __BASE__: JSON.stringify('/'),
    },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: 'src/service-worker/service-worker.ts',
        formats: ['iife'],
        name: 'alcoveServiceWorker',
        fileName: () => 'service-worker.js',
      },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [];
  const chunk = bundle?.output[0];
  if (!chunk) throw new Error('The service worker could not be bundled.');
  return chunk.code;
}

/** Hot reload needs a looser policy than the one the service worker would put on every page. */
function passServerHeaders(): Plugin {
  return {
    name: 'alcove:keep-server-headers',
    transform: (_, id) =>
      id.endsWith('/isolation-headers.ts')
        ? `export const withHeaders = (_path, response) => response;
           export const withRelayHeaders = (response) => response;
           export const isDownloadScript = () => false;
           export const isRelayScript = () => false;`
        : null,
  };
}

async function writeReference(server: ViteDevServer, version: string): Promise<string> {
  const module = await server.ssrLoadModule('/src/contract/openapi.ts');
  const create = module['createOpenApi'] as typeof createOpenApi;
  return JSON.stringify(create(version));
}
