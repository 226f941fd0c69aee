// What a visit's beginning takes (B8): what comes over the network until the page can be used, when the largest
// thing is painted, how long the main thread stands still meanwhile; and the same page on a later visit.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { median } from './open-alcove.mjs';

const VISITS = 5;
/** Milliseconds after which nothing of a visit's beginning is left to come. */
const REST_MS = 4_000;

/** Runs in the page, before anything else of it. */
function watchStart() {
  globalThis.visit = { largest: 0, blocked: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.visit.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.visit.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
}

/** Bytes that a host with compression sends for a file. */
async function sentBytes(response) {
  const body = await response.body().catch(() => Buffer.alloc(0));
  const isPacked = /font|image|wasm/.test(response.headers()['content-type'] ?? '');
  return isPacked ? body.length : gzipSync(body).length;
}

/** One visit of a browser that has never been here. */
async function visitOnce(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchStart);
  const early = [];
  let isUsable = false;
  page.on('response', (response) => {
    if (!isUsable) early.push(response);
  });
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  isUsable = true;
  const sizes = await Promise.all(early.map(sentBytes));
  await page.waitForTimeout(REST_MS);
  const { largest, blocked } = await page.evaluate(() => globalThis.visit);
  await context.close();
  return { largest, blocked, bytes: sizes.reduce((a, b) => a + b, 0) };
}

/** Medians of some first visits: bytes until the page can be used, milliseconds of the rest. */
export async function measureFirstVisits(browser, url) {
  const visits = [];
  for (let i = 0; i < VISITS; i++) visits.push(await visitOnce(browser, url));
  const of = (name) => median(visits.map((visit) => visit[name]));
  return { bytes: of('bytes'), largestPaint: of('largest'), blocked: of('blocked') };
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
