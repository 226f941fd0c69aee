// Opens the production build in Chromium, for everything that measures it.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/platform.mjs';
import { serve } from '../scripts/serve.mjs';
import { openUnobservedBrowser } from './unobserved-browser.mjs';

export const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const executablePath = findChromium() ?? chromium.executablePath();

/**
 * A page with `/v1` answering in it, a key, and what closes it all. `settled`: the first visit's
 * files for offline use are cached before anything is measured. `profile`: a folder for the browser's data,
 * including compiled code; without it a private window is used, which caches none. `args`: switches besides ARGS.
 */
export async function openAlcove({
  path = '/',
  extra = null,
  settled = true,
  profile = null,
  args = [],
  ...more
} = {}) {
  const { url, stop } = await serveBuild({ extra, ...more });
  const options = { executablePath, args: [...ARGS, ...args] };
  const browser = profile === null ? await chromium.launch(options) : null;
  const context = browser
    ? await browser.newContext()
    : await chromium.launchPersistentContext(profile, options);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const openedAt = performance.now();
  await page.goto(url + path);
  const key = await whenReady(page, settled);
  const close = async () => {
    await context.close();
    await browser?.close();
    stop();
  };
  return { openedAt, page, context, key, url, close };
}

/** The same in a browser without DevTools attached; `browser` opens other pages. */
export async function openUnobserved({ path, extra = null, args = [], ...more }) {
  const { url, stop } = await serveBuild({ extra, ...more });
  const browser = await openFreshBrowser(args);
  const page = await browser.newPage(url + path);
  const key = await whenReady(page, true);
  const close = async () => {
    await browser.close();
    stop();
  };
  return { page, browser, key, close };
}

/** A browser that has never been anywhere, without listeners. */
export function openFreshBrowser(args = []) {
  return openUnobservedBrowser(executablePath, [...ARGS, ...args]);
}

/** Serves dist/ as scripts/serve.mjs does. */
export async function serveBuild(options = {}) {
  if (!existsSync('dist/index.html')) throw new Error('Build first: npm run build');
  const { server, url } = await serve(options);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
}

/** @returns a key, once the page answers; `settled` as above. */
function whenReady(page, settled) {
  return page.evaluate(async (wait) => {
    await globalThis.alcove.ready;
    const { active } = await navigator.serviceWorker.ready;
    while (wait) {
      const { port1, port2 } = new MessageChannel();
      const done = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
      });
      active.postMessage({ type: 'alcove:offline-state' }, [port2]);
      const { cached, total } = await done;
      if (cached === total) break;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return globalThis.alcove.createApiKey('bench');
  }, settled);
}

/** The middle of a list of numbers. */
export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which the share `q` of a list is. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
