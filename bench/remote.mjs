// npm run bench:remote: what routing to a provider adds to a direct call of the same server, in one browser, interleaved:
// first tokens and throughput; and how smooth the page stays while 64 answers stream. The server's times are fixed.
import { createServer } from 'node:http';
import { allowKeys } from './cluster/in-page.mjs';
import { offer, whenOffered } from './offer.mjs';
import { median, openUnobserved, quantile } from './open-alcove.mjs';
import { quiet } from './quiet.mjs';
import { openScriptedServer } from './scripted-server.mjs';
import { openTlsProxy, TLS_ARGS } from './tls-proxy.mjs';

const SINGLES = Number(process.env.REPETITIONS ?? 60);
const STREAMS = 5;
const PARALLEL = 64;
const WARM_UP = 20;
/** A steady stream: 200 tokens a second. */
const STEADY = { tokens: 400, firstMs: 0, delayMs: 5 };
/** One of 64: 20 tokens a second for ten seconds. */
const SLOW = { tokens: 200, firstMs: 0, delayMs: 50 };

/** Streams answers in a page. @returns for each, milliseconds to its first token and its end */
async function stream({ base, key, model, script, count }) {
  const one = async () => {
    const start = performance.now();
    const response = await fetch(`${base}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        stream: true,
        messages: [{ role: 'user', content: `#script ${JSON.stringify(script)}` }],
      }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let first = 0;
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      if (first === 0 && text.includes('"content":"0')) first = performance.now() - start;
    }
    const found = text.match(/"content":"\d+ "/g)?.length ?? 0;
    if (found !== script.tokens || !text.endsWith('data: [DONE]\n\n')) {
      throw new Error(`The answer is not whole: ${text.slice(-500)}`);
    }
    return { first, total: performance.now() - start };
  };
  return Promise.all(Array.from({ length: count }, one));
}

/** The same, with the times of the frames that the page drew. */
async function streamAndCountFrames(options) {
  const frames = [];
  let isOver = false;
  const draw = (now) => {
    frames.push(now);
    if (!isOver) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  const runs = await globalThis.stream(options);
  isOver = true;
  const steps = frames.slice(1).map((time, i) => time - frames[i]);
  return { runs, steps };
}

/** Loads the page again: its keys and providers are read when it starts. */
async function reload(page) {
  await page.evaluate(() => {
    globalThis.isOld = true;
    setTimeout(() => location.reload());
  });
  const isNew = () => !globalThis.isOld && 'alcove' in globalThis;
  while (!(await page.evaluate(isNew).catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const scripted = await openScriptedServer();
const proxy = await openTlsProxy(new URL(scripted.url).origin);
const base = `${proxy.url}/v1`;
const plain = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end('<p>Direct'),
);
await new Promise((resolve) => plain.listen(0, '127.0.0.1', resolve));
const deployment = {
  providers: [
    {
      id: 'lab',
      name: 'Lab',
      baseUrl: base,
      boundary: 'own-network',
      models: [{ id: 'scripted', remote: 'scripted' }],
      limits: { parallel: 100 },
    },
  ],
  rules: [{ when: { model: 'lab/*' }, mode: 'only-remote', to: ['lab:*'] }],
};
const { page, browser, key, close } = await openUnobserved({
  path: '/',
  first: offer(deployment),
  args: TLS_ARGS,
});
await page.evaluate(allowKeys);
await reload(page);
await page.evaluate(whenOffered, { key, models: ['lab/scripted'] });
const direct = await browser.newPage(`http://127.0.0.1:${plain.address().port}/`);
for (const each of [page, direct]) await each.evaluate(`() => { globalThis.stream = ${stream} }`);

const ways = {
  direct: (script, count) =>
    direct.evaluate((o) => globalThis.stream(o), {
      base,
      key: 'x',
      model: 'scripted',
      script,
      count,
    }),
  alcove: (script, count) =>
    page.evaluate((o) => globalThis.stream(o), {
      base: '/v1',
      key,
      model: 'lab/scripted',
      script,
      count,
    }),
};
/** Rounds in the order A B, B A, …: slow drifts of the machine hit both alike. */
async function measure(rounds, script, count = 1) {
  const found = { direct: [], alcove: [] };
  for (let i = 0; i < rounds; i++) {
    for (const name of i % 2 ? ['alcove', 'direct'] : ['direct', 'alcove']) {
      found[name].push(...(await ways[name](script, count)));
    }
  }
  return found;
}

const missed = [];
function report(name, value, ok, target) {
  if (!ok) missed.push(name);
  console.log(`${ok ? '✓' : '✖'} ${name}: ${value} (target ${target})`);
}
const firsts = (runs) => runs.map(({ first }) => first);
const rate = (runs, { tokens }) => median(runs.map(({ total }) => (tokens / total) * 1000));

await measure(WARM_UP, { tokens: 1 });
await quiet();
const singles = await measure(SINGLES, { tokens: 1 });
const added = singles.alcove.map(({ first }, i) => first - singles.direct[i].first);
const p50p95 = (list) =>
  `${median(list).toFixed(1)} ms p50, ${quantile(list, 0.95).toFixed(1)} ms p95`;
for (const name of ['direct', 'alcove'])
  console.log(`  first token, ${name}: ${p50p95(firsts(singles[name]))}`);
report('added to the first token', p50p95(added), median(added) <= 5, '≤ 5 ms p50');

await quiet();
const steady = await measure(STREAMS, STEADY);
const ratio = rate(steady.alcove, STEADY) / rate(steady.direct, STEADY);
report(
  'throughput of a stream of 200 tokens a second',
  `${ratio.toFixed(4)}×`,
  ratio >= 0.99,
  '≥ 0.99×',
);

await quiet();
const many = await measure(2, SLOW, 16);
const ofMany = rate(many.alcove, SLOW) / rate(many.direct, SLOW);
report('throughput of 16 streams at a time', `${ofMany.toFixed(4)}×`, ofMany >= 0.99, '≥ 0.99×');

await quiet();
const options = { base: '/v1', key, model: 'lab/scripted', script: SLOW, count: PARALLEL };
const { runs, steps } = await page.evaluate(streamAndCountFrames, options);
const seconds = steps.reduce((sum, ms) => sum + ms, 0) / 1000;
const perSecond = steps.length / seconds;
report(
  `frames a second while ${PARALLEL} answers stream`,
  `${perSecond.toFixed(1)}, longest ${Math.max(...steps).toFixed(0)} ms`,
  perSecond >= 55,
  '≥ 55',
);
console.log(
  `  of these answers: first token ${p50p95(firsts(runs))}, ${rate(runs, SLOW).toFixed(1)} of 20 tokens/s each`,
);

await close();
proxy.close();
scripted.close();
plain.close();
console.log(missed.length === 0 ? '\nAll targets are met.' : `\nMissed: ${missed.join('; ')}`);
process.exit(missed.length === 0 ? 0 : 1);
