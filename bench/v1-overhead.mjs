// npm run bench:v1-overhead (B1): what the service-worker path costs compared with a worker that posts
// straight to the page, and with WebLLM's worker protocol. All in one browser run, interleaved, without DevTools attached.
import { openBarePath } from './bare-path.mjs';
import { buildInPage } from './build-in-page.mjs';
import { median, openUnobserved, quantile } from './open-alcove.mjs';
import { quiet } from './quiet.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 9);
/** Rounds of one block of first tokens, and of the bare path before it. */
const SINGLES = 40;
const BARE = 20;
/** Rounds before anything counts: code that ran once is still interpreted, the bare path's as well. */
const WARM_UP = 20;
const TOKENS = 2000;
const PACE_MS = 5;
const extra = await buildInPage('v1-overhead.ts');

const { page, browser, key, close } = await openUnobserved({ path: '/?scripted-models', extra });
const run = (name, count, delayMs) =>
  page.evaluate(
    async ([contender, apiKey, tokens, ms]) => {
      const bench = await import(['/e2e', 'v1-overhead.js'].join('/'));
      globalThis.contenders ??= bench.contenders(apiKey);
      return globalThis.contenders[contender](tokens, ms);
    },
    [name, key, count, delayMs],
  );
/** What the client itself takes is no part of the path. */
const SAME_CLIENT = 'direct push, openai client';
const names = ['direct push', '/v1, fetch', '/v1, openai client', 'web-llm protocol'];

/** Rounds in the order A B C D, D C B A, …: slow drifts of the machine hit everyone alike. */
async function rounds(count, delayMs, repetitions, who = names) {
  const runs = Object.fromEntries(who.map((name) => [name, []]));
  for (let i = 0; i < repetitions; i++) {
    for (const name of i % 2 ? [...who].reverse() : who) {
      const result = await run(name, count, delayMs);
      if (result.tokens !== count)
        throw new Error(`${name} gave ${result.tokens} of ${count} tokens`);
      runs[name].push(result);
    }
  }
  return runs;
}

/** A 95 % interval of the ratio of medians, by resampling. */
function interval(a, b) {
  const pick = (list) => list.map(() => list[Math.floor(Math.random() * list.length)]);
  const ratios = Array.from({ length: 2000 }, () => median(pick(a)) / median(pick(b)));
  return `${quantile(ratios, 0.025).toFixed(3)}–${quantile(ratios, 0.975).toFixed(3)}`;
}

const failed = [];
function report(name, value, unit, ok, target, more = '') {
  if (!ok) failed.push(name);
  console.log(`${ok ? '✓' : '✖'} ${name}: ${value}${unit} (target ${target})${more && ` ${more}`}`);
}

const singles = [...names.slice(0, 3), SAME_CLIENT];
for (const name of [...names, SAME_CLIENT]) await run(name, 200, 0);
await rounds(1, 0, WARM_UP, singles);

const least = [];
const single = {};
/** A block of first tokens. They take a second, and the machine's speed is another every minute: so some now, some later. */
async function readFirstTokens() {
  await quiet();
  // A new one each time: its worker is stopped when idle, and has no state.
  const bare = await openBarePath(browser);
  least.push(...(await bare.added(BARE)));
  await bare.close();
  const block = await rounds(1, 0, SINGLES, singles);
  for (const [name, runs] of Object.entries(block))
    single[name] = [...(single[name] ?? []), ...runs.map((r) => r.first)];
}

await readFirstTokens();
const flood = await rounds(TOKENS, 0, REPETITIONS);
const rate = (list) => list.map((r) => (r.tokens / r.total) * 1000);
const peer = rate(flood['web-llm protocol']);
for (const name of names)
  console.log(`  flood, ${name}: ${Math.round(median(rate(flood[name])))} tok/s`);
for (const name of names.slice(1, 3)) {
  const ratio = median(rate(flood[name])) / median(peer);
  report(
    `flood against the web-llm protocol, ${name}`,
    ratio.toFixed(1),
    '×',
    ratio >= 4,
    '≥ 4×',
    `95 %: ${interval(rate(flood[name]), peer)}`,
  );
}

await readFirstTokens();
const steady = await rounds(TOKENS, PACE_MS, REPETITIONS, names.slice(0, 3));
const base = rate(steady['direct push']);
for (const name of names.slice(1, 3)) {
  const ratio = median(rate(steady[name])) / median(base);
  const best = Math.max(...rate(steady[name])) / Math.max(...base);
  report(
    `throughput at 200 tok/s against direct push, ${name}`,
    ratio.toFixed(4),
    '×',
    ratio >= 0.99,
    '≥ 0.99×',
    `best ${best.toFixed(4)}, 95 %: ${interval(rate(steady[name]), base)}`,
  );
}

await readFirstTokens();
const p50p95 = (list) =>
  `${median(list).toFixed(2)} ms p50, ${quantile(list, 0.95).toFixed(2)} ms p95`;
/** What each first token took longer than the one of `base` in its round. */
const added = (name, base) => single[name].map((first, i) => first - single[base][i]);
for (const name of names.slice(1, 3)) {
  const list = added(name, names[0]);
  const title = `added time to first token, ${name}`;
  report(`${title}, p50`, median(list).toFixed(2), ' ms', median(list) <= 3, '≤ 3 ms');
  const p95 = quantile(list, 0.95);
  report(`${title}, p95`, p95.toFixed(2), ' ms', p95 <= 8, '≤ 8 ms');
}
console.log(
  `  the same client over a direct push instead: /v1 adds ${p50p95(added(names[2], SAME_CLIENT))}`,
);
console.log(`  a bare service worker and two workers that only pass on add ${p50p95(least)}`);

await page.command('ServiceWorker.enable');
const cold = [];
for (let i = 0; i < 15; i++) {
  await page.command('ServiceWorker.stopAllWorkers');
  await new Promise((resolve) => setTimeout(resolve, 100));
  cold.push(
    await page.evaluate(async () =>
      (await import(['/e2e', 'v1-overhead.js'].join('/'))).timeModels(),
    ),
  );
}
report(
  'first request after the service worker was stopped',
  median(cold).toFixed(1),
  ' ms',
  median(cold) <= 40,
  '≤ 40 ms',
);

await close();
console.log(failed.length === 0 ? '\nAll targets are met.' : `\nMissed: ${failed.join('; ')}`);
