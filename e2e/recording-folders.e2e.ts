// A folder whose new recordings are transcribed. As in project-folders.e2e.ts, one of the private file system stands for what the
// browser's dialog gives.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { DATA } from './audio-files.ts';
import { violationsInBothThemes } from './axe.ts';
import { readRows } from './read-rows.ts';

/** Transcribing takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 90_000 });

const sound = (name: string) => readFileSync(join(DATA, `${name}.wav`)).toString('base64');

/** Writes a file of the folder, base64, from its beginning or behind what it has. */
function write(page: Page, path: string, base64: string, isMore = false): Promise<void> {
  return page.evaluate(
    async ([name = '', bytes = '', more]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('Interviews', { create: true });
      const file = await folder.getFileHandle(name, { create: true });
      const { size } = await file.getFile();
      const writable = await file.createWritable({ keepExistingData: Boolean(more) });
      if (more) await writable.seek(size);
      await writable.write(Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)));
      await writable.close();
    },
    [path, base64, isMore ? 'more' : ''],
  );
}

const recordings = (page: Page) =>
  page.getByRole('region', { name: 'Recordings' }).getByRole('listitem');
const folder = (page: Page) => page.getByRole('list', { name: 'Followed folders' });

async function open(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ speechModel: 'alcove-digits' }));
    Object.assign(globalThis, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('Interviews'),
    });
  });
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
}

async function follow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More ways to add recordings' }).click();
  await page.getByRole('menuitem', { name: 'Follow a folder' }).click();
}

test('recordings that appear in a followed folder are transcribed, each once, also after a reload', async ({
  page,
}, testInfo) => {
  test.setTimeout(400_000);
  await open(page);
  await write(page, 'jackson.wav', sound('jackson'));
  await write(page, 'notes.txt', btoa('Not a recording.'));
  await follow(page);
  await expect(folder(page)).toContainText('1 file still being written');
  await expect(recordings(page)).toHaveCount(1);
  await expect(recordings(page).filter({ hasText: 'jackson.wav' })).toContainText('Done');
  await expect(folder(page)).toContainText('1 recording added');

  // One that is written in two parts, with a pause that is shorter than two looks.
  const theo = Buffer.from(sound('theo'), 'base64');
  await write(page, 'theo.wav', theo.subarray(0, 4_000).toString('base64'));
  await expect(folder(page)).toContainText('1 file still being written');
  await write(page, 'theo.wav', theo.subarray(4_000).toString('base64'), true);
  await expect(recordings(page).filter({ hasText: 'theo.wav' })).toContainText('Done');
  await expect(recordings(page)).toHaveCount(2);
  await expect(folder(page)).toContainText('2 recordings added');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.screenshot({ path: testInfo.outputPath('desktop.png') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: testInfo.outputPath('phone.png') });
  await page.setViewportSize({ width: 1280, height: 720 });

  // The next visit follows it, on another page of the app as well.
  await page.goto('/settings');
  await page.evaluate(() => alcove.ready);
  await write(page, 'lucas.wav', sound('lucas'));
  await expect
    .poll(async () => (await readRows<{ name: string }>(page, 'recordings')).length)
    .toBe(3);
  await page.goto('/transcribe');
  await expect(recordings(page)).toHaveCount(3);
  await expect(recordings(page).filter({ hasText: 'lucas.wav' })).toContainText('Done');
  await expect(folder(page)).toContainText('3 recordings added');

  await page.getByRole('button', { name: 'Stop following “Interviews”' }).press('Enter');
  await expect(folder(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Add recordings' })).toBeFocused();
  await expect(recordings(page)).toHaveCount(3);
});

test('a browser without handles of folders does not offer to follow one', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { showDirectoryPicker: undefined });
  });
  await page.goto('/transcribe');
  await page.getByRole('button', { name: 'More ways to add recordings' }).click();
  await expect(page.getByRole('menuitem', { name: 'Choose a folder' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Follow a folder' })).toHaveCount(0);
});
