// npm run bench:lighthouse (B8): Lighthouse's four scores of the first visit, on a desktop and on its slow phone (four
// times slower, 1.6 Mbit/s), medians of some runs. Lighthouse is fetched by npx: nothing else needs its two hundred packages.
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

const folder = await mkdtemp(join(tmpdir(), 'alcove-bench-'));
const { url, stop } = await serveBuild();

async function score(form) {
  const file = join(folder, 'report.json');
  const flags = ['--headless=new', ...ARGS].join(' ');
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`];
  if (form === 'desktop') options.push('--preset=desktop');
  const env = { ...process.env, CHROME_PATH: executablePath };
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, `${url}/`, ...options], { env });
  const { categories, audits } = JSON.parse(await readFile(file, 'utf8'));
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round(100 * score)]);
  const took = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
  return { ...Object.fromEntries(scores), took: took.map((id) => audits[id].numericValue) };
}

const missed = [];
for (const form of ['desktop', 'phone']) {
  const runs = [];
  while (runs.length < RUNS) runs.push(await score(form));
  const { took: _, ...names } = runs[0];
  for (const name of Object.keys(names)) {
    const value = median(runs.map((run) => run[name]));
    if (value < TARGET) missed.push(`${name} on a ${form}`);
    console.log(`${value < TARGET ? '✖' : '✓'} ${form}, ${name}: ${value} (target ≥ ${TARGET})`);
  }
  const [first, largest, blocked] = [0, 1, 2].map((i) => median(runs.map((run) => run.took[i])));
  console.log(
    `  first paint ${first.toFixed(0)} ms, largest ${largest.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms`,
  );
}
stop();
await rm(folder, { recursive: true });
console.log(missed.length === 0 ? '\nAll targets are met.' : `\nMissed: ${missed.join(', ')}`);
