// npm run bench:embeddings-large: the map, similar pairs and groups of large sets, from presses in the page to results
// on it. Vectors are synthetic: 40 heaps in 256 dimensions, the same every time. ROWS=5000,50000 is the default.
import { cpus, loadavg } from 'node:os';
import { openAlcove } from './open-alcove.mjs';
import { createReport } from './report.mjs';

const SIZE = 256;
const HEAPS = 40;
/** Seconds within which the map and the pairs of the largest set are wanted, on two cores. */
const TARGET = 60;
const LIMIT = 1_200_000;
const sizes = (process.env.ROWS ?? '5000,50000').split(',').map(Number);

/** Rows of length 1 as a file of numpy. */
function writeNpy(count) {
  let state = 7;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32 - 0.5;
  };
  const middles = Array.from({ length: HEAPS }, () => Float32Array.from({ length: SIZE }, random));
  const data = new Float32Array(count * SIZE);
  for (let i = 0; i < count; i++) {
    const row = data.subarray(i * SIZE, (i + 1) * SIZE);
    // Spread in few directions, as that of texts.
    for (let d = 0; d < SIZE; d++) row[d] = middles[i % HEAPS][d] + (1.4 * random()) / (1 + d / 20);
    const length = Math.hypot(...row);
    for (let d = 0; d < SIZE; d++) row[d] /= length;
  }
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${count}, ${SIZE}), }`;
  const text = `${head.padEnd(117)}\n`;
  const magic = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
  return Buffer.concat([magic, Buffer.from(text), Buffer.from(data.buffer)]);
}

const { check, say, end } = createReport();
const load = () => `load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`;

/** A page with a set of `count` rows, grouped. */
async function openSet(count) {
  const { page, close } = await openAlcove({ path: '/embeddings' });
  page.setDefaultTimeout(LIMIT);
  const lines = Array.from({ length: count }, (_, i) => `text ${i} of heap ${i % HEAPS}`);
  const files = page.getByLabel('File of texts or vectors');
  const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  await files.setInputFiles(file('many.txt', Buffer.from(lines.join('\n'))));
  await page.getByRole('button', { name: /^Use these/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await files.setInputFiles(file('many.npy', writeNpy(count)));
  await page.getByRole('list', { name: 'Colours' }).getByRole('listitem').nth(1).waitFor();
  await page.waitForTimeout(2_000);
  return { page, close };
}

const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** Seconds until `result` is there. */
async function time(press, result) {
  const start = performance.now();
  await press();
  await result();
  return (performance.now() - start) / 1_000;
}

/** Seconds for another number of groups. */
async function regroup(page, k) {
  const button = page.getByRole('button', { name: new RegExp(`^${k}( |$)`) });
  return time(
    () => button.click(),
    () =>
      page.locator(`fieldset [aria-pressed="true"]`, { hasText: new RegExp(`^${k}`) }).waitFor(),
  );
}

for (const count of sizes) {
  say(`\n${count} rows, ${load()}`);
  const counts = count >= 50_000;
  const { page, close } = await openSet(count);
  await tab(page, 'Groups');
  const alone = await regroup(page, 12);
  await tab(page, 'Map');
  const layout = page.getByRole('button', { name: /^Detailed layout/ });
  say(`  on the button: ${await layout.textContent()}`);
  const refining = page.getByText(/^Refining the map, /);
  const start = performance.now();
  await layout.click();
  await refining.waitFor();
  await tab(page, 'Groups');
  const meanwhile = await regroup(page, 20);
  await tab(page, 'Map');
  await page.getByRole('button', { name: 'Simple layout' }).waitFor();
  // The other tab hid its line.
  await page.waitForTimeout(500);
  await refining.waitFor({ state: 'detached' });
  const seconds = (performance.now() - start) / 1_000;
  check('UMAP, seconds', { value: seconds }, TARGET, counts, true);
  say(
    `  ${seconds.toFixed(1)} s; a new number of groups: ${alone.toFixed(1)} s alone, ${meanwhile.toFixed(1)} s meanwhile`,
  );
  await close();

  const second = await openSet(count);
  const pairs = await time(
    async () => {
      await tab(second.page, 'Similar');
      const start = second.page.getByRole('button', { name: /^Compare all pairs/ });
      const first = second.page.getByLabel('Pairs above');
      await start.or(first).first().waitFor();
      if (await start.isVisible()) await start.click();
    },
    () => second.page.getByRole('tabpanel').getByRole('row').nth(1).waitFor(),
  );
  check('similar pairs, seconds', { value: pairs }, TARGET, counts, true);
  say(`  ${pairs.toFixed(1)} s, ${load()}`);
  await second.close();
}
end();
