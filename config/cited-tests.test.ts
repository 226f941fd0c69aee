// The tables of findings name the tests that show them: a test that was renamed or removed shows nothing.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.each(['docs/reliability.md', 'docs/ux.md'])('%s names tests that exist', async (path) => {
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { maxBuffer: 1e8 });
  const files = stdout.split('\n');
  const text = await readFile(path, 'utf8');
  const cited = [...text.matchAll(/`([\w./-]+\.(?:test|property\.test|e2e|engine)\.tsx?)`/g)];
  const rooms = [...text.matchAll(/`e2e\/([\w-]+)`/g)].map(([, name]) => `e2e/${name}.`);
  expect(cited.length + rooms.length).toBeGreaterThan(20);
  const isThere = (name: string) =>
    files.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(name));
  const names = [...cited.map(([, name = '']) => name), ...rooms];
  expect([...new Set(names)].filter((name) => !isThere(name))).toEqual([]);
});
