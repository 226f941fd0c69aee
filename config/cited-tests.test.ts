// The tables of findings name the tests that show them: a test that was renamed or removed shows nothing.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

async function listFiles(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { maxBuffer: 1e8 });
  return stdout.split('\n');
}

const DOCUMENTS = ['docs/reliability.md', 'docs/ux.md'];
const FILE = /`[\w./-]+\.(?:test|e2e|engine)\.tsx?`|`e2e\/[\w-]+`/;

test.each(DOCUMENTS)('%s names tests that exist', async (path) => {
  const files = await listFiles();
  const text = await readFile(path, 'utf8');
  const cited = [...text.matchAll(/`([\w./-]+\.(?:test|property\.test|e2e|engine)\.tsx?)`/g)];
  const rooms = [...text.matchAll(/`e2e\/([\w-]+)`/g)].map(([, name]) => `e2e/${name}.`);
  expect(cited.length + rooms.length).toBeGreaterThan(20);
  const isThere = (name: string) =>
    files.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(name));
  const names = [...cited.map(([, name = '']) => name), ...rooms];
  expect([...new Set(names)].filter((name) => !isThere(name))).toEqual([]);
});

/** One kind of quotes and of space. */
const plain = (text: string) =>
  text
    .replace(/\\?[’‘']/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ');

test.each(DOCUMENTS)('what %s quotes next to a test is in the name of one', async (path) => {
  const tests = (await listFiles()).filter((file) => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(file));
  const sources = plain(
    (await Promise.all(tests.map((file) => readFile(file, 'utf8')))).join('\n'),
  );
  const cells = (await readFile(path, 'utf8')).split(/[|\n]/).filter((cell) => FILE.test(cell));
  const quoted = cells.flatMap((cell) => [...cell.matchAll(/"([^"]+)"|“([^”]+)”/g)]);
  // An ellipsis stands for what the document leaves out, and for values of one test of many.
  const parts = quoted.flatMap(([, straight, curled]) => (straight ?? curled ?? '').split('…'));
  const wrong = parts.map((part) => plain(part).trim()).filter((part) => !sources.includes(part));
  expect(parts.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
