import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { gotoAfterKill, kill } from './kill.ts';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { hashRecordings } from './stored-recordings.ts';

const PASSPHRASE = 'heron waits at the pond';

async function openData(page: Page): Promise<void> {
  await page.goto('/settings/data');
  await page.evaluate(() => alcove.ready);
  await expect(page.getByRole('button', { name: 'Export with a passphrase…' })).toBeVisible();
}

/** Stores a recording of sound that repeats nowhere, as the app does. */
async function addRecording(page: Page, id: string, megabytes: number): Promise<void> {
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

async function exportEncrypted(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export with a passphrase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export with a passphrase' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  return readFileSync(await (await download).path());
}

async function importFile(page: Page, bytes: Buffer): Promise<void> {
  const file = { name: 'mine.alcove', mimeType: 'application/octet-stream', buffer: bytes };
  await page.getByLabel('Files to import').setInputFiles(file);
}

const question = (page: Page) => page.getByRole('dialog', { name: 'This backup is encrypted' });

async function answer(page: Page, passphrase: string): Promise<void> {
  await question(page).getByLabel('Passphrase').fill(passphrase);
  await question(page).getByRole('button', { name: 'Import' }).click();
}

/** A browser of its own, whose files are on disk. */
async function withProfile(
  baseURL: string | undefined,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'alcove-backups-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...LAUNCH_OPTIONS,
    ...(baseURL ? { baseURL } : {}),
  });
  try {
    await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// The other browser is a private window: its database copies no files.
test('an encrypted export comes back in another browser, and each fault of a file is named', async ({
  page: other,
  baseURL,
}) =>
  withProfile(baseURL, async (context) => {
    const page = await context.newPage();
    await openData(page);
    await expect(page.getByTestId('last-download')).toHaveText(/^Nothing was exported/);
    await addRecording(page, 'talk', 3);
    const hashes = await hashRecordings(page);

    await page.getByRole('button', { name: 'Export with a passphrase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export with a passphrase' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill('short');
    await dialog.getByLabel('Repeat the passphrase').fill('other');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(dialog.getByText('Enter at least 8 characters.')).toBeVisible();
    await expect(dialog.getByText('The two are not the same.')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const file = await exportEncrypted(page);
    expect(file.subarray(0, 16).toString()).toBe('alcove-encrypted');
    await expect(page.getByTestId('last-download')).toHaveText(
      /^Last export: “alcove-[\d-]+\.alcove”, .+, 4\.\d MB, encrypted, verified\.$/,
    );

    await openData(other);
    await importFile(other, file);
    await expect(question(other)).toContainText('mine.alcove');
    const start = Date.now();
    await answer(other, 'heron waits at the lake');
    await expect(
      question(other).getByText('This is not the passphrase that the backup was made with.'),
    ).toBeVisible();
    expect(Date.now() - start).toBeGreaterThan(200);
    expect(await violationsInBothThemes(other)).toEqual([]);
    expect(await hashRecordings(other)).toEqual({});
    await question(other).getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByText('Import cancelled.')).toBeVisible();

    const flipped = Buffer.from(file);
    flipped[2_000_000] = (flipped[2_000_000] as number) ^ 1;
    await importFile(other, flipped);
    await answer(other, PASSPHRASE);
    await expect(
      other.getByText(/Import failed. Part 2 of \d of the backup was changed/),
    ).toBeVisible();
    await importFile(other, file.subarray(0, -100_000));
    await answer(other, PASSPHRASE);
    await expect(other.getByText(/Import failed. The backup ends early/)).toBeVisible();
    await importFile(other, Buffer.from('PDF of another program'));
    await expect(other.getByText(/No chats or transcripts were found in this file/)).toBeVisible();
    expect(await hashRecordings(other)).toEqual({});

    await importFile(other, file);
    await answer(other, PASSPHRASE);
    await expect(other.getByText(/Imported 1 item, \d+ already here/)).toBeVisible();
    expect(await hashRecordings(other)).toEqual(hashes);
    await importFile(other, file);
    await answer(other, PASSPHRASE);
    await expect(other.getByText(/Imported 0 items, \d+ already here/)).toBeVisible();
  }));

/** The browser's dialog for folders cannot be pressed by a test: it gives a real folder of the private file system. */
async function chooseInPlaceOfDialog(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    Object.assign(globalThis, {
      showDirectoryPicker: async () => {
        const root = await navigator.storage.getDirectory();
        return root.getDirectoryHandle('chosen', { create: true });
      },
    });
  });
}

/** Names of the files in the folder, with their sizes and hashes. */
function filesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('chosen');
    const files: Record<string, string> = {};
    for await (const name of folder.keys()) {
      if (!name.startsWith('alcove')) continue;
      const file = await (await folder.getFileHandle(name)).getFile();
      const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
      const digest = await crypto.subtle.digest('SHA-256', bytes);
      files[name] = `${bytes.byteLength} ${[...new Uint8Array(digest)].join()}`;
    }
    return files;
  });
}

/** The newest file that has something in it. */
function newestOf(files: Record<string, string>): [string, string] {
  const whole = Object.entries(files).filter(([, content]) => !content.startsWith('0 '));
  return whole.sort(([a], [b]) => (a < b ? -1 : 1)).at(-1) ?? ['', ''];
}

const lastGood = (page: Page) => page.getByTestId('last-folder').textContent();

async function backUpNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back up now' }).click();
}

test('backups into a folder: verified, repeated when due, three stay, and a kill in the middle leaves the old ones', async ({
  baseURL,
}) => {
  test.setTimeout(400_000);
  await withProfile(baseURL, async (context) => {
    const page = await context.newPage();
    await chooseInPlaceOfDialog(page);
    await openData(page);
    await addRecording(page, 'talk', 30);
    await page.getByRole('button', { name: 'Choose folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Backups into a folder' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Choose folder' }).click();
    const last = page.getByTestId('last-folder');
    await expect(last).toHaveText(/^Last good backup: .*, 4\d MB, encrypted, verified\.$/);
    expect(Object.keys(await filesOf(page))).toHaveLength(1);
    expect(await violationsInBothThemes(page)).toEqual([]);

    // At moments of its work, from before its first byte to its verification.
    let current = page;
    let cut = 0;
    for (let round = 0; round < 20; round++) {
      await expect(current.getByRole('button', { name: 'Back up now' })).toBeEnabled();
      const [good, content] = newestOf(await filesOf(current));
      const before = await lastGood(current);
      await backUpNow(current);
      await current.waitForTimeout(round * 60 * Math.random());
      await kill(current);
      current = await context.newPage();
      await gotoAfterKill(current, '/settings/data');
      await openData(current);
      const left = await filesOf(current);
      expect(left[good]).toBe(content);
      if ((await lastGood(current)) === before) cut++;
    }
    process.stdout.write(`20 kills: ${cut} before the new backup was verified\n`);
    expect(cut).toBeGreaterThan(0);

    for (let i = 0; i < 4; i++) {
      await backUpNow(current);
      await expect(current.getByRole('button', { name: 'Back up now' })).toBeDisabled();
      await expect(current.getByRole('button', { name: 'Back up now' })).toBeEnabled();
    }
    const files = await filesOf(current);
    expect(Object.keys(files)).toHaveLength(3);
    expect(Object.values(files).every((content) => !content.startsWith('0 '))).toBe(true);

    // Two days later one is due: the next visit of any page writes it.
    await current.evaluate(async () => {
      const open = indexedDB.open('alcove');
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      const store = database.transaction('backups', 'readwrite').objectStore('backups');
      const get = store.get('folder');
      await new Promise((resolve) => {
        get.onsuccess = () => {
          const put = store.put({ ...get.result, at: Date.now() - 2 * 86_400_000 });
          put.onsuccess = resolve;
        };
      });
      database.close();
    });
    await current.goto('/');
    await expect
      .poll(async () => Object.keys(await filesOf(current)))
      .not.toEqual(Object.keys(files));
    const startOfNewest = () =>
      current.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('chosen');
        const names: string[] = [];
        for await (const name of folder.keys()) if (name.endsWith('.alcove')) names.push(name);
        const file = await (await folder.getFileHandle(names.sort().at(-1) ?? '')).getFile();
        // Until it is closed it has nothing.
        return file
          .slice(0, 16)
          .text()
          .catch(() => '');
      });
    await expect.poll(startOfNewest).toBe('alcove-encrypted');
  });
});
