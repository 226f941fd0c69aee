import { expect, test } from '@playwright/test';

// Scripts of the service worker would be those without the line that is put before them here.
test.use({ serviceWorkers: 'block' });

test('a browser without WebAssembly says that no model runs, and why nothing is exported', async ({
  page,
}) => {
  const remove = 'Object.defineProperty(globalThis, "WebAssembly", { value: undefined });';
  await page.addInitScript(remove);
  await page.route(/\/backup\.worker-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${remove}\n${await response.text()}` });
  });
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Export everything' }).click();
  await expect(page.getByText(/Allow it for this site/)).toBeVisible({ timeout: 30_000 });
  await page.goto('/models');
  await expect(page.getByText(/^No WebAssembly/)).toBeVisible({ timeout: 30_000 });
});
