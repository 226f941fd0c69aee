// A folder that a project follows. The browser's dialog cannot be pressed here: a folder of the private file system, which is of the
// same kind, is what it gives.
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { readRows } from './read-rows.ts';

const rows = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem');

/** Writes files into the folder; null removes one. */
function change(page: Page, files: Record<string, string | null>): Promise<void> {
  return page.evaluate(async (wanted) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('Notes', { create: true });
    for (const [path, text] of Object.entries(wanted)) {
      const parts = path.split('/');
      const name = parts.pop() ?? '';
      let inner = folder;
      for (const part of parts) inner = await inner.getDirectoryHandle(part, { create: true });
      if (text === null) {
        await inner.removeEntry(name);
        continue;
      }
      const file = await inner.getFileHandle(name, { create: true });
      const writable = await file.createWritable();
      await writable.write(text);
      await writable.close();
    }
  }, files);
}

async function texts(page: Page): Promise<Record<string, string>> {
  const rows = await readRows<{ name: string; text: string }>(page, 'documents');
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

test('a folder of a project is followed: changed and new files are read, missing ones are named', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('Notes'),
    });
  });
  await page.goto('/');
  await change(page, {
    'lease.md': 'The rent is 900 euros.',
    'trips/rome.md': 'Rome in May.',
    'old.md': 'The boiler was mended.',
    '.hidden.md': 'Not for anybody.',
  });
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add folder' }).click();
  await expect(rows(page, 'Files')).toHaveCount(3, { timeout: 60_000 });
  await expect(rows(page, 'Folders')).toContainText(['3 files read']);

  await change(page, {
    'lease.md': 'The rent is 950 euros from June on.',
    'trips/oslo.md': 'Oslo in June.',
    'old.md': null,
  });
  await page.getByRole('button', { name: 'Look for changes in “Notes”' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 new or changed' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await texts(page)).toEqual({
    'lease.md': 'The rent is 950 euros from June on.',
    'trips/rome.md': 'Rome in May.',
    'trips/oslo.md': 'Oslo in June.',
    'old.md': 'The boiler was mended.',
  });
  const gone = page.getByText('No longer in the folder, and still in the project: old.md');
  await expect(gone).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from project' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Look for changes in “Notes”' })).toBeFocused();
  await expect(rows(page, 'Files')).toHaveCount(3);
  await expect(gone).toHaveCount(0);

  // What a person removed stays out, and the next visit looks by itself.
  await page.getByRole('button', { name: 'Remove trips/rome.md' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove trips/oslo.md' })).toBeFocused();
  await change(page, { 'lease.md': 'The rent is 980 euros.', 'trips/rome.md': 'Rome in July.' });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'One new or changed' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await texts(page)).toEqual({
    'lease.md': 'The rent is 980 euros.',
    'trips/oslo.md': 'Oslo in June.',
  });
  await page.getByRole('button', { name: 'Stop following “Notes”' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Folders' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Files' })).toBeFocused();
  await expect(rows(page, 'Files')).toHaveCount(2);
  // Followed again, it brings the file that was removed, and nothing twice.
  await page.getByRole('button', { name: 'Add folder' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'One new or changed' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(rows(page, 'Files')).toHaveCount(3);
});

test('a folder that is dropped on a project is followed as a chosen one', async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('Letters');
  await mkdir(folder);
  await writeFile(`${folder}/lease.md`, 'The rent is 900 euros.');
  await page.goto('/');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
  // As from the window of a file manager: only DevTools can drop a real folder.
  const devTools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
  await expect(page.getByText('“Letters” is followed')).toBeVisible();
  await expect(rows(page, 'Folders')).toContainText(['1 file read'], { timeout: 60_000 });
  await writeFile(`${folder}/lease.md`, 'The rent is 950 euros from June on.');
  await page.getByRole('button', { name: 'Look for changes in “Letters”' }).click();
  await expect
    .poll(() => texts(page), { timeout: 60_000 })
    .toEqual({ 'lease.md': 'The rent is 950 euros from June on.' });
});
