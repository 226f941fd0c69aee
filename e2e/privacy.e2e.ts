import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findOnPath } from '#scripts/platform.mjs';
import { violationsInBothThemes } from './axe.ts';
import { buildFor, HOSTS } from './hosts/servers.ts';
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
  const text = await saveReport(page);
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

/** Saves the report of the open page. */
async function saveReport(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save report' }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

/** The command of docs/privacy.md, on a report next to a build. @returns its lines, and its exit status */
function compare(report: string, build: string): { lines: string[]; status: number | null } {
  const command = /^jq .*$/m.exec(readFileSync('docs/privacy.md', 'utf8'))?.[0] ?? '';
  const file = 'alcove-report-….json';
  expect(command).toContain(file);
  const folder = mkdtempSync(join(tmpdir(), 'alcove-audit-'));
  try {
    writeFileSync(join(folder, file), report);
    symlinkSync(build, join(folder, 'dist'), 'junction');
    const { stdout, status } = spawnSync('bash', ['-c', command], { cwd: folder });
    return { lines: String(stdout).trim().split('\n'), status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const name of ['npm start', 'python -m http.server, in a folder']) {
  test(`the documented command compares a report with a build: ${name}`, async ({ page }) => {
    test.setTimeout(300_000);
    for (const tool of ['bash', 'jq', 'sha256sum'])
      test.skip(!findOnPath(tool), `${tool} is not installed`);
    const host = HOSTS.find((one) => one.name === name);
    if (!host) throw new Error(`${name} is not among the hosts.`);
    const server = await host.start(host.base);
    try {
      await page.goto(`http://localhost:${server.port}${host.base}`);
      // A host without our headers has its first page loaded once more.
      const isReady = () =>
        page
          .evaluate(() => alcove.ready.then(() => globalThis.crossOriginIsolated))
          .catch(() => false);
      await expect.poll(isReady).toBe(true);
      // By the app's own links: not every host has a page at this address.
      await page
        .getByRole('link', { name: /^\d+ sent$/ })
        .first()
        .click();
      await expect(page.locator('[data-stored^="caches/alcove-files"]')).toContainText(/\d [kM]B/);
      const text = await saveReport(page);
      const { app, files } = JSON.parse(text) as {
        app: { base: string };
        files: { path: string; sha256: string }[];
      };
      expect(app.base).toBe(host.base);
      const build = await buildFor(host.base);
      const { lines, status } = compare(text, build);
      expect(lines.filter((line) => !line.endsWith(': OK'))).toEqual([]);
      expect(status).toBe(0);
      // The page itself among them.
      expect(lines).toHaveLength(files.length);
      expect(lines).toContain('dist/index.html: OK');

      const changed = files.find(({ path }) => path.endsWith('.js'))?.sha256 ?? '';
      const other = compare(
        text.replace(
          changed,
          changed.replace(/^./, (c) => (c === '0' ? '1' : '0')),
        ),
        build,
      );
      expect(other.status).not.toBe(0);
      expect(other.lines.filter((line) => line.endsWith(': FAILED'))).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
}

test('a request of a page script to another site is refused by the policy, and none is counted', async ({
  page,
}) => {
  let received = 0;
  const other = createServer((_, response) => {
    received++;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('here');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/home`;
  try {
    // The other site answers a request that reaches it.
    expect(await (await fetch(url)).text()).toBe('here');
    await openPage(page);
    const [refused, directives, own] = await page.evaluate(async (address) => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.blockedURI.startsWith(new URL(address).origin))
          seen.push(event.effectiveDirective);
      });
      const ways: RequestInit[] = [
        {},
        { mode: 'no-cors', keepalive: true },
        { method: 'POST', body: 'a secret' },
      ];
      const results: string[] = [];
      for (const way of ways) {
        results.push(
          await fetch(address, way).then(
            () => 'answered',
            (error: unknown) => (error as Error).name,
          ),
        );
      }
      return [results, seen, (await fetch('/openapi.json')).ok] as const;
    }, url);
    expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError']);
    expect(directives).toEqual(['connect-src', 'connect-src', 'connect-src']);
    // The page's own address is open all the while.
    expect(own).toBe(true);
    expect(received).toBe(1);
    await page.goto('/settings/privacy');
    await expect(page.getByTestId('sent-total')).toHaveText(
      /^Nothing has left this browser since .+: 0 requests to other sites\.$/,
    );
    expect(JSON.parse(await saveReport(page)).sent).toMatchObject({ requests: 0, last: [] });
    await expect(page.getByRole('link', { name: '0 sent' }).first()).toBeVisible();
  } finally {
    other.close();
  }
});
