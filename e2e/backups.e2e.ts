import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { watchMemory } from './process-memory.ts';

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

/** Stores recordings of sound that repeats nowhere, as the app does. */
async function addRecordings(page: Page, sizes: readonly number[]): Promise<void> {
  await page.evaluate(async (megabytes) => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    for (const [i, size] of megabytes.entries()) {
      const parts: Blob[] = [];
      for (let at = 0; at < size; at += 4) {
        const bytes = new Uint32Array(1_048_576);
        let state = i * 7919 + at + 1;
        for (let j = 0; j < bytes.length; j++) {
          state = Math.imul(state, 1664525) + 1013904223;
          bytes[j] = state;
        }
        parts.push(new Blob([bytes]));
      }
      const data = new Blob(parts, { type: 'audio/wav' });
      const write = database.transaction(['recordings', 'recordingFiles'], 'readwrite');
      const recording = {
        id: `r${i}`,
        name: `talk-${i}.wav`,
        type: 'audio/wav',
        sizeBytes: data.size,
        addedAt: i,
        order: i,
        state: 'done',
        error: null,
        model: 'alcove-whisper',
        language: null,
        detectedLanguage: null,
        translate: false,
        seconds: 1,
        windowsDone: 1,
        doneSeconds: 1,
        speakers: [],
        leftOut: [],
      };
      write.objectStore('recordings').put(recording);
      write.objectStore('recordingFiles').put({ id: `r${i}`, data });
      await new Promise((resolve, reject) => {
        write.oncomplete = resolve;
        write.onabort = () => reject(write.error as Error);
      });
    }
    database.close();
  }, sizes);
}

async function exportEncrypted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export with a passphrase…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

/** One hash per recording, made of the hashes of its pieces. */
function hashRecordings(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const request = database.transaction('recordingFiles').objectStore('recordingFiles').getAll();
    const rows = await new Promise<{ id: string; data: Blob }[]>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const hashes: Record<string, string> = {};
    for (const { id, data } of rows) {
      const digests: ArrayBuffer[] = [];
      for (let i = 0; i < data.size; i += 8_000_000) {
        const piece = await data.slice(i, i + 8_000_000).arrayBuffer();
        digests.push(await crypto.subtle.digest('SHA-256', piece));
      }
      const whole = await crypto.subtle.digest('SHA-256', await new Blob(digests).arrayBuffer());
      const hex = [...new Uint8Array(whole)].map((b) => b.toString(16).padStart(2, '0')).join('');
      hashes[id] = `${data.type} ${data.size} ${hex}`;
    }
    database.close();
    return hashes;
  });
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
