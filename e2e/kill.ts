import type { Page } from '@playwright/test';

/** Ends the renderer as a crash would, with whatever it was doing. */
export async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}
