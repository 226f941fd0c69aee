// Builds the app, the service worker as one file of its own, openapi.json, alcove.d.ts, what hosts read, and the server of the
// command `alcove` (build/).
// BASE=/folder/ builds it for a folder of its host, SITE=https://host names the host in what links of it show, OUT=path puts it
// elsewhere than dist/.
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, resolveConfig } from 'vite';
import { stamp } from './build-inputs.mjs';
import { writeFirstPaint } from './first-paint.mjs';
import { writeHostFiles } from './host-files.mjs';
import { licenceTexts } from './licences.mjs';
import { toWebPath } from './platform.mjs';
import { withAddress } from './site-address.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const out = process.env.OUT || 'dist';
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const { base, define } = await resolveConfig({}, 'build', 'production', 'production');
const checks = { pluginTimings: false };
await build({ logLevel: 'warn', build: { outDir: out, emptyOutDir: true, manifest: true } });

const manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'));
await rm(join(out, '.vite'), { recursive: true });
const folder = join('node_modules/.alcove', `first-paint-${process.pid}`);
await writeFirstPaint(out, { base, define, folder, manifest });
if (process.env.SITE) {
  const page = join(out, 'index.html');
  await writeFile(page, withAddress(await readFile(page, 'utf8'), process.env.SITE, base));
}

const documents = join('node_modules/.alcove', String(process.pid));
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define,
  build: {
    ssr: 'scripts/built-documents.ts',
    outDir: documents,
    emptyOutDir: true,
    rolldownOptions: { checks },
  },
});
const { createOpenApi, CONSENT_HEADERS, DOWNLOAD_HEADERS, ISOLATION_HEADERS } = await import(
  pathToFileURL(join(root, documents, 'built-documents.js')).href
);
await rm(documents, { recursive: true });
const reference = `${JSON.stringify(createOpenApi(version, base), null, 2)}\n`;
await writeFile(join(out, 'openapi.json'), reference);
await copyFile('src/client/alcove-global.d.ts', join(out, 'alcove.d.ts'));
await writeFile(join(out, 'licences.txt'), await licenceTexts());
// The documents, next to the app that they describe. React is loaded for production by now.
const { buildDocs } = await import('./docs.mjs');
await buildDocs(join(out, 'docs'));
await writeHostFiles(out, base, {
  all: ISOLATION_HEADERS,
  downloads: DOWNLOAD_HEADERS,
  consent: CONSENT_HEADERS,
});

// As a second entry of the first build it would import shared chunks; a service worker is one file.
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { ...define, __SHELL_FILES__: JSON.stringify(await listShellFiles()) },
  build: {
    target: 'es2023',
    outDir: out,
    emptyOutDir: false,
    rolldownOptions: { checks },
    lib: {
      entry: 'src/service-worker/service-worker.ts',
      formats: ['iife'],
      name: 'alcoveServiceWorker',
      fileName: () => 'service-worker.js',
    },
  },
});
// What sites import to be connected; they copy it, or have it from the npm package.
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define,
  // Steps of requests are reported in the app alone.
  resolve: { alias: { './trace.ts': resolve('src/connect/no-trace.ts') } },
  build: {
    target: 'es2023',
    outDir: out,
    emptyOutDir: false,
    rolldownOptions: { checks, output: { minify: true } },
    lib: { entry: 'src/connect/connect.ts', formats: ['es'], fileName: () => 'connect.js' },
  },
});
// The command's server, for Node.
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { __BASE__: JSON.stringify('/') },
  ssr: { noExternal: true, external: ['ws'] },
  build: {
    ssr: 'src/server/server.ts',
    outDir: 'build',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { checks },
  },
});
await stamp(out, base);

console.log(`Built ${out}/${base === '/' ? '' : ` for ${base}`}.`);
// React's renderer leaves a message port open.
process.exit();

/** Every file of the build with the hash of its content, by when the service worker caches it. Writes the list of assets. */
async function listShellFiles() {
  const names = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => toWebPath(relative(out, join(entry.parentPath, entry.name))))
    .sort();
  const html = await readFile(join(out, 'index.html'), 'utf8');
  const files = { first: [], later: [], onUse: [] };
  const assets = { later: [], onUse: [] };
  for (const name of names) {
    // Many hosts serve them as an unknown type, which browsers refuse to run.
    if (name.endsWith('.mjs')) throw new Error(`${name} must be emitted as .js.`);
    const when = whenKept(name, html);
    if (!when) continue;
    const list = when !== 'first' && name.startsWith('assets/') ? assets : files;
    list[when].push(await withHash(name));
  }
  await writeFile(join(out, 'assets.json'), `${JSON.stringify(assets)}\n`);
  files.assets = await withHash('assets.json');
  files.first.push(files.assets);
  return files;
}

async function withHash(name) {
  const hash = createHash('sha256').update(await readFile(join(out, name)));
  return [base + name, hash.digest('hex').slice(0, 8)];
}

function whenKept(name, html) {
  // Configuration files for hosts and licences, which the app does not load, tables of PDFs, which are too many to be listed, and documents.
  if (
    /\.bcmap$|^docs\/|^(?:headers\.json|bridge\.json|alcove\.d\.ts|connect\.js|_headers|404\.html|service-worker\.js|social\.png|licences\.txt|first-paint-[a-z]+\.json)$|README\.md$/.test(
      name,
    )
  ) {
    return null;
  }
  if (name === 'index.html' || html.includes(base + name)) return 'first';
  // A large model, the build that can wait for a GPU, decoders for WebKit, and whole pages of other scripts.
  return /models\/alcove-(?:whisper|voice|speakers|ocr|embed-multilingual)\/|asyncify|-decoder-|codec-parser|detect-languages|latin-ext|cyrillic|greek|vietnamese/.test(
    name,
  )
    ? 'onUse'
    : 'later';
}
