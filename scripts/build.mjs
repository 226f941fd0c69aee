// Builds dist/: the app, the service worker as one file of its own, and openapi.json.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

await build({ logLevel: 'warn' });

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: { ssr: 'scripts/built-documents.ts', outDir: 'node_modules/.alcove', emptyOutDir: true },
});
const { createOpenApi, DOWNLOAD_HEADERS, ISOLATION_HEADERS } = await import(
  pathToFileURL(join(root, 'node_modules/.alcove/built-documents.js')).href
);
await writeFile(
  'dist/openapi.json',
  `${JSON.stringify(createOpenApi(process.env.npm_package_version ?? '0.1.0'), null, 2)}\n`,
);
// What scripts/serve.mjs, and any host that can, sends with every file.
await writeFile(
  'dist/headers.json',
  `${JSON.stringify({ all: ISOLATION_HEADERS, downloads: DOWNLOAD_HEADERS }, null, 2)}\n`,
);
await rm('node_modules/.alcove', { recursive: true });

// As a second entry of the first build it would import shared chunks; a service worker is one file.
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { __SHELL_FILES__: JSON.stringify(await listShellFiles()) },
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

console.log('Built dist/.');

/** Every file of the build with its revision, by when the service worker keeps it. */
async function listShellFiles() {
  const names = (await readdir('dist', { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replace(/^dist/, ''))
    .sort();
  const html = await readFile('dist/index.html', 'utf8');
  const files = { first: [], later: [], onUse: [] };
  for (const path of names) {
    const when = whenKept(path, html);
    if (when)
      files[when].push([
        path,
        createHash('sha256')
          .update(await readFile(`dist${path}`))
          .digest('hex')
          .slice(0, 8),
      ]);
  }
  return files;
}

function whenKept(path, html) {
  // Hosts read these; fonts in old formats are for browsers that have no service worker.
  if (/headers\.json$|service-worker\.js$|\.(ttf|woff)$|README\.md$/.test(path)) return null;
  if (path === '/index.html' || html.includes(path)) return 'first';
  // The build that can wait for a graphics chip, and whole pages of other scripts.
  return path.includes('asyncify') || /latin-ext|cyrillic|greek|vietnamese/.test(path)
    ? 'onUse'
    : 'later';
}
