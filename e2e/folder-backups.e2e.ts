import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import {
  addRecording,
  newProfile,
  openData,
  openProfile,
  PASSPHRASE,
  withProfile,
} from './backup-pages.ts';
import { gotoAfterKill, kill, killBrowser } from './kill.ts';

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

const lastGood = (page: Page) => page.getByTestId('last-folder').textContent();

/** The last backup that was verified: one that a kill left before that is removed by the next. */
async function goodOf(page: Page) {
  const before = await lastGood(page);
  const good = /“(.+?)”/.exec(before ?? '')?.[1] ?? '';
  const content = (await filesOf(page))[good];
  expect(content).toBeDefined();
  return { before, good, content };
}

/** Fills the dialog; the first backup is written and verified. */
async function chooseFolder(page: Page, look = async () => {}): Promise<void> {
  await page.getByRole('button', { name: 'Choose folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Backups into a folder' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await look();
  await dialog.getByRole('button', { name: 'Choose folder' }).click();
  const last = page.getByTestId('last-folder');
  await expect(last).toHaveText(/^Last good backup: .*, 4\d MB, encrypted, verified\.$/);
}

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
    await chooseFolder(page, async () => expect(await violationsInBothThemes(page)).toEqual([]));
    expect(Object.keys(await filesOf(page))).toHaveLength(1);
    expect(await violationsInBothThemes(page)).toEqual([]);

    // At moments of its work, from before its first byte to its verification.
    let current = page;
    let cut = 0;
    for (let round = 0; round < 20; round++) {
      await expect(current.getByRole('button', { name: 'Back up now' })).toBeEnabled();
      const { before, good, content } = await goodOf(current);
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

test('a browser that is killed in the middle of a backup has the last good one at its next start', async ({
  baseURL,
}) => {
  test.setTimeout(400_000);
  const profile = newProfile();
  let context = await openProfile(profile, baseURL);
  try {
    let page = await context.newPage();
    await chooseInPlaceOfDialog(page);
    await openData(page);
    await addRecording(page, 'talk', 30);
    await chooseFolder(page);
    let cut = 0;
    for (let round = 0; round < 5; round++) {
      await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled();
      const { before, good, content } = await goodOf(page);
      await backUpNow(page);
      await page.waitForTimeout(round * 200);
      const closed = context.waitForEvent('close');
      killBrowser(profile);
      await closed;
      context = await openProfile(profile, baseURL);
      page = await context.newPage();
      await openData(page);
      expect((await filesOf(page))[good]).toBe(content);
      if ((await lastGood(page)) === before) cut++;
    }
    expect(cut).toBeGreaterThan(0);
    // And the next one is written.
    const before = await lastGood(page);
    await backUpNow(page);
    await expect.poll(() => lastGood(page)).not.toBe(before);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
