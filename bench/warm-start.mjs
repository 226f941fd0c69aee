// npm run bench:warm-start (B6): a second visit, for which nothing is asked of the network, from the
// navigation to the first token of an answer of 16 and to a page that takes words, compared with a page that
// calls transformers.js' pipeline with its files from the same server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 9);
const extra = await buildInPage('warm-start.ts', 'warm-start-peer.ts');
// A visitor's browser, not a private window: it caches compiled code between visits.
const profile = await mkdtemp(join(tmpdir(), 'alcove-profile-'));
const { page, context, key, url, close } = await openAlcove({ extra, profile });
const { check, say, end } = createReport();
// The models live with the first page: the next one starts them again.
await page.close();

let asked = 0;
let isOurs = false;
/** Milliseconds of a first visit after its answer: browsers compile and cache hot code meanwhile. */
const FIRST_VISIT_MS = 5_000;
/** Milliseconds between two visits. */
const QUIET_MS = 1_500;
let stay = FIRST_VISIT_MS;

/** Opens a page again and asks in it. */
async function visit(path, script, name, ...values) {
  isOurs = name === 'ours';
  // The page before this one is still being cleared away.
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const visited = await context.newPage();
  await visited.goto(url + path, { waitUntil: 'commit' });
  const first = await callInPage(visited, script)(name, ...values);
  if (stay > 0) await visited.waitForTimeout(stay);
  await visited.close();
  return first;
}

/** Milliseconds until the field for a message is there and has been drawn. */
async function usable() {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const visited = await context.newPage();
  // Watched from inside: a question from out here would be answered by the thread that draws.
  await visited.addInitScript(() => {
    globalThis.usable = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector('textarea:not([disabled])')) return;
        watcher.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
  });
  await visited.goto(`${url}/chat`);
  const at = await visited.evaluate(() => globalThis.usable);
  await visited.close();
  return at;
}

context.on('request', (request) => {
  // Counts requests of the service worker itself; the peer's files do not count.
  if (isOurs && request.serviceWorker() && !request.url().includes('/e2e/')) asked++;
});
const contenders = {
  ours: () => visit('/', 'warm-start', 'ours', key),
  peer: () => visit('/openapi.json', 'warm-start-peer', 'peer'),
};
for (const first of Object.values(contenders)) await first();
stay = 0;
const times = await compare(Object.keys(contenders), REPETITIONS, (name) => contenders[name]());
for (const [name, list] of Object.entries(times)) say(`  ${name}, first token: ${list.shown} ms`);
const { ours, peer } = times;
check('first token, ours over the pipeline', ours.over(peer), 0.7, true, true);
const starts = [];
isOurs = true;
for (let i = 0; i < REPETITIONS; i++) starts.push(await usable());
check('page usable, ms', { value: median(starts) }, 300, true, true);
check('requests past the service worker', { value: asked }, 0, true, true);
await close();
await rm(profile, { recursive: true, force: true });
end();
