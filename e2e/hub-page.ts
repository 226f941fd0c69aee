import { expect, type Locator, type Page } from '@playwright/test';

/** Points the app at the test server's hub. */
export async function chooseHub(page: Page): Promise<void> {
  await page.goto('/settings/service');
  const field = page.getByLabel('Models are downloaded from');
  await field.fill(`${new URL(page.url()).origin}/hub`);
  await field.blur();
  await expect(field).toHaveValue(/\/hub$/);
  // Leaving the page ends the host in it, with what it has not stored yet.
  await expect.poll(() => readSetting(page, 'hub')).toMatch(/\/hub$/);
}

/** A stored setting, read past the app; undefined where there is none. */
function readSetting(page: Page, name: string): Promise<unknown> {
  return page.evaluate(async (key) => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const read = database.transaction('settings').objectStore('settings').get(key);
    const row = await new Promise<{ value: unknown } | undefined>((resolve, reject) => {
      read.onsuccess = () => resolve(read.result);
      read.onerror = () => reject(read.error as Error);
    });
    database.close();
    return row?.value;
  }, name);
}

export async function openModels(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Models' }).first().click();
  await expect(page.getByRole('heading', { name: 'Models to download' })).toBeVisible();
}

export async function addModel(page: Page, repository: string): Promise<void> {
  await page.getByLabel('Another model from the hub').fill(repository);
  await page.getByRole('button', { name: 'Check and download' }).click();
}

/** A model's row, whether it is on this device or can be downloaded. */
export function modelRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}
