// Run by npm before and after it packs. The package is what other sites serve and the command; the built app is a package
// of its own (pack-app.mjs), because it is fifty times as large. In a checkout the packages that build both are
// dependencies as well, because npm start builds there.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const SAVED = 'node_modules/.cache/alcove';
const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'keywords',
  // Set by the workflow that publishes, which knows where the repository is: provenance needs the first.
  'repository',
  'homepage',
  'bugs',
  'type',
  'bin',
  'files',
  'exports',
  'engines',
];
/** What `build/server.js` imports, everything else being part of it, and what `alcove init` copies. */
const NEEDED = { dependencies: ['ws'], devDependencies: ['onnxruntime-web'] };

/** Packages of the sites that use `alcove/react` or `alcove/ai-sdk`; without those they need not be installed. */
const PEERS = { react: '>=18', '@ai-sdk/openai-compatible': '>=3', '@ai-sdk/provider': '>=4' };

/** The manifest of the package, from that of the checkout. */
export function packedManifest(manifest) {
  const pick = (from, names) =>
    Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
  const needed = Object.entries(NEEDED).map(([list, names]) => pick(manifest[list], names));
  const optional = Object.keys(PEERS).map((name) => [name, { optional: true }]);
  return {
    ...pick(manifest, KEPT),
    dependencies: Object.assign({}, ...needed),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(optional),
  };
}

async function write() {
  const { isCurrent } = await import('./build-inputs.mjs');
  const { run } = await import('./install.mjs');
  const env = { BASE: '', OUT: '' };
  if (!(await isCurrent('dist', '/'))) run(process.execPath, ['scripts/build.mjs'], { env });
  run(process.execPath, ['scripts/build-package.mjs']);
  const text = await readFile('package.json', 'utf8');
  const manifest = JSON.parse(text);
  // Left by a run that was ended.
  if (!manifest.devDependencies) return;
  await mkdir(SAVED, { recursive: true });
  await writeFile(`${SAVED}/package.json`, text);
  await writeFile('package.json', `${JSON.stringify(packedManifest(manifest), null, 2)}\n`);
}

async function restore() {
  if (existsSync(`${SAVED}/package.json`)) await rename(`${SAVED}/package.json`, 'package.json');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv[2] === 'restore' ? restore() : write());
}
