import type { Page } from '@playwright/test';

/** Ends the renderer like a crash, with all its work. */
export async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
  await page.close();
}

/**
 * Opens an address after a crash. Chromium sets a service worker that somebody listens to no time limit:
 * one that goes down with the crashed page while it starts is then waited for without end. It is stopped, and
 * the page loaded again, as a person would.
 */
export async function gotoAfterKill(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address, { timeout: 30_000 });
  } catch {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('ServiceWorker.enable');
    await protocol.send('ServiceWorker.stopAllWorkers');
    await page.goto(address, { timeout: 30_000 });
  }
}
