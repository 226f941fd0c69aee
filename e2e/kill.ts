import { readdirSync, readFileSync } from 'node:fs';
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

/** Ends the browser of a profile with all its processes, without a moment to write anything (Linux). */
export function killBrowser(profile: string): void {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      // The process ended meanwhile.
      return '';
    }
  };
  const isBrowser = (command: string) => command.includes(profile) && !command.includes('--type=');
  const found = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && isBrowser(commandOf(pid)),
  );
  if (found.length === 0) throw new Error(`No browser has the profile ${profile}.`);
  for (const pid of found) process.kill(Number(pid), 'SIGKILL');
}
