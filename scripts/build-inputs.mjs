// Whether a build is still what its sources would give.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const INPUTS = [
  'src',
  'public',
  'config',
  'scripts',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  // The pages under /docs/.
  'docs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'NOTICE',
  'training/README.md',
];

async function listFiles(path) {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
}

/** A hash of everything a build is made from. */
export async function hashInputs(base) {
  const hash = createHash('sha256').update(`${base}\n${process.version}\n`);
  const files = (await Promise.all(INPUTS.map(listFiles))).flat().sort();
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Next to the packages, not in the build: hosts get no file that only this machine reads. */
const stampOf = (out) =>
  join(
    'node_modules/.cache/alcove',
    createHash('sha256').update(resolve(out)).digest('hex').slice(0, 16),
  );

export async function isCurrent(out, base) {
  const stamp = await readFile(stampOf(out), 'utf8').catch(() => '');
  const built = await stat(join(out, 'service-worker.js')).catch(() => null);
  const server = await stat('build/server.js').catch(() => null);
  return built !== null && server !== null && stamp !== '' && stamp === (await hashInputs(base));
}

export async function stamp(out, base) {
  await mkdir(dirname(stampOf(out)), { recursive: true });
  await writeFile(stampOf(out), await hashInputs(base));
}
