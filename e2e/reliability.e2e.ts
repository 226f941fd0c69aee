import { expect, type Page, test } from '@playwright/test';
import { times } from '#testing/test-run.ts';
import { openPage } from './open-page.ts';
import { patience } from './patience.ts';

const ABORTS = times(200, 60);
const TAKEOVERS = times(20, 6);

const LONG = `#script ${JSON.stringify({ tokens: Array.from({ length: 400 }, (_, i) => `${i} `), delayMs: 40 })}`;

interface Bundle {
  abortAtRandom: (key: string, script: string, times: number, limitMs: number) => Promise<string[]>;
}

async function isIdle(page: Page): Promise<boolean> {
  const { slots } = await page.evaluate(() => alcove.status());
  return slots.every((slot) => slot.running === 0 && slot.waiting === 0);
}

test(`${ABORTS} requests aborted at random points leave the engine idle and right`, {
  tag: '@measured',
}, async ({ page }) => {
  const key = await openPage(page);
  const failures = await page.evaluate(
    async ([apiKey, long, count, limit]) => {
      const bundle = (await import('/e2e/aborts.js' as string)) as Bundle;
      return bundle.abortAtRandom(apiKey, long, count, limit);
    },
    [key, LONG, ABORTS, 200 * patience()] as const,
  );
  expect(failures).toEqual([]);
});

test('no fetch hangs when the service worker is stopped fifty times', async ({ page, context }) => {
  const key = await openPage(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(
    ([apiKey, long]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const state = { done: 0, answered: 0, broken: 0, slowest: 0, stop: false };
      Object.assign(globalThis, { sent: state });
      const one = async (i: number) => {
        const content = i % 3 === 0 ? long : 'hello there';
        const messages = [{ role: 'user', content }];
        const body = JSON.stringify({
          model: 'scripted-chat',
          messages,
          max_tokens: 40,
          stream: i % 2 === 0,
        });
        const start = performance.now();
        try {
          const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body });
          await response.text();
          state.answered++;
        } catch {
          state.broken++;
        }
        state.slowest = Math.max(state.slowest, performance.now() - start);
        state.done++;
      };
      const sendAll = async () => {
        for (let i = 0; !state.stop; i++) await one(i);
      };
      sendAll().catch(() => {});
    },
    [key, LONG] as const,
  );
  for (let i = 0; i < 50; i++) {
    await page.waitForFunction(
      (n) => (globalThis as unknown as { sent: { done: number } }).sent.done > n,
      i,
    );
    await cdp.send('ServiceWorker.stopAllWorkers');
  }
  const state = await page.evaluate(async () => {
    const sent = (
      globalThis as unknown as {
        sent: { stop: boolean; answered: number; broken: number; slowest: number };
      }
    ).sent;
    sent.stop = true;
    const response = await fetch('/v1/models');
    return { ...sent, last: response.status };
  });
  expect(state.last).toBe(200);
  expect(state.answered).toBeGreaterThan(25);
  expect(state.slowest).toBeLessThan(10_000 * patience());
});

test('a client tab gets a typed error within 2 s when the host tab closes mid-stream', {
  tag: '@measured',
}, async ({ context }) => {
  const first = await context.newPage();
  let host = first;
  const key = await openPage(host);
  for (let i = 0; i < TAKEOVERS; i++) {
    const guest = await context.newPage();
    await openPage(guest).catch(() => {});
    const outcome = guest.evaluate(
      async ([apiKey, long]) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        const messages = [{ role: 'user', content: long }];
        const body = JSON.stringify({ model: 'scripted-chat', messages, stream: true });
        const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = (await reader?.read())?.value ?? '';
        Object.assign(globalThis, { isStreaming: true });
        let last = performance.now();
        for (;;) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
          if (done) break;
          text += value;
          if (!value.includes('"error"')) last = performance.now();
        }
        const waited = performance.now() - last;
        const again = await fetch('/v1/chat/completions', {
          method: 'POST',
          headers,
          body: JSON.stringify({
            model: 'scripted-chat',
            messages: [{ role: 'user', content: 'still there' }],
          }),
        });
        return {
          waited,
          tail: text.slice(-400),
          next: again.status,
          said: (await again.text()).includes('still there'),
        };
      },
      [key, LONG] as const,
    );
    await expect.poll(() => guest.evaluate(() => 'isStreaming' in globalThis)).toBe(true);
    await host.close();
    const { waited, tail, next, said } = await outcome;
    expect(tail).toContain('"code":"engine_unavailable"');
    expect(tail.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(waited).toBeLessThan(2000 * patience());
    expect([next, said]).toEqual([200, true]);
    host = guest;
  }
  expect(await isIdle(host)).toBe(true);
});

test('a failed load and a failed run do not poison what comes after them', async ({ page }) => {
  await openPage(page, '/');
  const seen = await page.evaluate(async () => {
    const bundle = (await import('/e2e/poison.js' as string)) as {
      surviveFailures: () => Promise<string[]>;
    };
    return bundle.surviveFailures();
  });
  expect(seen).toEqual([
    'load of a broken file: failed',
    'load of a good file: right',
    'run on the wrong type: failed',
    'run on a text: right',
  ]);
});

test('a worker that dies gives its request a typed error and the next one an answer', async ({
  page,
}) => {
  const key = await openPage(page);
  const answers = await page.evaluate(
    async ([apiKey, long]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const ask = (content: string) => {
        const body = JSON.stringify({
          model: 'scripted-chat',
          messages: [{ role: 'user', content }],
        });
        return fetch('/v1/chat/completions', { method: 'POST', headers, body });
      };
      const broken = ask(long).then(async (r) => [r.status, (await r.json()).error.code]);
      const isRunning = async () => (await alcove.status()).slots.some((slot) => slot.running > 0);
      while (!(await isRunning()));
      await alcove.unload('scripted-chat');
      return [await broken, (await ask('next')).status];
    },
    [key, LONG] as const,
  );
  expect(answers).toEqual([[503, 'engine_unavailable'], 200]);
});

test('a host worker that hangs is restarted, and its requests end with a typed error', {
  tag: '@full',
}, async ({ page }) => {
  const key = await openPage(page);
  const outcome = page.evaluate(
    async ([apiKey, long]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const ask = (content: string, stream: boolean) =>
        fetch('/v1/chat/completions', {
          method: 'POST',
          headers,
          body: JSON.stringify({
            model: 'scripted-chat',
            messages: [{ role: 'user', content }],
            stream,
          }),
        });
      const streamed = await ask(long, true);
      Object.assign(globalThis, { isStreaming: true });
      const text = await streamed.text();
      const next = await ask('still there', false);
      return { tail: text.slice(-400), status: next.status, text: await next.text() };
    },
    [key, LONG] as const,
  );
  await expect.poll(() => page.evaluate(() => 'isStreaming' in globalThis)).toBe(true);
  const host = page.workers().find((worker) => worker.url().includes('host-worker'));
  await host?.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  const { tail, status: next, text } = await outcome;
  expect(tail).toContain('"code":"engine_unavailable"');
  expect(next).toBe(200);
  expect(text).toContain('still there');
  expect(await isIdle(page)).toBe(true);
});
