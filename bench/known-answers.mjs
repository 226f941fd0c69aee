// npm run known-answers: runs each model that ships with the app in the production build, on the processor, and writes what it
// gives for the inputs of its check into src/host/shipped-outputs.json, with the hashes of its weights. Run it after weights
// or the check's method have changed; a unit test fails until then.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { openAlcove } from './open-alcove.mjs';

const FILE = 'src/host/shipped-outputs.json';
const MODELS = [
  'alcove-guide',
  'alcove-embed',
  'alcove-embed-multilingual',
  'alcove-rerank',
  'alcove-whisper',
];

async function hashesOf(id) {
  const folder = `public/models/${id}/onnx`;
  const names = (await readdir(folder)).sort();
  const hashed = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(`${folder}/${name}`));
    return [name, hash.digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashed));
}

/** The outputs that the app recorded in a new profile, by model. */
const recorded = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result
            .transaction('modelProbes')
            .objectStore('modelProbes')
            .getAll();
          rows.onsuccess = () => resolve(rows.result.map(({ model, first }) => [model, first]));
          rows.onerror = () => reject(rows.error);
        };
      }),
  );

const { page, url, close } = await openAlcove();
for (const id of MODELS) {
  await page.goto(`${url}/models/${id}`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('status').filter({ hasText: 'on the processor' }).waitFor();
}
const found = new Map(await recorded(page));
await close();
const entries = MODELS.map(async (id) => {
  const { of, rows } = found.get(id);
  const short = rows.map((row) => row.map((value) => Number(value.toPrecision(4))));
  return `${JSON.stringify(id)}: ${JSON.stringify({ weights: await hashesOf(id), of, rows: short })}`;
});
await writeFile(FILE, `{\n${(await Promise.all(entries)).join(',\n')}\n}\n`);
