import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { addRecording, openData, PASSPHRASE, withProfile } from './backup-pages.ts';
import { hashRecordings } from './stored-recordings.ts';

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
