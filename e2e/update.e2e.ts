import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { TAKE_UPDATE } from '#server/accept-update.ts';
import { ChatPage, numbered, script } from './chat-page.ts';

test('a new version is offered, never during an answer, and taken when the person agrees', async ({
  browser,
}) => {
  const root = await mkdtemp(join(tmpdir(), 'alcove-'));
  await cp(fileURLToPath(new URL('../dist', import.meta.url)), root, { recursive: true });
  const { server, url } = await serve({ root });
  const context = await browser.newContext();
  const page = await context.newPage();
  const chat = new ChatPage(page);
  await chat.open(`${url}/chat?scripted-models`);
  await chat.choose('Scripted chat');
  await page.evaluate(() => alcove.ready);
  await appendFile(join(root, 'service-worker.js'), '\n// the next version\n');
  await chat.send(script(numbered(120), 25));
  await expect(chat.answers).toContainText('w3 ');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const offer = page.getByText('A new version of Alcove is ready.');
  await expect(chat.answers).toContainText('w60 ', { timeout: 20_000 });
  await expect(offer).toHaveCount(0);
  await expect(chat.answers).toContainText('tok/s', { timeout: 20_000 });
  await expect(offer).toBeVisible({ timeout: 10_000 });
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect
    .poll(() => page.evaluate(() => performance.timeOrigin).catch(() => before))
    .not.toBe(before);
  await expect(chat.answers).toContainText('w119');
  await expect(offer).toHaveCount(0);
  const waiting = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
  );
  expect(waiting).toBeNull();
  await context.close();
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

test('alcove --headless updates its page without asking, because no person is there to agree', async ({
  browser,
}) => {
  const root = await mkdtemp(join(tmpdir(), 'alcove-'));
  await cp(fileURLToPath(new URL('../dist', import.meta.url)), root, { recursive: true });
  // A model that takes forever: the old service worker is in the middle of saving it for offline use.
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const { server, url } = await serve({
    root,
    first: async ({ url: path }: IncomingMessage) => {
      if (!path?.includes('.onnx')) return false;
      hold();
      return true;
    },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/chat`);
  await page.evaluate(() => alcove.ready);
  expect(await page.evaluate(TAKE_UPDATE)).toBe(false);
  await appendFile(join(root, 'service-worker.js'), '\n// the next version\n');
  await page.reload();
  await page.evaluate(async () => {
    await alcove.ready;
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.active?.postMessage({ type: 'alcove:save-offline' });
  });
  await held;
  expect(await page.evaluate(TAKE_UPDATE)).toBe(true);
  const waiting = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
  );
  expect(waiting).toBeNull();
  expect(await page.evaluate(TAKE_UPDATE)).toBe(false);
  await context.close();
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});
