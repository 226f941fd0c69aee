// Fails when what a visitor downloads outgrows its budget.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const gzipBytes = async (path) => gzipSync(await readFile(path)).length;
const assets = await readdir('dist/assets');
const html = await readFile('dist/index.html', 'utf8');
const initial = assets.filter((name) => name.endsWith('.js') && html.includes(`/assets/${name}"`));

async function folderBytes(folder) {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(entries.map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

/** Downloaded when it is first used. */
const LARGE = [
  'alcove-whisper',
  'alcove-voice',
  'alcove-speakers',
  'alcove-ocr',
  'alcove-embed-multilingual',
  'alcove-rerank',
];
const isLarge = (id) => LARGE.includes(id);
const sum = (list) => list.reduce((a, b) => a + b, 0);
const models = await readdir('dist/models');
const modelBytes = await Promise.all(models.map((id) => folderBytes(join('dist/models', id))));
const budgets = [
  ['service worker, gzip', await gzipBytes('dist/service-worker.js'), 10_000],
  [
    'first JavaScript, gzip',
    sum(await Promise.all(initial.map((name) => gzipBytes(`dist/assets/${name}`)))),
    130_000,
  ],
  ['connect.js, gzip', await gzipBytes('dist/connect.js'), 3_072],
  ...models.map((id, i) => [`model ${id}`, modelBytes[i], isLarge(id) ? 60_000_000 : 8_000_000]),
  ['models of a first visit', sum(modelBytes.filter((_, i) => !isLarge(models[i]))), 18_000_000],
];
for (const [name, bytes, limit] of budgets) {
  console.log(
    `${bytes <= limit ? '✓' : '✖'} ${name}: ${bytes.toLocaleString('en')} of ${limit.toLocaleString('en')} bytes`,
  );
}
if (budgets.some(([, bytes, limit]) => bytes > limit)) process.exit(1);
