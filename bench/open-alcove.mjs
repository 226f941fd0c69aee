// Opens the production build in Chromium, for everything that measures it.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';

const CHROMIUMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A page with `/v1` answering in it, a key, and what closes it all. */
export async function openAlcove({ path = '/', extra = null } = {}) {
  if (!existsSync('dist/index.html')) throw new Error('Build first: npm run build');
  const { server, url } = await serve({ extra });
  const executablePath = CHROMIUMS.find((p) => p && existsSync(p));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ARGS,
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url + path);
  const key = await page.evaluate(async () => {
    await globalThis.alcove.ready;
    return globalThis.alcove.createApiKey('bench');
  });
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { page, context, key, url, close };
}

/** The middle of a list of numbers. */
export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which the share `q` of a list lies. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
