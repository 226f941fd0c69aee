import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { DATA } from './audio-files.ts';
import { ChatPage } from './chat-page.ts';
import { openPage } from './open-page.ts';

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');

function digitsOf(text: string): string {
  const numerals = text.toLowerCase().replace(/[a-z]+/g, (word) => String(DIGITS.indexOf(word)));
  return numerals.replace(/[^-\d]/g, '');
}

test('a typed message, a dropped file and lines of text are answered, and nothing leaves the origin', async ({
  page,
  context,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && !['data:', 'blob:'].includes(protocol)) elsewhere.push(request.url());
  });
  const problems: string[] = [];
  // The browser's own words too, about page and workers: Playwright leaves the workers' out.
  const log = await context.newCDPSession(page);
  log.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') problems.push(entry.text);
  });
  await log.send('Log.enable');
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  const chat = new ChatPage(page);
  await chat.open('/');
  const answer = await chat.ask('how do I transcribe an mp3?');
  await expect(answer).toContainText('Transcribe');
  await page.getByRole('link', { name: 'Transcribe', exact: true }).first().click();
  await page.getByLabel('Audio files').setInputFiles(join(DATA, 'jackson.wav'));
  await expect(page.getByText(/^Done/)).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'jackson.wav' }).click();
  const said = page.getByRole('list', { name: 'Transcript' }).locator('[data-said]');
  await expect(said.first()).not.toBeEmpty();
  const words = await said.allTextContents();
  // Whisper, which ships with the app, writes spoken digits as words or as numerals.
  expect(digitsOf(words.join(' '))).toBe('4865210');
  await page.getByRole('link', { name: 'Embeddings' }).first().click();
  await page.getByRole('link', { name: /^See 80 sentences on a map/ }).click();
  await page.getByRole('tab', { name: 'Similar' }).click();
  await page.getByLabel('Pairs above').selectOption('0.5');
  const nearest = page.getByRole('table').last().getByRole('row').nth(1);
  await expect(nearest).toContainText('A man is playing a guitar in the street.');
  await expect(nearest).toContainText('Someone is playing the guitar in the street.');
  expect(elsewhere).toEqual([]);
  expect(problems).toEqual([]);
});

test('a client that leaves before its answer in one piece frees the model', async ({ page }) => {
  await openPage(page, '/');
  const freeAfter = await page.evaluate(async () => {
    const key = await alcove.createApiKey('leaves');
    const schema = { type: 'array', items: { type: 'integer' }, minItems: 200 };
    const ask = (body: object, signal: AbortSignal | null) =>
      fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'alcove-guide',
          messages: [{ role: 'user', content: 'What can you do?' }],
          ...body,
        }),
        signal,
      });
    await (await ask({}, null)).text();
    const running = async () =>
      (await alcove.status()).slots.find(({ model }) => model === 'alcove-guide')?.running;
    const format = { type: 'json_schema', json_schema: { name: 'n', strict: true, schema } };
    let began = performance.now();
    await (await ask({ response_format: format }, null)).text();
    const whole = performance.now() - began;
    const gone = new AbortController();
    const asked = ask({ response_format: format }, gone.signal).catch(() => {});
    while ((await running()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    await asked;
    began = performance.now();
    while ((await running()) !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return (performance.now() - began) / whole;
  });
  // A share of the time that the whole answer takes here.
  expect(freeAfter).toBeLessThan(0.3);
});

test('on a host without any headers the service worker isolates the page', async ({ browser }) => {
  const { server, url } = await serve({ isolated: false });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => crossOriginIsolated, undefined, { timeout: 20_000 });
  const policy = await page.evaluate(
    async () => (await fetch(location.href, { method: 'GET' })).ok,
  );
  expect(policy).toBe(true);
  // The page was loaded again by itself, and its scripts may still be on their way.
  await page.waitForFunction(() => 'alcove' in globalThis);
  await page.evaluate(async () => {
    await alcove.ready;
  });
  const status = await page.evaluate(async () => (await fetch('/v1/models')).status);
  expect(status).toBe(200);
  await context.close();
  server.closeAllConnections();
  server.close();
});

test('/v1 past the service worker is an error in JSON, never the page', async ({ request }) => {
  const response = await request.get('/v1/models');
  expect(response.status()).toBe(503);
  expect(response.headers()['retry-after']).toBe('1');
  expect((await response.json()).error.code).toBe('engine_unavailable');
});

test('after a hard reload the page works through its own port and takes control back or says so', async ({
  page,
  context,
}) => {
  const key = await openPage(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Page.reload', { ignoreCache: true });
  await page.waitForFunction(() => 'alcove' in globalThis);
  const direct = await page.evaluate(async (apiKey) => {
    const messages = [{ role: 'user', content: 'still here' }];
    const body = JSON.stringify({ model: 'scripted-chat', messages });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await alcove.fetch('/v1/chat/completions', { method: 'POST', headers, body });
    return response.json();
  }, key);
  expect(direct.choices[0].message.content).toBe('still here');
  const status = await page.evaluate(async () => {
    await alcove.ready.catch(() => {});
    return navigator.serviceWorker.controller ? (await fetch('/v1/models')).status : 0;
  });
  if (status === 0)
    await expect(page.getByRole('button', { name: 'No service worker' })).toBeVisible();
  else expect(status).toBe(200);
});

test('two tabs share one host, and a model is loaded once', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  const key = await openPage(first);
  await openPage(second);
  const ask = (page: typeof first) =>
    page.evaluate(async (apiKey) => {
      const body = JSON.stringify({ model: 'alcove-embed', input: 'hello' });
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch('/v1/embeddings', { method: 'POST', headers, body });
      return { status: response.status, slots: (await alcove.status()).slots.length };
    }, key);
  expect([await ask(first), await ask(second)]).toEqual([
    { status: 200, slots: 1 },
    { status: 200, slots: 1 },
  ]);
});

test('the reference describes every path', async ({ request }) => {
  const api = await (await request.get('/openapi.json')).json();
  expect(Object.keys(api.paths)).toEqual([
    '/chat/completions',
    '/responses',
    '/responses/input_tokens',
    '/responses/{id}',
    '/responses/{id}/input_items',
    '/responses/{id}/cancel',
    '/messages',
    '/messages/count_tokens',
    '/completions',
    '/embeddings',
    '/rerank',
    '/ocr',
    '/audio/speech',
    '/audio/transcriptions',
    '/audio/translations',
    '/audio/reasoning',
    '/files',
    '/files/{id}',
    '/files/{id}/content',
    '/vector_stores',
    '/vector_stores/{id}',
    '/vector_stores/{id}/search',
    '/vector_stores/{id}/files',
    '/vector_stores/{id}/files/{file_id}',
    '/vector_stores/{id}/files/{file_id}/content',
    '/vector_stores/{id}/file_batches',
    '/vector_stores/{id}/file_batches/{batch_id}',
    '/vector_stores/{id}/file_batches/{batch_id}/cancel',
    '/vector_stores/{id}/file_batches/{batch_id}/files',
    '/batches',
    '/batches/{id}',
    '/batches/{id}/cancel',
    '/models',
    '/models/{id}',
  ]);
  const { $ref } =
    api.paths['/chat/completions'].post.requestBody.content['application/json'].schema;
  const { properties } = api.components.schemas[$ref.split('/').at(-1)];
  expect(properties.top_k.anyOf?.[0] ?? properties.top_k).toMatchObject({
    minimum: 1,
    maximum: 100,
  });
});

test('the model cards carry measured figures', () => {
  for (const id of ['alcove-guide', 'alcove-embed']) {
    const card = readFileSync(new URL(`../public/models/${id}/README.md`, import.meta.url), 'utf8');
    expect(card).toContain('| measured in Chromium, wasm, 2 cores |');
  }
});
