import { expect, type Page, test } from '@playwright/test';
import { ChatPage } from './chat-page.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { isOffline } from './is-offline.ts';

/** What the hub does with a file, once for each kind. */
async function fault(page: Page, path: string, kinds: string): Promise<void> {
  await page.request.post(`/hub/_faults?path=${encodeURIComponent(path)}&kinds=${kinds}`);
}

async function log(page: Page): Promise<{ path: string; range: string | null }[]> {
  return (await page.request.get('/hub/_log')).json();
}

const GRAPH = 'onnx/model_quantized.onnx';

test('a model of the hub is added, downloaded through faults, and answers with the network off', async ({
  page,
  context,
}) => {
  await chooseHub(page);
  await fault(page, GRAPH, 'busy,cut,cut');
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/guide');
  await expect(modelRow(page, 'guide')).toContainText('On this device', { timeout: 60_000 });
  await expect(modelRow(page, 'guide')).toContainText('apache-2.0');
  const ranges = (await log(page)).filter((entry) => entry.path === GRAPH).map((e) => e.range);
  // Refused, cut, continued, cut again, continued.
  expect(ranges).toHaveLength(4);
  expect(ranges.slice(0, 2)).toEqual([null, null]);
  expect(ranges[2]).toMatch(/^bytes=\d{6,}-$/);
  expect(ranges[3]).toMatch(/^bytes=\d{6,}-$/);
  await expect.poll(() => page.evaluate(isOffline), { timeout: 60_000 }).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(modelRow(page, 'guide')).toContainText('On this device');
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  const chat = new ChatPage(page);
  await expect(chat.message).toBeVisible();
  await chat.choose('guide');
  await expect(await chat.ask('What can you do?')).toContainText('Alcove');
  await context.setOffline(false);
});

test('a file that differs from the hub’s hash is downloaded again, then refused; a later try heals it', async ({
  page,
}) => {
  await chooseHub(page);
  await fault(page, GRAPH, 'corrupt,corrupt');
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/embed');
  await expect(modelRow(page, 'embed')).toContainText('is not what its repository says', {
    timeout: 30_000,
  });
  const listed = await page.evaluate(async () => (await fetch('/v1/models')).text());
  expect(listed).not.toContain('tests/embed');
  await page.getByRole('button', { name: 'Try again embed' }).click();
  await expect(modelRow(page, 'embed')).toContainText('On this device', { timeout: 30_000 });
});

test('a download is paused, outlives a reload, resumes, and its files can be deleted', async ({
  page,
}) => {
  await chooseHub(page);
  await fault(page, 'onnx/encoder_model_quantized.onnx', 'slow');
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/digits');
  await expect(modelRow(page, 'digits')).toContainText(/kB of|MB of/);
  await page.getByRole('button', { name: 'Pause digits' }).click();
  await expect(modelRow(page, 'digits')).toContainText('· paused');
  await page.reload();
  await openModels(page);
  await expect(modelRow(page, 'digits')).toContainText('paused');
  await page.getByRole('button', { name: 'Resume digits' }).click();
  await expect(modelRow(page, 'digits')).toContainText('On this device', { timeout: 60_000 });
  const before = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await page.getByRole('button', { name: 'Delete digits' }).click();
  await expect(modelRow(page, 'digits')).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0))
    .toBeLessThan(before - 1_000_000);
});

test('names that are no model, and kinds that cannot run, are refused in words', async ({
  page,
}) => {
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  for (const [name, words] of [
    ['nonsense', 'owner/name'],
    ['tests/none', 'no model'],
  ] as const) {
    await addModel(page, name);
    await expect(page.getByRole('alert')).toContainText(words);
  }
});

test('the page lists what fits, filters, says why something does not run, and has a page for each', async ({
  page,
}) => {
  await page.goto('/chat');
  await openModels(page);
  const table = page.getByRole('table', { name: 'Models to download' });
  await expect(table.getByRole('row').nth(1)).toContainText('Suggested');
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.fill('turbo');
  await expect(page.getByRole('status').filter({ hasText: /^1 model$/ })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  // Without a GPU, models that need one are listed on request, say so, and offer no download.
  await page.getByLabel(/^Show \d+ that need WebGPU$/).check();
  await search.fill('q4f16');
  await expect(table.getByText('Needs WebGPU').first()).toBeVisible();
  await expect(table.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await page.getByLabel('Fits this device').check();
  await expect(page.getByText('No model matches.')).toBeVisible();
  await page.getByLabel('Fits this device').uncheck();
  await search.fill('');
  await page.getByLabel('Task').selectOption('Speech to text');
  await page.getByLabel('Language').selectOption('German');
  await page.getByLabel('Sort by').selectOption('Smallest first');
  await table.getByRole('row').nth(1).getByRole('rowheader').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Whisper');
  await expect(page.getByRole('link', { name: 'Model card and files' })).toHaveAttribute(
    'href',
    /^https:\/\/huggingface\.co\//,
  );
  await expect(page.getByRole('definition').filter({ hasText: 'German' })).toBeVisible();
  await page.getByRole('link', { name: 'All models' }).click();
  await expect(page.getByRole('heading', { name: 'Models', level: 1 })).toBeVisible();
});

test('several downloads wait in a queue, in an order that can be changed, and continue after a reload', async ({
  page,
}) => {
  await chooseHub(page);
  await fault(page, GRAPH, 'slow');
  await page.goto('/chat');
  await openModels(page);
  for (const name of ['guide', 'embed', 'digits']) {
    await addModel(page, `tests/${name}`);
    await expect(modelRow(page, name)).toBeVisible();
  }
  await expect(modelRow(page, 'guide')).toContainText(/MB\/s|kB\/s/, { timeout: 15_000 });
  await expect(modelRow(page, 'embed')).toContainText('Next in the queue');
  await expect(modelRow(page, 'digits')).toContainText('Number 2 in the queue');
  await page.getByRole('button', { name: 'Download next digits' }).click();
  await expect(modelRow(page, 'digits')).toContainText('Next in the queue');
  await page.reload();
  const all = ['guide', 'digits', 'embed'];
  for (const name of all) {
    await expect(modelRow(page, name)).toContainText('On this device', { timeout: 60_000 });
  }
  const paths = (await log(page)).map(({ path }) => path);
  const digits = paths.findIndex((path) => path.startsWith('onnx/encoder_model'));
  expect(digits).toBeGreaterThan(paths.indexOf(GRAPH));
  expect(digits).toBeLessThan(paths.lastIndexOf(GRAPH));
  // The next estimate uses the measurement.
  expect(await page.evaluate(() => localStorage.getItem('alcove-download-rate'))).not.toBeNull();
});

test('a model’s page shows the hash of each file, and finds a file that was damaged since', async ({
  page,
}) => {
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/embed');
  await expect(modelRow(page, 'embed')).toContainText('On this device', { timeout: 30_000 });
  await page.getByRole('link', { name: 'embed', exact: true }).click();
  const files = page.getByRole('table', { name: 'Files' });
  const graph = files.getByRole('row').filter({ hasText: GRAPH });
  await expect(graph).toContainText(/[0-9a-f]{64}/);
  await expect(graph).toContainText('Same as on the hub');
  await expect(files.getByRole('row').filter({ hasText: 'tokenizer.json' })).toContainText(
    'Not checked: no hash was known',
  );
  await page.getByRole('button', { name: 'Check files' }).click();
  await expect(page.getByText('files are as they were downloaded.')).toBeVisible();
  await page.evaluate(async (path) => {
    const root = await navigator.storage.getDirectory();
    const models = await root.getDirectoryHandle('models');
    const folder = await models.getDirectoryHandle(encodeURIComponent('tests/embed'));
    const file = await folder.getFileHandle(encodeURIComponent(path));
    const writable = await file.createWritable({ keepExistingData: true });
    await writable.write({ type: 'write', position: 1000, data: new Uint8Array([1, 2, 3]) });
    await writable.close();
  }, GRAPH);
  await page.getByRole('button', { name: 'Check files' }).click();
  await expect(page.getByText(`"${GRAPH}" has changed on this device`)).toBeVisible();
  await page.getByRole('button', { name: 'Try again embed' }).click();
  await expect(page.getByText('On this device and verified')).toBeVisible({ timeout: 30_000 });
});

test('on a phone a model can be downloaded without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/models');
  const suggestion = page.getByRole('complementary', { name: 'Suggested for this device' });
  await expect(suggestion.getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 });
  await expect(suggestion).toContainText(/\d (MB|GB)/);
});
