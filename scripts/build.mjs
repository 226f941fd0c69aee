// Builds dist/: the app, the service worker as one file of its own, and openapi.json.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

await build({ logLevel: 'warn' });

// As a second entry of the first build it would import shared chunks; a service worker is one file.
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: false,
    lib: {
      entry: 'src/service-worker/service-worker.ts',
      formats: ['iife'],
      name: 'alcoveServiceWorker',
      fileName: () => 'service-worker.js',
    },
  },
});

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: 'scripts/built-documents.ts', outDir: 'node_modules/.alcove', emptyOutDir: true },
});
const { createOpenApi, ISOLATION_HEADERS } = await import(
  pathToFileURL(join(root, 'node_modules/.alcove/built-documents.js')).href
);
await writeFile(
  'dist/openapi.json',
  `${JSON.stringify(createOpenApi(process.env.npm_package_version ?? '0.1.0'), null, 2)}\n`,
);
// What scripts/serve.mjs, and any host that can, sends with every file.
await writeFile('dist/headers.json', `${JSON.stringify(ISOLATION_HEADERS, null, 2)}\n`);
await rm('node_modules/.alcove', { recursive: true });
console.log('Built dist/.');
