import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openPage } from './open-page.ts';
import { patience } from './patience.ts';

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
  expect(first.ms).toBeLessThan(10_000 * patience());
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

test('a model whose thread started before the service worker downloads through it', async ({
  page,
  baseURL,
}) => {
  const past: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/models/') && !response.fromServiceWorker()) past.push(pathname);
  });
  let requested = 0;
  const isControlled = () => navigator.serviceWorker.controller !== null;
  const held = await serveHeld(`${baseURL}`, async (path) => {
    if (path === '/service-worker.js') await expect.poll(() => requested).toBeGreaterThan(0);
    if (!path.startsWith('/assets/slot-worker-')) return;
    requested++;
    await expect.poll(() => page.evaluate(isControlled)).toBe(true);
  });
  await page.goto(held.url);
  const status = await page.evaluate(async () => {
    await alcove.ready;
    const headers = {
      authorization: `Bearer ${await alcove.createApiKey('e2e')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ model: 'alcove-embed', input: 'a text' });
    return (await fetch('/v1/embeddings', { method: 'POST', headers, body })).status;
  });
  expect([status, requested, past]).toEqual([200, 1, []]);
  held.close();
});

/** The app at another address, each of its files sent only once `hold` lets it. */
async function serveHeld(from: string, hold: (path: string) => Promise<void>) {
  const pass = async (asked: IncomingMessage, response: ServerResponse) => {
    const path = asked.url ?? '/';
    await hold(path);
    request(new URL(path, from), { headers: { ...asked.headers, host: new URL(from).host } })
      .on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      })
      .on('error', () => response.destroy())
      .end();
  };
  const server = createServer((asked, response) => {
    pass(asked, response).catch(() => response.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => server.close().closeAllConnections(),
  };
}
