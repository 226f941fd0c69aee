import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import type { Exchange } from '#storage/service-records.ts';
import { violationsInBothThemes } from './axe.ts';
import { AlcoveProcess, pairPage } from './bridge-server.ts';
import { openPage } from './open-page.ts';

interface Asked {
  key: string;
  body?: object;
  /** The table that the request is waited for in: a reload would end the host before it is written. */
  table?: 'usage' | 'exchanges';
}

/** Sends a chat from the page, as a program of this origin does. @returns its `x-request-id`. */
async function ask(page: Page, { key, body = {}, table = 'exchanges' }: Asked): Promise<string> {
  const id = await page.evaluate(
    async ([apiKey, more]) => {
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'alcove-guide',
          messages: [{ role: 'user', content: 'What is an embedding?' }],
          temperature: 0,
          max_tokens: 24,
          ...more,
        }),
      });
      await response.text();
      return response.headers.get('x-request-id') ?? '';
    },
    [key, body] as const,
  );
  await expect.poll(() => stored(page, table)).toContain(id);
  return id;
}

/** All rows of a table as JSON. */
function stored(page: Page, table: string): Promise<string> {
  return page.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('alcove');
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
    table,
  );
}

async function turnOn(page: Page, whose = 'Record programs and the playground', origin = '') {
  await page.goto(`${origin}/developer/requests`);
  await page.getByText(/^Recording: /).click();
  await page.getByLabel('Headers and bodies').selectOption(whose);
  await expect(page.getByLabel('Delete after')).toBeVisible();
}

const rows = (page: Page) =>
  page.getByRole('region', { name: 'List of requests' }).getByRole('listitem');
const part = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

test('a streamed answer is recorded and shown: why, phases, events, tokens and headers without the key', async ({
  page,
}) => {
  const key = await openPage(page);
  await turnOn(page);
  const id = await ask(page, { key, body: { stream: true, logprobs: true, top_logprobs: 2 } });
  await expect(rows(page).first()).toContainText('alcove-guide');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto(`/developer/requests/${id}`);
  await expect(
    page.getByText(/^(?:Answered in|Loading the model|Reading the|Writing the)/),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^Write/ })).toBeVisible();
  await expect(page.getByText('local/alcove-guide', { exact: true })).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('"max_tokens": 24');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await part(page, 'Events');
  await expect(page.getByRole('tabpanel').getByRole('row').nth(3)).toContainText(/\d ms.*choices/);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await part(page, 'Tokens');
  const tokens = page.getByRole('tabpanel');
  await expect(tokens.locator('[aria-hidden] > span').first()).toBeVisible();
  await tokens.getByText('As a table').click();
  await expect(tokens.getByRole('row').nth(2)).toContainText('%');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await part(page, 'Headers');
  await expect(page.getByRole('row', { name: 'authorization (not recorded)' })).toBeVisible();
  await expect(page.getByRole('row', { name: `x-request-id ${id}` })).toBeVisible();
  expect(await page.content()).not.toContain(key);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('nothing of a temporary chat is recorded, and of a stored one only when a person chose it', async ({
  page,
}) => {
  await openPage(page);
  await turnOn(page, 'Record programs and stored chats');
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible({ timeout: 60_000 });
  };
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Temporary' }).click();
  await say('What is a secret heron?');
  await page.goto('/chat');
  await say('What is a stored heron?');
  const recorded = () => stored(page, 'exchanges');
  await expect.poll(recorded).toContain('stored heron');
  expect(await recorded()).not.toContain('secret heron');
});

test('a request is sent again, edited, and both answers are next to each other', async ({
  page,
}) => {
  const key = await openPage(page);
  await turnOn(page);
  const id = await ask(page, { key });
  await page.goto(`/developer/requests/${id}`);
  await page.getByText('Replay', { exact: true }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  // The same seedless request at temperature 0 has the same answer.
  await expect(page.getByText('Same answer')).toBeVisible({ timeout: 30_000 });
  const body = page.getByLabel('Body (JSON)');
  await body.fill('{"model":');
  await expect(page.getByText('The body is not valid JSON.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeDisabled();
  const edited = { model: 'alcove-guide', messages: [{ role: 'user', content: 'Who are you?' }] };
  await body.fill(JSON.stringify(edited));
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Different answer')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('ins').first()).toBeVisible();
  await expect(page.locator('del').first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a request is sent again, edited and to another model, and both are next to each other', async ({
  page,
}) => {
  const key = await openPage(page);
  await turnOn(page);
  const id = await ask(page, { key, body: { stream: true } });
  await page.goto(`/developer/requests/${id}`);
  await page.getByText('Replay', { exact: true }).click();
  const content = `#script ${JSON.stringify({ tokens: ['Another ', 'answer.'] })}`;
  const body = page.getByLabel('Body (JSON)');
  const edited = { ...JSON.parse(await body.inputValue()), messages: [{ role: 'user', content }] };
  await body.fill(JSON.stringify(edited));
  await page.getByLabel('Model', { exact: true }).selectOption('scripted-chat');
  // The choice changes the model in the edited body alone.
  expect(JSON.parse(await body.inputValue())).toEqual({ ...edited, model: 'scripted-chat' });
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Different answer')).toBeVisible({ timeout: 60_000 });
  const sides = ['Original', 'Replay'].map((name) => page.getByRole('region', { name }));
  const [original, replay] = sides as [Locator, Locator];
  await expect(original).toContainText('alcove-guide');
  await expect(replay).toContainText('scripted-chat');
  await expect(replay.locator('ins').first()).toContainText('Another');
  await expect(original.locator('del').first()).toBeVisible();
  await expect(replay.locator('del')).toHaveCount(0);

  // The service says the same of it: another model answered the edited body.
  const [second = ''] = /[0-9a-f-]{36}/.exec((await replay.textContent()) ?? '') ?? [];
  await expect.poll(() => stored(page, 'exchanges')).toContain(second);
  const find = async (table: string) =>
    (JSON.parse(await stored(page, table)) as { requestId: string }[]).find(
      ({ requestId }) => requestId === second,
    );
  expect(await find('usage')).toMatchObject({
    model: 'scripted-chat',
    servedBy: 'local/scripted-chat',
    status: 200,
  });
  const { request, response } = (await find('exchanges')) as unknown as Exchange;
  expect(JSON.parse(request?.text ?? '')).toEqual({ ...edited, model: 'scripted-chat' });
  expect(response?.text).toContain('Another');

  await page.goto(`/developer/requests/${id}?with=${second}`);
  const model = page.getByRole('table', { name: 'Figures' }).getByRole('row', { name: /^Model / });
  await expect(model).toHaveText(/alcove-guide\s*scripted-chat\s*differs/);
  await expect(page.locator('del', { hasText: 'alcove-guide' }).first()).toBeVisible();
  await expect(page.locator('ins', { hasText: 'Another' }).first()).toBeVisible();
});

test('a request is copied as code for four clients', async ({ page }) => {
  const key = await openPage(page);
  await turnOn(page);
  const id = await ask(page, { key });
  await page.goto(`/developer/requests/${id}`);
  await page.getByText('Copy as code').click();
  const code = page.locator('pre').last();
  for (const [form, text] of [
    ['javascript', 'client.chat.completions.create'],
    ['python', 'from openai import OpenAI'],
    ['curl', "curl 'http"],
    ['fetch', "fetch('/v1/chat/completions'"],
  ] as const) {
    await page.getByLabel('View code').selectOption(form);
    await expect(code).toContainText(text);
    await expect(code).toContainText('What is an embedding?');
  }
  expect(await violationsInBothThemes(page)).toEqual([]);
});

/** What a browser that replays a HAR answers to its first request, without any server. */
async function replay(browser: Browser, har: string): Promise<{ status: number; text: string }> {
  const [{ request }] = JSON.parse(har).log.entries;
  const path = test.info().outputPath('exported.har');
  await writeFile(path, har);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const { origin } = new URL(request.url);
    await context.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Replay</title>' }),
    );
    await context.routeFromHAR(path, { url: `${origin}/v1/**`, notFound: 'abort' });
    const page = await context.newPage();
    await page.goto(`${origin}/empty`);
    return await page.evaluate(
      async ({ url, method, postData: { mimeType, text: body } }) => {
        const headers = { 'content-type': mimeType };
        const answer = await fetch(url, { method, headers, body });
        return { status: answer.status, text: await answer.text() };
      },
      request as { url: string; method: string; postData: { mimeType: string; text: string } },
    );
  } finally {
    await context.close();
  }
}

test('filters leave the requests that meet them, and those are exported', async ({
  page,
  browser,
}) => {
  const key = await openPage(page);
  await turnOn(page);
  await ask(page, { key });
  await ask(page, { key, body: { temperature: 9 } });
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Status').selectOption('Failed or cut');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('400');
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  const har = await saved('Export HAR');
  const { log } = JSON.parse(har);
  expect(log.entries).toHaveLength(1);
  expect(log.entries[0].request.postData.text).toContain('"temperature":9');
  expect(log.entries[0].response.content.text).toContain('decimal_above_max_value');
  const replayed = await replay(browser, har);
  expect(replayed).toEqual({ status: 400, text: log.entries[0].response.content.text });
  const jsonl = await saved('Export JSONL');
  const [line, ...others] = jsonl.trim().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line ?? '')).toMatchObject({ status: 400, exchange: { status: 400 } });
  await rows(page).getByRole('link').click();
  await expect(page.getByText(/Refused: the request is not valid \(decimal_above/)).toBeVisible();
  await page.getByRole('link', { name: 'All requests' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(rows(page)).toHaveCount(2);

  // Where a backup is expected, a sentence says what each file is for.
  await page.goto('/settings/data');
  for (const [name, text, use] of [
    ['requests.har', har, 'developer tools of browsers open'],
    ['requests.jsonl', jsonl, 'one in each line, for scripts'],
  ] as const) {
    const buffer = Buffer.from(text);
    const file = { name, mimeType: 'application/octet-stream', buffer };
    await page.getByLabel('Files to import').setInputFiles(file);
    const toast = page.getByText(`Import failed. “${name}” is a list of requests`);
    await expect(toast).toContainText(use);
    await expect(toast).toContainText('“Save to a set” under Developer → Requests');
  }
});

test('recorded bodies are deleted, their figures stay', async ({ page }) => {
  const key = await openPage(page);
  await turnOn(page);
  const id = await ask(page, { key });
  await page.getByRole('button', { name: 'Delete recorded bodies' }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete recorded bodies' }).click();
  await expect(page.getByRole('button', { name: 'Delete recorded bodies' })).toBeHidden();
  await page.goto(`/developer/requests/${id}`);
  await expect(page.getByText('were not recorded.')).toBeVisible();
  await expect(page.getByText('local/alcove-guide', { exact: true })).toBeVisible();
  await page.goto('/developer/requests/none');
  await expect(page.getByText('There is no request with this id here.')).toBeVisible();
});

test('a saved set runs against a model and shows which answers differ', async ({ page }) => {
  const key = await openPage(page);
  await turnOn(page);
  for (const content of ['What is an embedding?', 'Who are you?']) {
    const id = await ask(page, { key, body: { messages: [{ role: 'user', content }] } });
    await page.goto(`/developer/requests/${id}`);
    await page.getByText('Save to a set').first().click();
    await page.getByLabel('Name of the set').fill('Questions');
    await page.getByRole('button', { name: 'Save to a set' }).click();
    await expect(page.getByText('Saved to "Questions"')).toBeVisible();
  }
  await page.goto('/developer/requests/sets');
  await expect(page.getByText('2 requests')).toBeVisible();
  await page.getByRole('button', { name: 'Run the set' }).click();
  const status = page.getByRole('status').filter({ hasText: 'the same' });
  await expect(status).toHaveText('2 of 2 · 2 the same, 0 different, 0 failed', {
    timeout: 60_000,
  });
  await page.getByLabel('Run with').selectOption('scripted-chat');
  await page.getByRole('button', { name: 'Run the set' }).click();
  await expect(status).toHaveText('2 of 2 · 0 the same, 2 different, 0 failed', {
    timeout: 60_000,
  });
  await page.getByRole('listitem').filter({ hasText: 'Who are you?' }).locator('summary').click();
  await expect(page.getByRole('region', { name: 'Saved answer' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete set' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete set' }).click();
  await expect(page.getByText('No sets yet.')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('ten thousand requests scroll with the rows in view alone, and a new one moves nothing', async ({
  page,
}) => {
  const key = await openPage(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('alcove');
        opening.onsuccess = () => {
          const work = opening.result.transaction('usage', 'readwrite');
          for (let i = 0; i < 9_990; i++) {
            work.objectStore('usage').add({
              requestId: `old-${i}`,
              at: Date.now() - 10_000_000 + i,
              keyId: 'k',
              model: `model-${i % 7}`,
              endpoint: 'chat',
              status: i % 10 ? 200 : 429,
              errorCode: i % 10 ? null : 'queue_full',
              promptTokens: 10,
              completionTokens: 10,
              queueSeconds: 0.1,
              firstTokenSeconds: 0.2,
              totalSeconds: 1 + (i % 5),
              admitted: true,
            });
          }
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.goto('/developer/requests');
  await expect(page.getByText('9,990 of 9,990 requests')).toBeVisible();
  const list = page.getByRole('region', { name: 'List of requests' });
  await list.evaluate((element) => {
    element.scrollTop = 44 * 5_000;
  });
  await expect(list.locator('[aria-posinset="5001"]')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  const shown = await list.locator('[aria-posinset="5001"]').textContent();
  await ask(page, { key, table: 'usage' });
  await expect(page.getByRole('button', { name: '1 new request' })).toBeVisible();
  expect(await list.locator('[aria-posinset="5001"]').textContent()).toBe(shown);
  await page.getByRole('button', { name: '1 new request' }).click();
  await expect(list.locator('[aria-posinset="1"]')).toContainText('alcove-guide');
  await page.getByLabel('Status').selectOption('Failed or cut');
  await expect(page.getByText('999 of 9,991 requests')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('requests of programs through the bridge are recorded the same way', async ({ page }) => {
  const server = new AlcoveProcess();
  try {
    await server.start();
    const key = await pairPage(page, server);
    await turnOn(page, undefined, server.url);
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'alcove-guide',
        max_tokens: 8,
        messages: [{ role: 'user', content: 'What is Alcove?' }],
      }),
    });
    expect(response.status).toBe(200);
    const id = response.headers.get('x-request-id') ?? '';
    // The page that answered stores the record after its answer: one that is left earlier has none.
    await expect(page.locator('[aria-posinset="1"]')).toContainText('alcove-guide');
    await page.goto(`${server.url}/developer/requests/${id}`);
    await expect(page.getByText('the bridge', { exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toContainText('What is Alcove?');
    expect(await page.content()).not.toContain(key);
  } finally {
    await server.stop();
  }
});

test('a stream of a program through the bridge is recorded event by event, with the time of each', async ({
  page,
}) => {
  const server = new AlcoveProcess();
  try {
    await server.start();
    const key = await pairPage(page, server);
    await turnOn(page, undefined, server.url);
    const delayMs = 60;
    const tokens = ['One ', 'word ', 'after ', 'the ', 'other.'];
    const content = `#script ${JSON.stringify({ tokens, delayMs })}`;
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'scripted-chat',
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: 'user', content }],
      }),
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const id = response.headers.get('x-request-id') ?? '';
    const received = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => data,
    );
    await expect.poll(() => stored(page, 'exchanges')).toContain(id);
    const exchanges = JSON.parse(await stored(page, 'exchanges')) as Exchange[];
    const exchange = exchanges.find(({ requestId }) => requestId === id);
    // Byte for byte what the program got, without the line that ends every stream.
    expect(received.pop()).toBe('[DONE]');
    const recorded = [...(exchange?.response?.text ?? '').matchAll(/^data: (.*)$/gm)];
    expect(recorded.map(([, data]) => data)).toEqual(received);
    const { times = [] } = exchange ?? {};
    expect(times).toHaveLength(received.length);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    // Times of the events, not of the answer as a whole.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(delayMs * (tokens.length - 2));

    await page.goto(`${server.url}/developer/requests/${id}`);
    await expect(page.getByText('the bridge', { exact: true })).toBeVisible();
    await part(page, 'Events');
    const shown = page.getByRole('tabpanel').getByRole('row');
    // Below the names of the columns.
    await expect(shown).toHaveCount(received.length + 1);
    for (const [i, token] of tokens.entries())
      await expect(shown.filter({ hasText: JSON.stringify(token) }), `${i}`).toHaveText(
        /\d ms.*\d ms/,
      );
  } finally {
    await server.stop();
  }
});

test('any two recorded requests are next to each other, with their differences marked', async ({
  page,
}) => {
  const key = await openPage(page);
  await turnOn(page);
  const first = await ask(page, { key });
  const second = await ask(page, {
    key,
    body: { messages: [{ role: 'user', content: 'What is a token?' }], max_tokens: 12 },
  });
  await page.goto(`/developer/requests/${first}`);
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await expect(page.getByText(`Choose the request to compare with ${first}.`)).toBeVisible();
  await rows(page).first().getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`${first}\\?with=${second}$`));
  const table = page.getByRole('table', { name: 'Figures' });
  await expect(table.getByRole('row', { name: /^Model .* same$/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Tokens out .* differs$/ })).toBeVisible();
  await expect(page.locator('ins', { hasText: '12' }).first()).toBeVisible();
  await expect(page.locator('del', { hasText: 'embedding' }).first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  // The list chooses no second one any more.
  await page.getByRole('link', { name: 'All requests' }).click();
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${second}$`));
});
