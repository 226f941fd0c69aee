// npm run bench:lighthouse [-- desktop /models] (B8): Lighthouse's four scores and the layout shift of a first visit to
// every page, on a desktop and on its slow phone (four times slower, 1.6 Mbit/s), medians of some runs: about seven minutes
// for all on two cores. The first run of a page takes all scores, the others that of performance, the one that varies.
// Lighthouse is fetched by npx: nothing else needs its two hundred packages.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ARGS, executablePath, median, serveBuild } from './open-alcove.mjs';

/** The last that runs on Node 20.19. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = Number(process.env.REPETITIONS ?? 3);
const TARGET = 98;
const MAX_SHIFT = 0.02;
/** Newer Chromium would ask for https first, and show a page of its own where there is none. */
const NO_UPGRADES = '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable';
const PAGES = ['/', '/transcribe', '/embeddings', '/models', '/developer', '/settings'];

const folder = await mkdtemp(join(tmpdir(), 'alcove-bench-'));
const { url, stop } = await serveBuild();

/** Milliseconds after which a run counts as hung: one takes about ten seconds. */
const HUNG_MS = 90_000;

async function score(form, path, isFirst) {
  const file = join(folder, 'report.json');
  const flags = ['--headless=new', ...ARGS, NO_UPGRADES].join(' ');
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  options.push('--disable-full-page-screenshot', '--max-wait-for-load=20000');
  if (!isFirst) options.push('--only-categories=performance');
  if (form === 'desktop') options.push('--preset=desktop');
  const env = { ...process.env, CHROME_PATH: executablePath };
  const run = () =>
    promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url + path, ...options], {
      env,
      timeout: HUNG_MS,
      killSignal: 'SIGKILL',
    });
  // Now and then Lighthouse hangs or records no trace: once more, then it is a failure.
  await run().catch(run);
  const { categories, audits } = JSON.parse(await readFile(file, 'utf8'));
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round(100 * score)]);
  const failed = Object.values(categories).flatMap(({ id, auditRefs }) =>
    id === 'performance' ? [] : auditRefs.filter((a) => a.weight > 0 && audits[a.id]?.score === 0),
  );
  const took = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
  return {
    scores: Object.fromEntries(scores),
    failed: failed.map(({ id }) => id),
    shift: audits['cumulative-layout-shift'].numericValue,
    took: took.map((id) => audits[id].numericValue),
  };
}

const [onlyForm, onlyPath] = process.argv.slice(2);
const missed = [];
const rows = [];
for (const form of ['desktop', 'phone'].filter((f) => !onlyForm || f === onlyForm)) {
  for (const path of PAGES.filter((p) => !onlyPath || p === onlyPath)) {
    const runs = [];
    while (runs.length < RUNS) runs.push(await score(form, path, runs.length === 0));
    const scores = Object.keys(runs[0].scores).map((id) => [
      id,
      median(runs.flatMap((run) => run.scores[id] ?? [])),
    ]);
    const shift = median(runs.map((run) => run.shift));
    const [first, largest, blocked] = [0, 1, 2].map((i) => median(runs.map((run) => run.took[i])));
    for (const [id, value] of scores) {
      if (value < TARGET) missed.push(`${path} on a ${form}: ${id} ${value}`);
    }
    if (shift > MAX_SHIFT) missed.push(`${path} on a ${form}: layout shift ${shift.toFixed(3)}`);
    for (const id of new Set(runs.flatMap((run) => run.failed))) console.log(`  ${path}: ${id}`);
    const ms = (value) => `${value.toFixed(0)} ms`;
    const cells = [form, path, ...scores.map(([, value]) => value), shift.toFixed(3)];
    rows.push([...cells, ms(first), ms(largest), ms(blocked)]);
    console.log(`| ${rows.at(-1).join(' | ')} |`);
  }
}
stop();
await rm(folder, { recursive: true });
console.log(
  '\n| form | page | performance | accessibility | best practices | SEO | shift | first paint | largest | blocked |',
);
console.log(`|${'---|'.repeat(10)}`);
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
console.log(missed.length === 0 ? '\nAll targets are met.' : `\nMissed:\n${missed.join('\n')}`);
