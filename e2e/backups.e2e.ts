import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { watchMemory } from './process-memory.ts';
import { addRecordings, hashRecordings } from './stored-recordings.ts';

/** Megabytes of each recording: together 2 GB. */
const SIZES = [1024, 512, 300, 212];
const MEMORY_LIMIT_MB = 300;
const PASSPHRASE = 'heron waits at the pond';

async function openSettings(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/settings/data');
  await page.evaluate(() => alcove.ready);
  return page;
}

async function exportEncrypted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export with a passphrase…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

for (const kind of ['plain', 'encrypted']) {
  test(`recordings of ${SIZES.reduce((a, b) => a + b)} MB are exported, cleared and imported byte for byte in little memory: ${kind}`, {
    tag: ['@full', '@measured'],
  }, async ({ baseURL }) => {
    test.setTimeout(1_800_000);
    const profile = mkdtempSync(join(tmpdir(), 'alcove-backups-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...LAUNCH_OPTIONS,
      ...(baseURL ? { baseURL } : {}),
    });
    try {
      const page = await openSettings(context);
      await addRecordings(page, SIZES);
      const hashes = await hashRecordings(page);
      // What storing and hashing took goes with its page.
      await page.close();

      const source = await openSettings(context);
      const exported = await watchMemory(profile, async () => {
        const download = source.waitForEvent('download', { timeout: 900_000 });
        if (kind === 'plain')
          await source.getByRole('button', { name: 'Export everything' }).click();
        else await exportEncrypted(source);
        await expect(source.getByRole('button', { name: 'Cancel' })).toBeVisible();
        return (await download).path();
      });
      await source.close();

      const target = await openSettings(context);
      await target.getByRole('button', { name: 'Clear transcripts' }).click();
      await target.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(target.getByText('Transcripts cleared.')).toBeVisible();
      expect(await hashRecordings(target)).toEqual({});
      const imported = await watchMemory(profile, async () => {
        await target.getByLabel('Files to import').setInputFiles(exported.value);
        if (kind === 'encrypted') {
          await target.getByLabel('Passphrase').fill(PASSPHRASE);
          await target.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
        }
        await expect(target.getByText(/Imported \d+ items/)).toBeVisible({ timeout: 900_000 });
      });
      for (const [name, { before, peak, seconds }] of [
        ['export', exported],
        ['import', imported],
      ] as const) {
        process.stdout.write(
          `${name}: ${seconds.toFixed(1)} s, renderers ${before.renderers} → ${peak.renderers} MB, browser ${before.browser} → ${peak.browser} MB\n`,
        );
        expect(peak.renderers - before.renderers).toBeLessThan(MEMORY_LIMIT_MB);
      }
      process.stdout.write(`file: ${(statSync(exported.value).size / 1e6).toFixed(0)} MB\n`);
      expect(await hashRecordings(target)).toEqual(hashes);
    } finally {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    }
  });
}
