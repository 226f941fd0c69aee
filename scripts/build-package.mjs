// Builds what the npm package has for other sites, into build/site/: the module that a page imports, its types, the
// service worker, and the files that `alcove init` copies. It is the app's own code; the two files that know where the
// app's files are have others in their place.
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { licenceTexts } from './licences.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const OUT = 'build/site';
/** What `alcove init` copies. */
const FILES = join(OUT, 'files');
const src = (path) => join(root, 'src', path);
const choices = { find: './own-site.ts', replacement: src('embed/site-choices.ts') };
const paths = { find: '#contract/app-path.ts', replacement: src('embed/site-paths.ts') };
const webllm = {
  find: '#runtimes/webllm/webllm-runtime.ts',
  replacement: src('embed/without-webllm.ts'),
};
const documents = { find: './read-file.ts', replacement: src('embed/read-text-file.ts') };
const workers = { find: './app-workers.ts', replacement: src('embed/site-workers.ts') };
const hostWorkers = { find: '#workers/app-workers.ts', replacement: src('embed/site-workers.ts') };

const LAYERS = ['react', 'ai-sdk', 'language-model'];
const ownModule = {
  name: 'own-module',
  enforce: 'pre',
  resolveId: (id) => (id === './start-alcove.ts' ? { id: './alcove.js', external: true } : null),
};

/** The two workers that a page starts have names that it knows; all other names contain their content's hash. */
const nameEntry = ({ name }) =>
  /^(?:host-worker|brokered-entry)$/.test(name) ? 'assets/[name].js' : 'assets/[name]-[hash:7].js';

export async function buildPackage() {
  process.chdir(root);
  await rm(OUT, { recursive: true, force: true });
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
  const { define } = config;
  // Workers: the app's build of them, with addresses relative to their own.
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: './',
    resolve: {
      ...config.resolve,
      alias: [...aliasList(config.resolve.alias), paths, webllm, documents],
    },
    build: {
      ...config.build,
      outDir: FILES,
      emptyOutDir: true,
      rolldownOptions: {
        input: src('workers/app-workers.ts'),
        checks: { pluginTimings: false },
        output: { entryFileNames: 'assets/page-[hash:7].js' },
      },
    },
    worker: {
      ...config.worker,
      rolldownOptions: {
        ...config.worker.rolldownOptions,
        output: { ...config.worker.rolldownOptions.output, entryFileNames: nameEntry },
      },
    },
  });
  await removeUnused();
  const shared = {
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
  };
  const lib = (entry, fileName, format) => ({
    target: 'es2023',
    outDir: OUT,
    emptyOutDir: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    lib: { entry, formats: [format], name: 'alcove', fileName: () => fileName },
  });
  await build({
    ...shared,
    resolve: { alias: [paths, choices, workers, hostWorkers] },
    build: lib('src/embed/start-alcove.ts', 'alcove.js', 'es'),
  });
  await build({
    ...shared,
    resolve: { alias: [paths] },
    build: lib('src/service-worker/site-service-worker.ts', 'service-worker.js', 'iife'),
  });
  await build({ ...shared, build: lib('src/connect/connect.ts', 'connect.js', 'es') });
  await copyFile('src/connect/types.d.ts', join(OUT, 'connect.d.ts'));
  // Thin layers, of one service: they import the package's own module, and what the site has.
  for (const name of LAYERS) {
    const options = lib(`src/embed/${name}.ts`, `${name}.js`, 'es');
    options.rolldownOptions.external = [/^react$/, /^@ai-sdk\//];
    options.rolldownOptions.output = { chunkFileNames: `${name}-[name]-[hash:7].js` };
    await build({ ...shared, plugins: [ownModule], build: options });
    await copyFile(`src/embed/${name}-types.d.ts`, join(OUT, `${name}.d.ts`));
  }
  // Also next to the files, for pages without a bundler.
  for (const name of await readdir(OUT)) {
    if (/\.js$/.test(name) && !/^(?:connect|react|ai-sdk|service-worker)\.js$/.test(name)) {
      await copyFile(join(OUT, name), join(FILES, name));
    }
  }
  await keepOnce();
  await copyFile('src/embed/alcove.d.ts', join(OUT, 'alcove.d.ts'));
  await writeFile(join(OUT, 'licences.txt'), await licenceTexts());
  // No server of Alcove is behind the site.
  await writeFile(join(FILES, 'bridge.json'), '{"bridge":null}\n');
  const products = lib('config/own-products.ts', 'own-products.js', 'es');
  products.rolldownOptions.external = /^node:/;
  await build({ ...shared, resolve: { alias: [paths] }, build: products });
  const manifest = await readFile('node_modules/onnxruntime-web/package.json', 'utf8');
  const site = { ort: JSON.parse(manifest).version, folder: JSON.parse(define.__ORT_VERSION__) };
  await writeFile(join(OUT, 'site.json'), `${JSON.stringify(site)}\n`);
}

/** The language detector's table is half a megabyte of the package: a bundler takes it from the files of pages without one. */
async function keepOnce() {
  const names = await readdir(OUT);
  const table = names.find((name) => name.startsWith('language-model-detect-languages-'));
  const user = names.find((name) => name.startsWith('language-model-apis-'));
  if (!table || !user) throw new Error('The language detector is not where it was.');
  await rm(join(OUT, table));
  const text = await readFile(join(OUT, user), 'utf8');
  await writeFile(join(OUT, user), text.replaceAll(`./${table}`, `./files/${table}`));
}

const aliasList = (alias) =>
  Object.entries(alias).map(([find, replacement]) => ({ find, replacement }));

/** The page's own file of that build, and the wasm of onnxruntime, which its package brings. */
async function removeUnused() {
  for (const name of await readdir(join(FILES, 'assets'))) {
    if (/^page-/.test(name)) await rm(join(FILES, 'assets', name));
  }
  for (const name of await readdir(join(FILES, 'ort'))) {
    if (!name.endsWith('.js')) await rm(join(FILES, 'ort', name), { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage();
