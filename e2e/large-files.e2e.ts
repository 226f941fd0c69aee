// Files too large for an import, and a disk that fills while an export is written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { patience } from './patience.ts';

const HEAD = '{"format":"alcove-backup","version":2}\n';
/** Milliseconds in which a refusal comes, and for which the page may be blocked. */
const MAX_MS = 2_000;

/** A sparse file: it uses no disk space. */
function sparse(folder: string, name: string, start: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, start);
  truncateSync(path, bytes);
  return path;
}

/** Chooses a file as backup. @returns what the app says, when, and the longest time the page was blocked. */
async function refuse(page: Page, path: string) {
  await page.evaluate(() => {
    const watch = { longest: 0, chosen: 0, said: 0, text: '' };
    Object.assign(globalThis, { watch });
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - last);
      last = now;
      const said = document.body.textContent?.match(/Import failed\.[^.]*\./)?.[0];
      if (!said || watch.chosen === 0) return;
      Object.assign(watch, { said: now, text: said });
      clearInterval(timer);
    }, 20);
    document.querySelector('input[accept=".ndjson,.json"]')?.addEventListener(
      'change',
      () => {
        watch.chosen = performance.now();
      },
      { once: true, capture: true },
    );
  });
  await page.getByLabel('Files to import').setInputFiles(path);
  type Watch = { longest: number; chosen: number; said: number; text: string };
  const read = () => page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  await expect.poll(async () => (await read()).said, { timeout: 60_000 }).toBeGreaterThan(0);
  const { longest, chosen, said, text } = await read();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  return { longest, seconds: (said - chosen) / 1_000, text };
}

test('large files that are not backups are refused immediately', {
  tag: ['@full', '@measured'],
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-large-'));
  try {
    const files = [
      [sparse(folder, 'zeros.ndjson', '', 2_200_000_000), 'longer than 66 kB'],
      [sparse(folder, 'one-line.ndjson', HEAD, 300_000_000), 'longer than 32 MB'],
      [sparse(folder, 'two-gigabytes.ndjson', HEAD, 2_200_000_000), 'longer than 32 MB'],
    ] as const;
    await page.goto('/settings/data');
    await page.evaluate(() => alcove.ready);
    // The fields of the first picture are replaced by the app's.
    await expect(page.locator('#root[inert]')).toHaveCount(0);
    await expect(page.getByLabel('Files to import')).toBeAttached();
    for (const [path, sentence] of files) {
      let found = await refuse(page, path);
      // Another process may have had the processor: the shorter time counts.
      for (let i = 0; i < 2 && found.seconds * 1_000 > MAX_MS * patience(); i++) {
        found = await refuse(page, path);
      }
      process.stdout.write(
        `${statSync(path).size / 1e6} MB: ${found.seconds.toFixed(2)} s, page blocked ${Math.round(found.longest)} ms: ${found.text}\n`,
      );
      expect(found.text.toLowerCase()).toContain(sentence.toLowerCase());
      expect(found.seconds * 1_000).toBeLessThan(MAX_MS * patience());
      expect(found.longest).toBeLessThan(MAX_MS * patience());
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Stores recordings of random bytes. */
async function addRecordings(page: Page, count: number, megabytes: number): Promise<void> {
  for (let i = 0; i < count; i++) await addRecording(page, `r${i}`, megabytes);
}

async function addRecording(page: Page, recording: string, megabytes: number): Promise<void> {
  await page.evaluate(
    async ([id, size]) => {
      const opening = indexedDB.open('alcove');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error as Error);
      });
      const parts = Array.from({ length: size * 16 }, () =>
        crypto.getRandomValues(new Uint8Array(65_536)),
      );
      const data = new Blob(parts, { type: 'audio/wav' });
      const write = database.transaction(['recordings', 'recordingFiles'], 'readwrite');
      write.objectStore('recordings').put({ id, name: 'talk.wav', order: 1, state: 'done' });
      write.objectStore('recordingFiles').put({ id, data });
      await new Promise((resolve, reject) => {
        write.oncomplete = resolve;
        write.onabort = () => reject(write.error as Error);
      });
      database.close();
    },
    [recording, megabytes] as const,
  );
}

/** Sizes of the files of transfers that are on the disk. */
function transfers(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('alcove-transfers', { create: true });
    const sizes: number[] = [];
    for await (const name of folder.keys()) {
      sizes.push((await (await folder.getFileHandle(name)).getFile()).size);
    }
    return sizes;
  });
}

function freeBytes(disk: string): number {
  const table = execFileSync('df', ['-B1', '--output=avail', disk], { encoding: 'utf8' });
  return Number(table.split('\n')[1]);
}

/** Recordings by number and MB, the MB of the disk (in memory or in a file), and the MB free when the export begins. */
const FILLED = [
  { count: 1, megabytes: 90, disk: 400, free: 40, system: 'tmpfs', isRepeated: true },
  // Chromium gives an origin 60 % of the disk: recordings and their export need to fit into that the second time.
  { count: 2, megabytes: 128, disk: 1_500, free: 180, system: 'ext4', isRepeated: true },
  { count: 8, megabytes: 256, disk: 4_500, free: 1_400, system: 'ext4', isRepeated: false },
];

for (const { count, megabytes, disk: size, free: space, system, isRepeated } of FILLED) {
  const all = count * megabytes;
  test(`an export of ${all} MB for which the disk (${system}) has no space says so and leaves nothing behind`, {
    tag: ['@full', '@measured'],
  }, async ({ baseURL }) => {
    test.setTimeout(1_200_000);
    test.skip(process.getuid?.() !== 0, 'Only root mounts a disk of its own.');
    const disk = mkdtempSync(join(tmpdir(), 'alcove-disk-'));
    const image = `${disk}.img`;
    if (system === 'tmpfs') {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk]);
    } else {
      writeFileSync(image, '');
      truncateSync(image, size * 2 ** 20);
      execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
      execFileSync('mount', ['-o', 'loop', image, disk]);
    }
    const filler = join(disk, 'filler');
    try {
      const context = await chromium.launchPersistentContext(join(disk, 'profile'), {
        ...LAUNCH_OPTIONS,
        ...(baseURL ? { baseURL } : {}),
      });
      const page = await context.newPage();
      await page.goto('/settings/data');
      await page.evaluate(() => alcove.ready);
      await addRecordings(page, count, megabytes);
      const downloads: string[] = [];
      page.on('download', (download) => downloads.push(download.suggestedFilename()));

      // The export takes 1.4 times the bytes: it ends in the middle of a recording.
      const free = freeBytes(disk);
      execFileSync('fallocate', ['-l', String(free - space * 1e6), filler]);
      await page.getByRole('button', { name: 'Export everything' }).click();
      const said = page.getByRole('status').filter({ hasText: 'Export failed.' });
      await expect(said).toBeVisible({ timeout: 500_000 });
      const text = await said.textContent();
      process.stdout.write(`${text}\n`);
      expect(text).toContain('no storage left');
      expect(downloads).toEqual([]);
      expect(await transfers(page)).toEqual([]);

      await page.goto('/transcribe');
      await expect(page.getByRole('listitem').filter({ hasText: 'talk.wav' })).toHaveCount(count);
      await page.goto('/settings/data');

      if (isRepeated) {
        rmSync(filler);
        const download = page.waitForEvent('download', { timeout: 600_000 });
        await page.getByRole('button', { name: 'Export everything' }).click();
        const { size: bytes } = statSync(await (await download).path());
        process.stdout.write(`with space again: ${Math.round(bytes / 1e6)} MB exported\n`);
        expect(bytes).toBeGreaterThan(all * 1.33e6);
      }
      await context.close();
    } finally {
      execFileSync('umount', ['-l', disk]);
      rmSync(disk, { recursive: true, force: true });
      rmSync(image, { force: true });
    }
  });
}
