// Replicas of Ray Serve are killed while they answer and between requests, at last all of the cluster.
import { expect } from '@playwright/test';

const STREAMS = 4;
const LONG = {
  model: 'ray/qwen',
  messages: [{ role: 'user', content: 'Count from 1 to 200, one number a line.' }],
  max_tokens: 200,
  temperature: 0,
};
const SHORT = { ...LONG, messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 8 };

/** @throws where an answer is not the documented one */
export async function killReplicas({ call, page, ray, llama }) {
  const rows = [];
  await whileTheyAnswer({ call, page, ray, llama, rows });
  await betweenRequests({ call, ray, rows });
  console.log('\nReplicas killed:');
  console.table(rows);
}

async function whileTheyAnswer({ call, page, ray, llama, rows }) {
  const before = await promptTokens(llama);
  await page.evaluate(() => {
    globalThis.deltas = 0;
  });
  const streams = Array.from({ length: STREAMS }, () =>
    call('chat/completions', { ...LONG, stream: true }),
  );
  await page.waitForFunction(() => globalThis.deltas > 40, null, { timeout: 120_000 });
  await ray.kill(1);
  const answers = await Promise.all(streams);
  const lost = answers.filter(({ error }) => error);
  const whole = answers.filter(({ error, isDone }) => !error && isDone);
  // Its streams end with an error of our own; the other replica's continue; no answer is restarted.
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length + whole.length).toBe(STREAMS);
  for (const { error, status, servedBy, text } of lost) {
    expect([error.code, status, servedBy]).toEqual(['upstream_lost', 200, 'ray/qwen']);
    expect(text).not.toBe('');
  }
  expect(await promptTokens(llama)).toBe(before);
  rows.push({
    killed: `1 of 2 while ${STREAMS} answers stream`,
    answers: `${lost.length} upstream_lost, ${whole.length} whole`,
    tried: 'no other provider',
  });
}

async function betweenRequests({ call, ray, rows }) {
  await ray.kill(1);
  const one = await call('chat/completions', SHORT);
  expect([one.status, one.error]).toEqual([200, null]);
  rows.push({ killed: '1 just before a request', answers: one.servedBy, tried: one.tried });
  await ray.kill(2);
  const all = await call('chat/completions', SHORT);
  expect([all.status, all.error]).toEqual([200, null]);
  rows.push({ killed: 'all just before a request', answers: all.servedBy, tried: all.tried });
}

/** Ends the whole cluster: what it would have answered, the next provider of the rule answers. */
export async function endCluster({ call, ray }) {
  ray.stop();
  // Its processes notice one by one.
  while (await isThere(ray.url)) await new Promise((resolve) => setTimeout(resolve, 200));
  const found = await call('chat/completions', SHORT);
  expect([found.status, found.servedBy]).toEqual([200, 'llama/qwen']);
  expect(found.tried).toMatch(/^ray\/qwen\((unreachable|50\d)\)$/);
  console.log('\nThe whole cluster ended:');
  console.table([{ answers: found.servedBy, tried: found.tried }]);
}

function isThere(url) {
  return fetch(`${url}/models`).then(
    () => true,
    () => false,
  );
}

/** Tokens that llama.cpp's server has read so far. */
async function promptTokens({ url }) {
  const response = await fetch(new URL('/metrics', url));
  return Number(/^llamacpp:prompt_tokens_total (\d+)/m.exec(await response.text())?.[1]);
}
