import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page, expect as plainExpect } from '@playwright/test';
import { times } from '#testing/test-run.ts';
import { DATA } from './audio-files.ts';
import { violationsInBothThemes } from './axe.ts';
import { patience } from './patience.ts';

/** Embedding takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 60_000 });

const Papa = createRequire(import.meta.url)('papaparse') as typeof import('papaparse');
const CSV = readFileSync(join(DATA, 'sentences.csv'), 'utf8');
const [, ...ROWS] = Papa.parse<[sentence: string, paraphrase: string]>(CSV, {
  skipEmptyLines: true,
}).data;
const PAIRS = ROWS.filter(([, paraphrase]) => paraphrase !== '');

async function open(page: Page): Promise<void> {
  await page.goto('/embeddings');
  await page.evaluate(() => alcove.ready);
}

async function openFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  const buffer = Buffer.from(text);
  const file = { name, mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('File of texts or vectors').setInputFiles(file);
}

/** Two thousand real sentences are embedded once for the tests that only look at them; the others have pages of their own. */
const test = base.extend<object, { sentences: Page }>({
  sentences: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const page = await browser.newPage({ baseURL });
      await openSentences(page);
      await use(page);
      await page.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const embedButton = (page: Page) =>
  page.getByRole('button', { name: /^Make the map \([\d,]+ texts?\)$/ });

/** The bundled sentences on the map, by their address alone. */
async function openSample(page: Page): Promise<void> {
  await page.goto('/embeddings?sample=1');
  await expect(page.getByText('80 texts · 256 dimensions')).toBeVisible();
}

/** Two thousand real sentences, embedded. */
async function openSentences(page: Page): Promise<void> {
  await open(page);
  await openFile(page, 'sentences.csv', CSV);
  await page.getByLabel('Column with the texts').selectOption('sentence');
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  await embedButton(page).click();
  await expect(page.getByText('2,000 texts · 256 dimensions')).toBeVisible();
}

test('the first row of a table is its names or a text, as the person says', async ({ page }) => {
  await open(page);
  await openFile(page, 'birds.csv', 'The heron waits for fish.\nGeese fly south.\nAn owl hunts.\n');
  const dialog = page.getByRole('dialog', { name: 'Texts from birds' });
  const names = dialog.getByLabel('First row names the columns');
  const column = dialog.getByLabel('Column with the texts').getByRole('option');
  // A guess that a person can correct.
  await expect(names).not.toBeChecked();
  await names.check();
  await expect(dialog.getByRole('listitem')).toHaveText(['Geese fly south.', 'An owl hunts.']);
  await expect(column).toHaveText('The heron waits for fish.');
  await names.uncheck();
  await expect(dialog.getByRole('listitem').first()).toHaveText('The heron waits for fish.');
  await expect(column).toHaveText('Column 1');
  await names.check();
  await dialog.getByRole('button', { name: 'Use these 2 texts' }).click();
  await expect(embedButton(page)).toContainText('2 texts');
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Cells of the table on screen, row by row. */
async function cells(page: Page): Promise<string[][]> {
  return page
    .getByRole('tabpanel')
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((c) => c.textContent ?? '')),
    );
}

async function save(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await press();
  return readFileSync(await (await saved).path());
}

test('the map is drawn, refined, searched, caught with the lasso and saved', async ({
  sentences: page,
}) => {
  await tab(page, 'Map').click();
  const map = page.getByRole('img', { name: /^Map of 2,000 texts/ });
  await expect(map).toBeVisible();
  const before = await map.screenshot();
  await page.getByRole('button', { name: /^Detailed layout/ }).click();
  await expect(page.getByText(/^Refining the map, /)).toBeVisible();
  await expect(page.getByText(/^Refining the map/)).toHaveCount(0);
  expect(before.equals(await map.screenshot())).toBe(false);
  const colours = page.getByRole('list', { name: 'Colours' }).getByRole('listitem');
  expect(await colours.count()).toBeGreaterThan(3);

  await page.getByRole('button', { name: 'Lasso' }).click();
  const box = await map.boundingBox();
  if (!box) throw new Error('The map has no place.');
  const corners = [
    [0.1, 0.1],
    [0.5, 0.1],
    [0.5, 0.9],
    [0.1, 0.9],
  ] as const;
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at([0.1, 0.5]));
  await page.mouse.down();
  for (const corner of corners) await page.mouse.move(...at(corner), { steps: 4 });
  await page.mouse.up();
  const all = page.getByRole('button', { name: /selected · Clear$/ });
  const caught = Number((await all.textContent())?.replaceAll(',', '').match(/\d+/)?.[0]);
  expect(caught).toBeGreaterThan(10);
  expect(caught).toBeLessThan(1_990);
  await all.click();

  const svg = String(
    await save(page, () => page.getByRole('button', { name: 'Save as SVG' }).click()),
  );
  expect(svg.match(/<circle/g)).toHaveLength(2_000);
  const png = await save(page, () => page.getByRole('button', { name: 'Save as PNG' }).click());
  expect([...png.subarray(1, 4)].map((c) => String.fromCharCode(c)).join('')).toBe('PNG');
});

test('moving the pointer over the map sends nothing to the graphics memory', async ({
  sentences: page,
}) => {
  await tab(page, 'Map').click();
  const map = page.getByRole('img', { name: /^Map of 2,000 texts/ });
  // The groups colour the points once they are found.
  await expect(
    page.getByRole('list', { name: 'Colours' }).getByRole('listitem').nth(3),
  ).toBeVisible();
  const box = await map.boundingBox();
  if (!box) throw new Error('The map has no place.');
  const uploads = await page.evaluateHandle(() => {
    const calls = { uploads: 0, pictures: 0 };
    const { prototype } = WebGL2RenderingContext;
    const { bufferData, drawArrays } = prototype;
    prototype.bufferData = function (...args: unknown[]) {
      calls.uploads++;
      return Reflect.apply(bufferData, this, args);
    };
    prototype.drawArrays = function (...args: unknown[]) {
      calls.pictures++;
      return Reflect.apply(drawArrays, this, args);
    };
    return calls;
  });
  for (let x = 0.2; x < 0.8; x += 0.02)
    await page.mouse.move(box.x + box.width * x, box.y + box.height / 2);
  await expect.poll(() => uploads.evaluate(({ pictures }) => pictures)).toBeGreaterThan(1);
  expect(await uploads.evaluate((calls) => calls.uploads)).toBe(0);
});

test('two hundred sentences find their paraphrase among two thousand in the top three', async ({
  sentences: page,
}) => {
  await tab(page, 'Answers').click();
  await page
    .getByRole('textbox', { name: /^Second set/ })
    .fill(PAIRS.map(([, paraphrase]) => paraphrase).join('\n'));
  await page.getByRole('button', { name: 'Find answers' }).click();
  await expect(page.getByRole('tabpanel').getByRole('row')).toHaveCount(1 + 3 * PAIRS.length);
  const found = await cells(page);
  const right = PAIRS.filter(([sentence], i) =>
    found.slice(3 * i, 3 * i + 3).some(([, , text]) => text === sentence),
  );
  expect(PAIRS).toHaveLength(200);
  expect(right.length / PAIRS.length).toBeGreaterThanOrEqual(0.8);
});

test('a search lists the nearest texts with scores, and marks the words they share', async ({
  sentences: page,
}) => {
  await page.getByRole('searchbox', { name: 'Search by meaning' }).fill('A man plays a guitar');
  await page.keyboard.press('Enter');
  await tab(page, 'Texts').click();
  await expect.poll(() => cells(page).then((rows) => rows.length)).toBe(20);
  const rows = await cells(page);
  expect(rows[0]?.[1]).toMatch(/guitar/);
  const scores = rows.map(([score]) => Number(score));
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  await expect(page.getByRole('tabpanel').locator('mark').first()).toHaveText(/guitar|man|plays/i);

  await page.getByRole('tabpanel').getByRole('button').first().click();
  await expect(page.getByRole('complementary', { name: 'Nearest texts' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by meaning' }).fill('');
  await expect.poll(() => cells(page).then((all) => all.length)).toBe(50);
});

test('exports hold the same numbers, and they come back', async ({ page }) => {
  await openSentences(page);
  const exported = (format: string) =>
    save(page, async () => {
      await page.getByRole('button', { name: 'Export vectors' }).click();
      await page.getByRole('dialog').getByRole('button', { name: format, exact: true }).click();
    });
  const npy = await exported('NPY');
  const lines = String(await exported('JSONL'))
    .trim()
    .split('\n');
  const csv = Papa.parse<string[]>(String(await exported('CSV')), { skipEmptyLines: true }).data;
  const vectors = lines.map((line) => (JSON.parse(line) as { vector: number[] }).vector);
  expect(vectors).toHaveLength(2_000);
  expect(csv[1]?.slice(-256).map(Number)).toEqual(vectors[0]);
  expect(csv[0]?.slice(0, 3)).toEqual(['paraphrase', 'text', 'v0']);

  // Made elsewhere, scaled: accepted with a note, and the neighbours are the same.
  const scaled = vectors.map((v, i) =>
    JSON.stringify({ text: ROWS[i]?.[0], v: v.map((x) => 3 * x) }),
  );
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await openFile(page, 'elsewhere.jsonl', scaled.join('\n'));
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  await expect(page.getByRole('note')).toContainText('were not of length 1');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await openFile(page, 'short.npy', npy.subarray(0, npy.length - 4));
  await expect(page.getByText('The file ends before its last row.')).toBeVisible();
});

/** A Python that has numpy. */
function pythonWithNumpy(): string | undefined {
  return ['python3', '/usr/bin/python3'].find((path) => {
    return spawnSync(path, ['-c', 'import numpy']).status === 0;
  });
}

test('numpy opens the exported file with the same numbers', async ({ page }) => {
  const python = pythonWithNumpy();
  test.skip(!python, 'There is no python3 with numpy here.');
  await openSample(page);
  const exported = (format: string) =>
    save(page, async () => {
      await page.getByRole('button', { name: 'Export vectors' }).click();
      await page.getByRole('dialog').getByRole('button', { name: format, exact: true }).click();
    });
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  writeFileSync(join(folder, 'v.npy'), await exported('NPY'));
  writeFileSync(join(folder, 'v.jsonl'), await exported('JSONL'));
  const check = `
import json, numpy
a = numpy.load("${folder}/v.npy")
b = numpy.array([json.loads(l)["vector"] for l in open("${folder}/v.jsonl")], dtype="float32")
print(a.dtype, a.shape, bool((a == b).all()))`;
  const said = execFileSync(python ?? '', ['-c', check], { encoding: 'utf8' });
  expect(said.trim()).toBe('float32 (80, 256) True');
});

test('groups are named by their words; near-duplicates and sizes are compared', async ({
  sentences: page,
}) => {
  await tab(page, 'Groups').click();
  await expect(page.getByRole('heading', { level: 2, name: /^1\. \S+ · \S+/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show texts of group 2' }).click();
  await expect(page.getByRole('button', { name: /selected · Clear$/ })).toBeVisible();
  const groups = (await cells(page)).map((row) => row[2]);
  expect(new Set(groups)).toEqual(new Set(['2']));

  await tab(page, 'Similar').click();
  await page.getByLabel('Pairs above').selectOption('0.95');
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible();
  expect(Number((await cells(page)).at(-1)?.[0])).toBeGreaterThanOrEqual(0.95);

  await tab(page, 'Compare').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const overlap = page.getByText(/of the same 10 nearest texts/);
  await expect(overlap).toBeVisible();
  const share = Number(/([\d.]+)%/.exec((await overlap.textContent()) ?? '')?.[1]);
  expect(share).toBeGreaterThan(60);
  expect(share).toBeLessThan(100);
  const [first] = await cells(page);
  const [here, there] = (first?.[0] ?? '').split(' → ').map(Number);
  expect(Math.abs(Number(here) - Number(there))).toBeGreaterThan(10);
});

test('texts that are alike are found, however far apart they are', async ({ page }) => {
  await page.goto('/embeddings');
  const texts = ['The coffee was cold again.', 'Cold coffee and a long wait.', 'Cash only.'];
  await page.getByLabel('One text per line').fill(texts.join('\n'));
  await page.getByRole('button', { name: 'Make the map (3 texts)' }).click();
  await tab(page, 'Similar').click();
  const pairs = page.getByRole('region', { name: 'Similar pairs' });
  await expect(pairs.getByRole('cell', { name: 'Cold coffee and a long wait.' })).toBeVisible();
  await expect(pairs.getByLabel('Pairs above')).toHaveValue('0.7');
  await pairs.getByLabel('Pairs above').selectOption('0.8');
  await expect(pairs).toContainText('No pairs above 0.80.');
});

test('a set is saved, opened after a reload, and deleted with a way back', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Save set' }).click();
  await expect(page).toHaveURL(/\/embeddings\/.+/);
  await page.reload();
  await expect(page.getByText('80 texts · 256 dimensions · alcove-embed')).toBeVisible();
  await expect(page).toHaveTitle('Sample sentences – Alcove');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('Saved sets (1)').click();
  await page.getByRole('button', { name: 'Delete Sample sentences' }).click();
  await expect(page.getByText('Saved sets (1)')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Saved sets (1)')).toBeVisible();
});

test('several dropped files are one map, coloured by file', async ({ page }) => {
  await open(page);
  const files = ['cats', 'trains', 'rain'].map((name) => ({
    name: `${name}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(
      Array.from({ length: 4 }, (_, i) => `About ${name}, part ${i}.`).join('\n\n'),
    ),
  }));
  await page.getByLabel('File of texts or vectors').setInputFiles(files);
  await expect(page.getByRole('dialog')).toContainText('Texts from 3 files');
  await page.getByRole('button', { name: 'Use these 12 texts' }).click();
  await embedButton(page).click();
  await expect(page.getByText('12 texts · 256 dimensions')).toBeVisible();
  await expect(page.getByLabel('Colour by')).toHaveValue('column:file');
  const colours = page.getByRole('list', { name: 'Colours' });
  await expect(colours.getByRole('button')).toHaveText([/cats\.md/, /trains\.md/, /rain\.md/]);
});

test('other texts leave a saved set and its address; a copy has its own', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Save set' }).click();
  await expect(page).toHaveURL(/\/embeddings\/.+/);
  const address = page.url();
  await expect(page.getByRole('button', { name: 'Save set' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save as new' }).click();
  await expect(page).not.toHaveURL(address);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('button', { name: 'Type texts instead' }).click();
  await page.getByLabel('One text per line').fill('One text.\nAnother text.');
  await embedButton(page).click();
  await expect(page.getByText('2 texts · 256 dimensions')).toBeVisible();
  await expect(page).toHaveURL(/\/embeddings$/);
  await page.getByRole('button', { name: 'Save set' }).click();
  await page.goto(address);
  await expect(page.getByText('80 texts · 256 dimensions')).toBeVisible();
});

test('texts that are too long are named before anything is embedded; cut, they are taken', async ({
  page,
}) => {
  await open(page);
  const long = 'word '.repeat(700);
  await openFile(page, 'book.txt', `A short line.\n${long}\n`);
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  await embedButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'The model reads up to 512 tokens per text. One text is longer: text 2 (7',
  );
  await openFile(page, 'book.txt', `A short line.\n${long}\n`);
  await page.getByLabel('Split into').selectOption('tokens');
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  await embedButton(page).click();
  await expect(page.getByText(/^[78] texts · 256/)).toBeVisible();
});

const COPIES = times(5, 1);

test(`${COPIES * 2_000} texts are embedded in one go while the page stays smooth`, {
  tag: '@measured',
}, async ({ page }) => {
  await open(page);
  const texts = Array.from({ length: COPIES }, (_, i) =>
    ROWS.map(([sentence]) => `${sentence} ${i === 0 ? '' : i}`),
  );
  await openFile(page, 'many.txt', texts.flat().join('\n'));
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      durations.push(...list.getEntries().map((e) => e.duration));
    }).observe({ entryTypes: ['longtask'] });
    return durations;
  });
  await embedButton(page).click();
  await expect(page.getByRole('progressbar', { name: 'Embedding' })).toBeVisible();
  await expect(page.getByText(`${COPIES * 2},000 texts · 256 dimensions`)).toBeVisible();
  const longest = await tasks.evaluate((durations) => Math.max(0, ...durations));
  // A machine that does other things has stalls of its own; a page that froze would have seconds.
  expect(longest).toBeLessThan(1_000 * patience());
});

test('a run is cancelled and the next one works', async ({ page }) => {
  await open(page);
  await openFile(page, 'many.txt', ROWS.map(([s]) => s).join('\n'));
  await page.getByRole('button', { name: /^Use these .*texts$/ }).click();
  await embedButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await embedButton(page).click();
  await expect(page.getByText('2,000 texts · 256 dimensions')).toBeVisible();
});

test('the keyboard alone embeds, searches and looks; axe finds nothing in any view', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.getByRole('link', { name: /^See 80 sentences on a map/ }).focus();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Map')).toBeVisible();
  await tab(page, 'Map').focus();
  for (const name of ['Texts', 'Similar', 'Groups', 'Compare', 'Answers', 'Code', 'Map']) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, name)).toBeFocused();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    expect([name, await violationsInBothThemes(page)]).toEqual([name, []]);
  }
  const side = page.getByRole('complementary', { name: 'Texts' });
  await side.getByRole('button', { name: /^Someone is playing the guitar/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Nearest texts' })).toContainText('guitar');
});
