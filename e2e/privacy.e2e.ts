import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { modelRow } from './hub-page.ts';
import { openPage } from './open-page.ts';
import { storeChat } from './stored-chat.ts';

const stored = (page: Page, path: string) => page.locator(`[data-stored="${path}"]`);
const items = (page: Page, path: string) => stored(page, path).getByRole('cell').first();

test('a first visit says that nothing has left since then, and everything that is stored with its size', async ({
  page,
}) => {
  await openPage(page);
  // Measured once, when the page opens: after the key is there.
  await page.goto('/settings/privacy');
  await expect(page.getByTestId('sent-total')).toHaveText(
    /^Nothing has left this browser since .+: 0 requests to other sites\.$/,
  );
  await expect(items(page, 'tables/keys')).toHaveText('1');
  await expect(items(page, 'group/chats')).toHaveText('0');
  await expect(stored(page, 'caches/alcove-files')).toContainText(/\d [kM]B/);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('deleted data is shown to be gone: chats, a cache, and the preferences', async ({ page }) => {
  await openPage(page);
  await storeChat(page, 'birds', ['A heron.', 'It waits.']);
  await page.goto('/settings/privacy');
  await expect(items(page, 'tables/conversations')).toHaveText('1');
  await expect(items(page, 'tables/messages')).toHaveText('4');
  await page.getByRole('button', { name: 'Clear chats' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(items(page, 'group/chats')).toHaveText('0');
  await expect(stored(page, 'tables/messages')).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete alcove-files' }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  // The files that the page loads meanwhile are stored again.
  await expect(
    page.getByText(
      /“alcove-files” (?:is deleted\. Measured again: nothing|was deleted\. Files that this page uses)/,
    ),
  ).toBeVisible();
  // The app still opens: from its own address.
  await page.reload();
  await expect(items(page, 'tables/keys')).toHaveText('1');

  await page.evaluate(() => localStorage.setItem('alcove-preferences', '{"theme":"dark"}'));
  await page.reload();
  await page.getByRole('button', { name: 'Delete localStorage' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(items(page, 'group/preferences')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('alcove-preferences') ?? '')).not.toContain(
    'dark',
  );
});

test('a download is listed request by request, with its site, its reason and its bytes', async ({
  page,
}) => {
  await openPage(page, '/models');
  // The hub cannot be reached from here: the request leaves all the same.
  await modelRow(page, 'Qwen3 0.6B')
    .getByRole('button', { name: /^Download/ })
    .click();
  await expect(page.getByRole('link', { name: /^[1-9]\d* sent$/ }).first()).toBeVisible();
  await page.goto('/settings/privacy');
  await expect(page.getByTestId('sent-total')).toHaveText(/^\d+ requests? ha(?:s|ve) left/);
  await page.locator('summary', { hasText: /^The last / }).click();
  const list = page.getByRole('table', { name: 'The last requests' });
  await expect(
    list.getByRole('row', { name: /Model downloads (?:Facts about|A file of) a model/ }).first(),
  ).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  // On a phone the table scrolls, not the page.
  await page.setViewportSize({ width: 390, height: 844 });
  const widths = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.body.scrollWidth]);
  await expect.poll(widths).toEqual([390, 390]);
  await expect(page.getByRole('heading', { name: 'Check it yourself' })).toBeVisible();
  const box = await page.getByTestId('sent-total').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
});

test('the report has the hash of each file that runs, the policy and counts, and none of the texts', async ({
  page,
  request,
}) => {
  const key = await openPage(page);
  await storeChat(page, 'secret-title', ['A secret heron.']);
  await page.goto('/settings/privacy');
  await expect(items(page, 'tables/messages')).toHaveText('2');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save report' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  const report = JSON.parse(text) as {
    policy: { page: Record<string, string> };
    files: { path: string; bytes: number; sha256: string }[];
    sent: { requests: number; since: string };
    stored: { name: string; items: number }[];
  };
  for (const hidden of ['heron', 'secret-title', key]) expect(text).not.toContain(hidden);
  expect(report.policy.page['content-security-policy']).toContain("default-src 'none'");
  expect(report.sent).toMatchObject({ requests: 0, since: expect.stringMatching(/^20\d\d-/) });
  expect(report.stored).toContainEqual(expect.objectContaining({ name: 'messages', items: 2 }));
  const assets = report.files.filter(({ path }) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(10);
  for (const { path, sha256 } of [
    ...assets,
    ...report.files.filter(({ path: name }) => name === '/service-worker.js'),
  ]) {
    // Past the service worker: the bytes that the server has.
    const served = await (await request.get(path)).body();
    const built = createHash('sha256').update(served).digest('hex');
    expect([path, sha256]).toEqual([path, built]);
  }
});
