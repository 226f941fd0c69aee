// npm run bench:bridge: what a program outside the browser waits longer than the page itself, in one run, interleaved:
// time to the first token, tokens per second of an answer of 200 tokens a second, and how often an upload is held in memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/platform.mjs';
import { measureUpload } from './upload-memory.mjs';

const SINGLES = Number(process.env.REPETITIONS ?? 40);
const STREAMS = 5;
const TOKENS = 400;
const PACE_MS = 5;
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** One streamed answer; runs in the page and here. @returns milliseconds to the first token and to the end. */
async function ask(base, key, tokens, delayMs) {
  const script = { tokens: Array.from({ length: tokens }, (_, i) => `${i} `), delayMs };
  const messages = [{ role: 'user', content: `#script ${JSON.stringify(script)}` }];
  const start = performance.now();
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted-chat', stream: true, messages }),
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
  if (!text.endsWith('data: [DONE]\n\n')) throw new Error('The answer is not whole.');
  return { first, total: performance.now() - start };
}

const data = mkdtempSync(join(tmpdir(), 'alcove-'));
const server = spawn(process.execPath, ['scripts/start.mjs', '--port', '0', '--data', data]);
let output = '';
server.stdout.on('data', (text) => {
  output += text;
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  while (!/#pair=\S+\n/.test(output)) await new Promise((resolve) => setTimeout(resolve, 100));
  const [pairing] = /http\S+#pair=\S+/.exec(output);
  const { origin } = new URL(pairing);
  const page = await browser.newPage();
  await page.goto(pairing);
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.goto(`${origin}/?scripted-models`);
  const key = await page.evaluate(async () => {
    await alcove.ready;
    return alcove.createApiKey('bench');
  });
  await page.evaluate(`globalThis.ask = ${ask}`);
  const ways = {
    page: (...rest) => page.evaluate((args) => globalThis.ask('', ...args), [key, ...rest]),
    bridge: (...rest) => ask(origin, key, ...rest),
  };
  const measure = async (count, tokens, delayMs) => {
    const found = { page: [], bridge: [] };
    for (let i = 0; i < count; i++) {
      const order = i % 2 ? ['bridge', 'page'] : ['page', 'bridge'];
      for (const name of order) found[name].push(await ways[name](tokens, delayMs));
    }
    return found;
  };
  await measure(10, 1, 0);
  const singles = await measure(SINGLES, 1, 0);
  const streams = await measure(STREAMS, TOKENS, PACE_MS);
  const first = (name) => median(singles[name].map((run) => run.first));
  const rate = (name) => median(streams[name].map((run) => (TOKENS / run.total) * 1000));
  const added = first('bridge') - first('page');
  const ratio = rate('bridge') / rate('page');
  console.log(
    `first token, p50 of ${SINGLES}: page ${first('page').toFixed(1)} ms, bridge ${first('bridge').toFixed(1)} ms`,
  );
  console.log(`${added <= 4 ? '✓' : '✖'} added by the bridge: ${added.toFixed(1)} ms (target ≤ 4)`);
  console.log(
    `tokens per second: page ${rate('page').toFixed(1)}, bridge ${rate('bridge').toFixed(1)}`,
  );
  console.log(`${ratio >= 0.98 ? '✓' : '✖'} ratio: ${ratio.toFixed(3)} (target ≥ 0.98)`);
  const held = await measureUpload({ origin, key, serverPid: server.pid });
  const [firstTime, ...later] = held.browser.map((value) => value.toFixed(0));
  console.log(`upload of ${held.size} MB, most in memory above the rest:`);
  console.log(`  browser, first time: ${firstTime} MB, then ${later.join(', ')} MB`);
  const isSmall = held.server < held.size;
  console.log(
    `${isSmall ? '✓' : '✖'} server: ${held.server.toFixed(1)} MB (it holds no whole upload)`,
  );
  if (added > 4 || ratio < 0.98 || !isSmall) process.exitCode = 1;
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
