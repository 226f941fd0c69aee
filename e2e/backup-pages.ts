import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { LAUNCH_OPTIONS } from './launch-options.ts';

export const PASSPHRASE = 'heron waits at the pond';

export async function openData(page: Page): Promise<void> {
  await page.goto('/settings/data');
  await page.evaluate(() => alcove.ready);
  await expect(page.getByRole('button', { name: 'Export with a passphrase…' })).toBeVisible();
}

/** Stores a recording of sound that repeats nowhere, as the app does. */
export async function addRecording(page: Page, id: string, megabytes: number): Promise<void> {
  await page.evaluate(
    async ([name, size]) => {
      const open = indexedDB.open('alcove');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error as Error);
      });
      const parts = Array.from({ length: size * 16 }, () =>
        crypto.getRandomValues(new Uint8Array(65_536)),
      );
      const write = database.transaction('recordingFiles', 'readwrite');
      write.objectStore('recordingFiles').put({ id: name, data: new Blob(parts) });
      await new Promise((resolve, reject) => {
        write.oncomplete = resolve;
        write.onabort = () => reject(write.error as Error);
      });
      database.close();
    },
    [id, megabytes] as const,
  );
}

/** A browser whose files are on disk, in a folder. */
export const openProfile = (
  profile: string,
  baseURL: string | undefined,
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, { ...LAUNCH_OPTIONS, ...(baseURL ? { baseURL } : {}) });

export const newProfile = () => mkdtempSync(join(tmpdir(), 'alcove-backups-'));

/** A browser of its own, whose files are on disk. */
export async function withProfile(
  baseURL: string | undefined,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const profile = newProfile();
  const context = await openProfile(profile, baseURL);
  try {
    await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
