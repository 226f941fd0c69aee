import { expect, type Page, test } from '@playwright/test';
import { ChatPage } from './chat-page.ts';
import { addModel, chooseHub, modelCard, openModels } from './hub-page.ts';
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
  await expect(modelCard(page, 'guide')).toContainText('On this device', { timeout: 60_000 });
  await expect(modelCard(page, 'guide')).toContainText('apache-2.0');
  const ranges = (await log(page)).filter((entry) => entry.path === GRAPH).map((e) => e.range);
  // Refused, cut, continued, cut again, continued.
  expect(ranges).toHaveLength(4);
  expect(ranges.slice(0, 2)).toEqual([null, null]);
  expect(ranges[2]).toMatch(/^bytes=\d{6,}-$/);
  expect(ranges[3]).toMatch(/^bytes=\d{6,}-$/);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(isOffline), { timeout: 60_000 }).toBe(true);
  await context.setOffline(true);
  await page.reload();
  const chat = new ChatPage(page);
  await expect(chat.message).toBeVisible();
  await chat.choose('guide');
  await expect(await chat.ask('What can you do?')).toContainText('Alcove');
  await context.setOffline(false);
});

test('a file that is not what the hub says is asked for again, then refused; a later try heals it', async ({
  page,
}) => {
  await chooseHub(page);
  await fault(page, GRAPH, 'corrupt,corrupt');
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/embed');
  await expect(modelCard(page, 'embed')).toContainText('is not what its repository says', {
    timeout: 30_000,
  });
  const listed = await page.evaluate(async () => (await fetch('/v1/models')).text());
  expect(listed).not.toContain('tests/embed');
  await page.getByRole('button', { name: 'Try again embed' }).click();
  await expect(modelCard(page, 'embed')).toContainText('On this device', { timeout: 30_000 });
});

test('a download is paused, outlives a reload, goes on where it was, and its files can be deleted', async ({
  page,
}) => {
  await chooseHub(page);
  await fault(page, 'onnx/encoder_model_quantized.onnx', 'slow');
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'tests/digits');
  await expect(modelCard(page, 'digits')).toContainText(/kB of|MB of/);
  await page.getByRole('button', { name: 'Pause digits' }).click();
  await expect(modelCard(page, 'digits')).toContainText('· paused');
  await page.reload();
  await openModels(page);
  await expect(modelCard(page, 'digits')).toContainText('paused');
  await page.getByRole('button', { name: 'Resume digits' }).click();
  await expect(modelCard(page, 'digits')).toContainText('On this device', { timeout: 60_000 });
  const before = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await page.getByRole('button', { name: 'Delete digits' }).click();
  await expect(modelCard(page, 'digits')).toHaveCount(0);
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

test('the catalogue lists what fits, says where each comes from, and finds by name', async ({
  page,
}) => {
  await page.goto('/chat');
  await openModels(page);
  const suggested = page.getByRole('list', { name: 'For this device' }).getByRole('article');
  await expect(suggested.first()).toBeVisible();
  await page.getByText(/^All \d+ models$/).click();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('whisper base');
  const found = page.getByRole('list', { name: '1 found' });
  await expect(found.getByRole('article')).toHaveCount(1);
  await expect(found.getByRole('link')).toHaveAttribute(
    'href',
    'https://huggingface.co/openai/whisper-base',
  );
  // Without a GPU nothing that needs one is offered.
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('q4f16');
  await expect(page.getByRole('list', { name: '0 found' })).toBeAttached();
});
