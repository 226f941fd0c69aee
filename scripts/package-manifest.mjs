// Run by npm before and after it packs. The package is a built app, which needs the packages of its server alone; in a
// checkout those that build it are dependencies as well, because npm start builds there.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const SAVED = 'node_modules/.cache/alcove';
const KEPT = ['name', 'version', 'description', 'license', 'type', 'bin', 'files', 'engines'];
/** What `build/server.js` imports; everything else is part of it. */
const NEEDED = ['ws'];

/** The manifest of the package, from that of the checkout. */
export function packedManifest(manifest) {
  const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { ...pick(manifest, KEPT), dependencies: pick(manifest.dependencies, NEEDED) };
}

async function write() {
  const { isCurrent } = await import('./build-inputs.mjs');
  const { run } = await import('./install.mjs');
  const env = { BASE: '', OUT: '' };
  if (!(await isCurrent('dist', '/'))) run(process.execPath, ['scripts/build.mjs'], { env });
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
