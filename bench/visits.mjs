// What a visit's beginning takes (B8): what comes over the network until the page can be used, when the largest
// thing is painted, how long the main thread stands still meanwhile; and the same page on a later visit.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { median, openFreshBrowser } from './open-alcove.mjs';

const VISITS = 5;
/** Milliseconds after which nothing of a visit's beginning is left to come. */
const REST_MS = 4_000;

/**
 * Runs in the page when its beginning is over. Total blocking time is what tasks take beyond 50 ms after the
 * first paint; all of a task that paints is counted here.
 */
async function readStart() {
  const entriesOf = (type) =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve([]), 500);
    });
  const largest = (await entriesOf('largest-contentful-paint')).at(-1)?.startTime ?? 0;
  const [{ startTime: painted }] = performance.getEntriesByName('first-contentful-paint');
  const tasks = await entriesOf('longtask');
  const after = tasks.filter((task) => task.startTime + task.duration > painted);
  return { largest, blocked: after.reduce((sum, task) => sum + task.duration - 50, 0) };
}

/** Bytes that a host with compression sends for a file. */
async function sentBytes(response) {
  const body = await response.body().catch(() => Buffer.alloc(0));
  const isPacked = /font|image|wasm/.test(response.headers()['content-type'] ?? '');
  return isPacked ? body.length : gzipSync(body).length;
}

/** What a browser that has never been here gets until its page can be used. */
async function countBytes(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const early = [];
  let isUsable = false;
  page.on('response', (response) => {
    if (!isUsable) early.push(response);
  });
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  isUsable = true;
  const sizes = await Promise.all(early.map(sentBytes));
  await context.close();
  return sizes.reduce((a, b) => a + b, 0);
}

/** One visit of a fresh browser without DevTools attached. */
async function timeStart(url) {
  const browser = await openFreshBrowser();
  // The browser's own start is not the page's.
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const page = await browser.newPage(url);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const found = await page.evaluate(readStart);
  await browser.close();
  return found;
}

/** Medians of some first visits: bytes until the page can be used, milliseconds of the rest. */
export async function measureFirstVisits(browser, url) {
  const [visits, sizes] = [[], []];
  for (let i = 0; i < VISITS; i++) {
    sizes.push(await countBytes(browser, url));
    visits.push(await timeStart(url));
  }
  const of = (name) => median(visits.map((visit) => visit[name]));
  return { bytes: median(sizes), largestPaint: of('largest'), blocked: of('blocked') };
}

/** Milliseconds from navigation to a composer that takes words, the page having been here before. */
export async function measureWarmStart(context, url) {
  const starts = [];
  for (let i = 0; i < 9; i++) {
    const page = await context.newPage();
    await page.goto(new URL('/chat', url).href);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    const at = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return paint?.startTime ?? performance.now();
    });
    starts.push(at);
    await page.close();
  }
  return median(starts);
}

/** Bytes of the scripts that index.html names, compressed. */
export async function firstJavaScript() {
  const html = await readFile('dist/index.html', 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(`dist${path}`)).length),
  );
  return sizes.reduce((a, b) => a + b, 0);
}
