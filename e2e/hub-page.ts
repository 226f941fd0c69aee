import { expect, type Locator, type Page } from '@playwright/test';

/** Points the app at the test server's hub. */
export async function chooseHub(page: Page): Promise<void> {
  await page.goto('/settings');
  const field = page.getByLabel('Models are downloaded from');
  await field.fill(`${new URL(page.url()).origin}/hub`);
  await field.blur();
  await expect(field).toHaveValue(/\/hub$/);
}

export async function openModels(page: Page): Promise<void> {
  // What stands over every page: what is loaded, or that nothing is.
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: 'Models to download' })).toBeVisible();
}

export async function addModel(page: Page, repository: string): Promise<void> {
  await page.getByLabel('Another model of the hub').fill(repository);
  await page.getByRole('button', { name: 'Check and download' }).click();
}

/** A model's card among those to download. */
export function modelCard(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Models to download' })
    .getByRole('article', { name, exact: true });
}
