import { expect, type Page, test } from '@playwright/test';
import { openPage } from './open-page.ts';

const CACHE = 'alcove-files';

/** Puts other bytes in place of stored files of the app; those whose address contains `part`. */
function damage(page: Page, part: string): Promise<number> {
  return page.evaluate(
    async ([cacheName, named]) => {
      const cache = await caches.open(cacheName);
      const keys = (await cache.keys()).filter(({ url }) => url.includes(named));
      for (const key of keys) {
        const stored = await cache.match(key);
        const { headers } = stored ?? new Response();
        await cache.put(key, new Response('<h1>garbage</h1>', { headers }));
      }
      return keys.length;
    },
    [CACHE, part] as const,
  );
}

const storedText = (page: Page, part: string) =>
  page.evaluate(
    async ([cacheName, named]) => {
      const cache = await caches.open(cacheName);
      const key = (await cache.keys()).find(({ url }) => url.includes(named));
      return key ? ((await (await cache.match(key))?.text()) ?? '') : '';
    },
    [CACHE, part] as const,
  );

test('a page that is stored wrongly mends itself', async ({ page }) => {
  await openPage(page);
  expect(await damage(page, '/index.html')).toBeGreaterThan(0);
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: 'garbage' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible({ timeout: 60_000 });
  expect(await storedText(page, '/index.html')).toContain('<title>Alcove</title>');
});

test('code that is stored wrongly is fetched again, and the next tab starts', async ({
  page,
  context,
}) => {
  await openPage(page);
  expect(await damage(page, '/assets/index-')).toBeGreaterThan(0);
  await page.goto('/chat');
  await expect
    .poll(() => storedText(page, '/assets/index-').catch(() => 'garbage'), { timeout: 60_000 })
    .not.toContain('garbage');
  // Chromium keeps the scripts of a tab in memory.
  const next = await context.newPage();
  await next.goto('/chat');
  await expect(next.getByRole('textbox', { name: 'Message' })).toBeVisible({ timeout: 60_000 });
});

test('files that no page has needed yet are compared with the build when the app is idle', async ({
  page,
}) => {
  await openPage(page);
  const save = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: 'alcove:save-offline' });
    });
  await save();
  await expect
    .poll(() => storedText(page, '/shell-list?checked'), { timeout: 120_000 })
    .toMatch(/^\d+$/);
  expect(await damage(page, '/openapi.json')).toBe(1);
  await page.evaluate(async (name) => {
    await (await caches.open(name)).delete('/shell-list?checked');
  }, CACHE);
  await save();
  await expect
    .poll(() => storedText(page, '/openapi.json'), { timeout: 120_000 })
    .toContain('"openapi"');
});
