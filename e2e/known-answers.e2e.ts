// Checks of models against known answers, on the processor and on a software GPU.
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { openPage } from './open-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

const answers = (page: Page) => page.getByRole('region', { name: 'Known answers' });

/** Checks the embedding model on its own page, after a press. */
async function check(page: Page): Promise<void> {
  await page.goto('/models/alcove-embed');
  await answers(page).getByRole('button', { name: 'Check now' }).click();
}

test('on the processor outputs are compared with the values that ship with the app', async ({
  page,
}) => {
  await openPage(page, '/models/alcove-embed');
  await expect(answers(page)).toContainText('Not checked yet');
  await check(page);
  await expect(answers(page).getByRole('status')).toContainText(
    /, on the processor: \d+ outputs agree with the values that ship with the app \(lowest cosine (0\.99\d+|1\.0+)\)\.$/,
  );
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(answers(page)).toContainText('agree with the values that ship with the app');
});

test('a processor that computes other values is refused, in the answers of the model as well', async ({
  context,
  page,
}) => {
  await context.route(/shipped-outputs.*\.js/, async (route) => {
    const response = await route.fetch();
    const turned = (row: string) => `[${row.slice(1, -1).split(',').reverse().join()}]`;
    const body = (await response.text()).replaceAll(/\[[-\d.][^[\]"]*\]/g, turned);
    await route.fulfill({ response, body });
  });
  const key = await openPage(page, '/models/alcove-embed');
  await check(page);
  await expect(answers(page).getByRole('status')).toContainText('The model is not used');
  const answer = await page.evaluate(async (apiKey) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'alcove-embed', input: 'a' });
    const response = await fetch('/v1/embeddings', { method: 'POST', headers, body });
    return { status: response.status, ...(await response.json()) };
  }, key);
  expect(answer.status).toBe(400);
  expect(answer.error.message).toContain('differs from the values that ship with the app');
});

test('outputs are compared with the processor, and the faster device is used where a person lets it', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openPage(page, '/settings/service');
  await page.evaluate(() => alcove.setDevice('webgpu'));
  await check(page);
  await expect(answers(page).getByRole('status')).toContainText(
    /, on WebGPU: \d+ outputs agree with the processor \(lowest cosine (0\.99\d+|1\.0+)\)\.$/,
    { timeout: 120_000 },
  );
  const device = () => page.evaluate(async () => (await alcove.status()).slots[0]?.device);
  expect(await device()).toBe('webgpu');
  await page.goto('/settings/service');
  await page
    .getByLabel('Run built-in models on')
    .selectOption('Whichever is faster for each model');
  await check(page);
  // A GPU in software is slower than the processor that computes it.
  await expect(page.getByText('which is faster than WebGPU for this model')).toBeVisible({
    timeout: 120_000,
  });
  await expect(answers(page).getByRole('status')).toContainText('On a short task WebGPU reached');
  expect(await device()).toBe('wasm');
});
