import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openPage } from './open-page.ts';

/** Blocks a page's main thread for longer than any test; nothing waits for it. */
function hang(page: Page): void {
  page
    .evaluate(() => {
      const end = Date.now() + 120_000;
      while (Date.now() < end);
    })
    .catch(() => {});
}

/** As the browser does after half a minute of rest: the connection to the host is forgotten. */
async function stopServiceWorker(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
}

const listModels = (page: Page) =>
  page.evaluate(async () => {
    const began = performance.now();
    const { status } = await fetch('/v1/models');
    return { status, ms: performance.now() - began };
  });

test('a host page that hangs does not stop /v1 of other tabs, new ones included', async ({
  context,
}) => {
  const [host, second] = [await context.newPage(), await context.newPage()];
  await openPage(host);
  await openPage(second);
  hang(host);
  await stopServiceWorker(context, second);
  const first = await listModels(second);
  expect(first.status).toBe(200);
  expect(first.ms).toBeLessThan(10_000);
  const third = await context.newPage();
  await openPage(third);
  expect((await listModels(third)).status).toBe(200);
  await host.close({ runBeforeUnload: false });
});

test('a tab that knows no other way takes over from a host page that hangs', async ({
  context,
}) => {
  const [host, second] = [await context.newPage(), await context.newPage()];
  await openPage(host);
  await second.goto('/favicon.svg');
  await stopServiceWorker(context, second);
  hang(host);
  await openPage(second);
  expect((await listModels(second)).status).toBe(200);
  await expect(second.getByRole('button', { name: /No service worker/ })).toHaveCount(0);
  await host.close({ runBeforeUnload: false });
});

/** 2ⁿ combinations: 2 KB that stopped the service in every tab. */
const exponential = (n: number) => ({
  allOf: Array.from({ length: n }, (_, i) => ({
    anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }],
  })),
});
const HOSTILE: Record<string, unknown>[] = [
  exponential(14),
  exponential(26),
  { enum: Array.from({ length: 20_000 }, (_, i) => `value ${i}`) },
  // A property name that a pattern takes exponential time to refuse.
  {
    type: 'object',
    patternProperties: { '^(a+)+$': { type: 'string' } },
    properties: { [`${'a'.repeat(40)}!`]: { type: 'string' } },
  },
  { type: 'string', pattern: '^((a{0,999}){0,999}){0,999}$' },
  {
    type: 'object',
    minProperties: 40,
    properties: Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [`p${i}`, { maxLength: 400 + i }]),
    ),
  },
];

test('schemas are compiled or refused while the service goes on answering', async ({ page }) => {
  const key = await openPage(page);
  const result = await page.evaluate(
    async ([apiKey, schemas]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const ask = async (schema: object) => {
        const began = performance.now();
        const body = JSON.stringify({
          model: 'scripted-chat',
          messages: [{ role: 'user', content: 'hi' }],
          max_tokens: 8,
          response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
        });
        const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body });
        const { error } = await response.json();
        return { status: response.status, code: error?.code, ms: performance.now() - began };
      };
      // Once before it counts: the thread that checks schemas starts.
      await ask({ type: 'string', maxLength: 3 });
      const pings: number[] = [];
      let isOver = false;
      const ping = (async () => {
        while (!isOver) {
          const began = performance.now();
          await (await fetch('/v1/models')).arrayBuffer();
          pings.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })();
      const answers = [];
      for (const schema of schemas) answers.push(await ask(schema));
      isOver = true;
      await ping;
      pings.sort((a, b) => a - b);
      return { answers, p99: pings[Math.floor(pings.length * 0.99)] ?? 0, count: pings.length };
    },
    [key, HOSTILE] as const,
  );
  const slowest = Math.max(...result.answers.map((a) => a.ms));
  process.stdout.write(
    `/v1/models p99 ${result.p99.toFixed(0)} ms of ${result.count}, slowest schema ${slowest.toFixed(0)} ms\n`,
  );
  for (const { status, code, ms } of result.answers) {
    expect([200, 400]).toContain(status);
    if (status === 400) expect(code).toBe('invalid_json_schema');
    // One second for the schema; the rest is what a busy machine adds to a request.
    expect(ms).toBeLessThan(3_000);
  }
  expect(result.p99).toBeLessThan(1_000);
});

test('a link to the scripted models lists them in its own tab and stores nothing', async ({
  context,
}) => {
  const isListed = (page: Page) =>
    page.evaluate(async () => {
      const { data } = await (await alcove.fetch('/v1/models')).json();
      return data.some((model: { id: string }) => model.id === 'scripted-chat');
    });
  const [host, linked] = [await context.newPage(), await context.newPage()];
  await openPage(host, '/');
  expect(await isListed(host)).toBe(false);
  await openPage(linked);
  await expect.poll(() => isListed(linked)).toBe(true);
  // Another host, and the address without the parameter: the tab still has them.
  await host.close();
  await linked.goto('/developer');
  await expect.poll(() => isListed(linked)).toBe(true);
  await linked.close();
  const later = await context.newPage();
  await openPage(later, '/');
  expect(await isListed(later)).toBe(false);
});
