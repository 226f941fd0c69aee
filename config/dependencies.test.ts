// docs/dependencies.md names each direct dependency of the app, and none that has gone.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('docs/dependencies.md names every direct dependency with its reason', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const text = await readFile('docs/dependencies.md', 'utf8');
  const words = new Set(text.match(/@?[\w.-]+(?:\/[\w.-]+)?/g));
  // One word for the types of packages that are named.
  const missing = names.filter((name) => !words.has(name) && !name.startsWith('@types/'));
  expect(missing).toEqual([]);
  // The first column of the table: what has left package.json leaves the table.
  const listed = [...text.matchAll(/^\| (@?[a-z][^|]*?) \|/gm)]
    .flatMap(([, cell]) => cell?.split(', ') ?? [])
    .filter((name) => name !== 'package');
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
});
