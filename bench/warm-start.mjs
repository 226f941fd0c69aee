// npm run bench:warm-start (B6): a second visit, for which nothing is asked of the network, from the
// navigation to the first token of an answer of 16 and to a page that takes words, beside a page that
// calls transformers.js' pipeline with its files from the same server.
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { compare, createReport } from './report.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 9);
const extra = await buildInPage('warm-start.ts');
const { page, context, key, url, close } = await openAlcove({ extra });
const { check, say, end } = createReport();
// The models live with the first page: the next one starts them anew.
await page.close();

let asked = 0;
/** Opens a page anew and asks in it. What it fetches past the service worker is counted. */
async function visit(path, name, ...values) {
  const visited = await context.newPage();
  await visited.goto(url + path, { waitUntil: 'commit' });
  const first = await callInPage(visited, 'warm-start')(name, ...values);
  await visited.close();
  return first;
}

async function usable() {
  const visited = await context.newPage();
  await visited.goto(`${url}/chat`);
  await visited.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  const at = await visited.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint?.startTime ?? performance.now();
  });
  await visited.close();
  return at;
}

context.on('request', (request) => {
  // Those of the service worker itself are what would go out.
  if (request.serviceWorker() && !request.url().includes('/e2e/')) asked++;
});
const contenders = {
  ours: () => visit('/', 'ours', key),
  peer: () => visit('/openapi.json', 'peer'),
};
const times = await compare(Object.keys(contenders), REPETITIONS, (name) => contenders[name]());
for (const [name, list] of Object.entries(times)) say(`  ${name}, first token: ${list.shown} ms`);
const { ours, peer } = times;
check('first token, ours over the pipeline', ours.over(peer), 0.7, true, true);
const starts = [];
for (let i = 0; i < REPETITIONS; i++) starts.push(await usable());
check('page usable, ms', { value: median(starts) }, 300, true, true);
check('requests past the service worker', { value: asked }, 0, true, true);
await close();
end();
