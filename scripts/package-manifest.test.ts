import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packedManifest } from '#scripts/package-manifest.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const manifest = packedManifest(JSON.parse(read('package.json')));
/** Modules that a file imports, statically or dynamically. */
const importsOf = (path: string) =>
  [...read(path).matchAll(/(?:from|import\(|import) ?'([^']+)'/g)].map(([, name = '']) => name);

test('the package holds what its command imports', () => {
  const files = [manifest.bin.alcove];
  for (const file of files) {
    for (const name of importsOf(file)) {
      const path = join(dirname(file), name);
      // Of a checkout, where it is built.
      if (!name.startsWith('.') || /^scripts\/build-/.test(path)) continue;
      if (!files.includes(path)) files.push(path);
    }
  }
  expect(manifest.files).toEqual(expect.arrayContaining(files));
});

test('the package depends on what its server imports', () => {
  const external = /external: \[([^\]]*)\]/.exec(read('scripts/build.mjs'))?.[1];
  // Its files are copied by `alcove init`.
  const { 'onnxruntime-web': copied, ...imported } = manifest.dependencies;
  expect(copied).toBeTruthy();
  expect(
    Object.keys(imported)
      .map((name) => `'${name}'`)
      .join(', '),
  ).toBe(external);
});
