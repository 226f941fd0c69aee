import { execFileSync } from 'node:child_process';
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

test('npm packs the command, the licences and the build, and nothing else', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'README.md', 'package.json']));
  const others = paths.filter(
    (path) => !/^(?:LICENSE|NOTICE|README\.md|package\.json)$/.test(path),
  );
  const unexpected = others.filter((path) => !/^(?:build\/|scripts\/[a-z-]+\.mjs$)/.test(path));
  expect(unexpected).toEqual([]);
  expect(
    others.filter((path) => /\.(?:onnx|map|ts)$/.test(path) && !path.endsWith('.d.ts')),
  ).toEqual([]);
});

test('the packed manifest is public, and names the repository that the workflow sets', () => {
  const page = 'https://github.com/owner/name';
  const set = {
    repository: { type: 'git', url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  };
  const packed = packedManifest({ ...JSON.parse(read('package.json')), ...set });
  expect(packed).toMatchObject({ name: 'alcove', license: 'Apache-2.0', ...set });
  expect(packed).toHaveProperty('keywords', expect.arrayContaining(['openai-compatible']));
  // Each of them is set by the workflow, before it packs.
  const workflow = read('.github/workflows/publish.yml');
  for (const name of ['repository.url', 'homepage', 'bugs.url'])
    expect(workflow).toContain(`"${name}=`);
  expect(packed).not.toHaveProperty('private');
  expect(packed).not.toHaveProperty('devDependencies');
  expect(manifest).not.toHaveProperty('repository');
});
