import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { newFolder, serveFolder } from './embedding-sites.ts';
import { provider, rules, writeRows } from './provider-rows.ts';

/** What a site has: the stock client and the module that asks. */
const SITE = `
  import OpenAI from 'openai';
  import { connect } from '${join(process.cwd(), 'dist/connect.js')}';
  import { loadLanguageModel } from '${join(process.cwd(), 'src/embed/language-model.ts')}';
  Object.assign(globalThis, { OpenAI, connect, loadLanguageModel });
`;
const ASK = {
  model: 'alcove-guide',
  messages: [{ role: 'user' as const, content: 'What is Alcove?' }],
};

let site: Awaited<ReturnType<typeof serveFolder>>;
let other: Awaited<ReturnType<typeof serveFolder>>;
let folder: string;

test.beforeAll(async () => {
  folder = newFolder();
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/site.js'), SITE);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { openai: join(process.cwd(), 'node_modules/openai') } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: join(folder, 'src/site.js'), formats: ['es'], fileName: () => 'site.js' },
    },
  });
  const html = '<!doctype html><title>Shop</title><script type="module" src="/site.js"></script>';
  await writeFile(join(folder, 'index.html'), html);
  site = await serveFolder(folder);
  other = await serveFolder(folder);
});
test.afterAll(() => {
  site.close();
  other.close();
});

/** The address of the app. */
const address = () => test.info().project.use.baseURL ?? '';

/** A site's page, another site than the app's for the browser's storage and processes. */
async function openSite(context: BrowserContext, { url } = site): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url.replace('localhost', '127.0.0.1'));
  await page.waitForFunction(() => 'connect' in globalThis);
  return page;
}

/** Begins to connect in a press, and resolves to the window that opens. */
async function ask(page: Page, alcove: string): Promise<Page> {
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((alcoveAddress) => {
      const globals = globalThis as unknown as Globals;
      globals.connecting = globals.connect(alcoveAddress).then(
        (connected) => {
          globals.connected = connected;
          return 'connected';
        },
        (error: Error) => error.message,
      );
    }, alcove),
  ]);
  return consent;
}

const outcome = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).connecting);

interface Globals {
  connect: (address: string) => Promise<Globals['connected']>;
  connecting: Promise<string>;
  connected: { baseURL: string; fetch: typeof fetch; close: () => void };
  OpenAI: typeof import('openai').OpenAI;
  loadLanguageModel: typeof import('#embed/language-model.ts').loadLanguageModel;
}

async function allow(consent: Page, lasts: 'once' | 'session' | 'always'): Promise<void> {
  await consent.getByLabel('How long').selectOption(lasts);
  await consent.getByRole('button', { name: 'Allow' }).click();
}

/** The text and number of parts that the stock client streams. */
const stream = (page: Page) =>
  page.evaluate(async (body) => {
    const { OpenAI, connected } = globalThis as unknown as Globals;
    const { baseURL } = connected;
    const options = { baseURL, fetch: connected.fetch, apiKey: 'none' };
    const client = new OpenAI({ ...options, dangerouslyAllowBrowser: true, maxRetries: 0 });
    let text = '';
    let parts = 0;
    for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? '';
      parts++;
    }
    return { text, parts };
  }, ASK);

const status = (page: Page, path = '/models') =>
  page.evaluate(async (rest) => {
    const { connected } = globalThis as unknown as Globals;
    return (await connected.fetch(`${connected.baseURL}${rest}`)).status;
  }, path);

/** The app in a tab, which runs the models. */
async function openApp(context: BrowserContext, baseURL: string): Promise<Page> {
  const app = await context.newPage();
  await app.goto(`${baseURL}/developer/keys`);
  await app.evaluate(() => alcove.ready);
  return app;
}

test('the Prompt API of a site is answered by the models of a person who agreed', async ({
  context,
}) => {
  const baseURL = address();
  await openApp(context, baseURL);
  const page = await openSite(context);
  const consent = await ask(page, baseURL);
  await allow(consent, 'once');
  expect(await outcome(page)).toBe('connected');
  const result = await page.evaluate(async () => {
    const { connected, loadLanguageModel } = globalThis as unknown as Globals;
    const { LanguageModel } = await loadLanguageModel(connected, { model: 'alcove-guide' });
    const availability = await LanguageModel.availability();
    const session = await LanguageModel.create();
    const text: string = await session.prompt('What is Alcove?');
    return { availability, text, usage: session.contextUsage as number };
  });
  expect(result.availability).toBe('available');
  expect(result.text).toContain('inference service');
  expect(result.usage).toBeGreaterThan(0);
});

test('a site streams after one consent, is listed, and gets 403 immediately when revoked', {
  tag: '@measured',
}, async ({ context }) => {
  const baseURL = address();
  const app = await openApp(context, baseURL);
  expect(await app.evaluate(() => crossOriginIsolated)).toBe(true);
  const page = await openSite(context);
  const consent = await ask(page, baseURL);
  await expect(consent.getByRole('heading')).toContainText('Connect 127.0.0.1:');
  await expect(consent.locator('code')).toHaveText(new URL(page.url()).origin);
  await expect(consent.getByText('60 requests a minute')).toBeVisible();
  const closed = consent.waitForEvent('close');
  await allow(consent, 'always');
  expect(await outcome(page)).toBe('connected');
  await closed;
  const { text, parts } = await stream(page);
  expect(text).toContain('inference service');
  expect(parts).toBeGreaterThan(3);

  // Counted and listed under its origin.
  await app.reload();
  const row = app.getByRole('row', { name: new URL(page.url()).host });
  await expect(row).toBeVisible();
  await expect(row).toContainText('60 requests');
  await app.getByRole('link', { name: 'Usage' }).click();
  await app.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Key' });
  const used = app.getByRole('row', { name: new URL(page.url()).host });
  await expect(used.getByRole('cell').nth(1)).toHaveText('1');
  await app.getByRole('link', { name: 'Keys' }).click();

  // The next time nothing is asked.
  await page.reload();
  await page.waitForFunction(() => 'connect' in globalThis);
  await ask(page, baseURL);
  expect(await outcome(page)).toBe('connected');
  expect(await status(page)).toBe(200);

  // Revoked in the app: the next request is refused, and what runs ends.
  const refused = page.evaluate(async () => {
    const { connected } = globalThis as unknown as Globals;
    for (;;) {
      const answer = await connected.fetch(`${connected.baseURL}/models`);
      if (answer.status !== 200) {
        return { at: Date.now(), status: answer.status, body: await answer.text() };
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await expect(app.getByText('the site has to ask')).toBeVisible();
  const revokedAt = app.evaluate(
    () =>
      new Promise<number>((resolve) => addEventListener('click', () => resolve(Date.now()), true)),
  );
  await app.getByRole('button', { name: 'Revoke key' }).click();
  const { at, status: code, body } = await refused;
  expect(code).toBe(403);
  expect(body).toContain('site_not_allowed');
  const delay = at - (await revokedAt);
  process.stdout.write(`403 after ${delay} ms\n`);
  expect(delay).toBeLessThan(100);
  await expect(row).toHaveCount(0);
});

test('without consent there is nothing: refused, closed, once, another origin, a stranger', async ({
  context,
}) => {
  const baseURL = address();
  await openApp(context, baseURL);
  const page = await openSite(context);
  // Refused, and closed.
  let consent = await ask(page, baseURL);
  await consent.getByRole('button', { name: 'Refuse' }).click();
  expect(await outcome(page)).toBe('The connection was refused.');
  consent = await ask(page, baseURL);
  await consent.close();
  expect(await outcome(page)).toContain('closed');
  // Once: the next time it is asked again.
  consent = await ask(page, baseURL);
  await allow(consent, 'once');
  expect(await outcome(page)).toBe('connected');
  expect(await status(page)).toBe(200);
  await page.reload();
  await page.waitForFunction(() => 'connect' in globalThis);
  consent = await ask(page, baseURL);
  await expect(consent.getByRole('heading')).toContainText('Connect 127.0.0.1');
  await consent.close();
  // What one site may do, another may not.
  const stranger = await openSite(context, other);
  consent = await ask(stranger, baseURL);
  await expect(consent.getByRole('heading')).toContainText(new URL(stranger.url()).host);
  await consent.close();
  // Opened by no site.
  const alone = await context.newPage();
  await alone.goto(`${baseURL}/connect`);
  await expect(alone.getByText('No site asks')).toBeVisible();
});

test('forged messages to the window and to the site get nothing before a person agrees', async ({
  context,
}) => {
  const baseURL = address();
  const app = await openApp(context, baseURL);
  const before = await keysOf(app);
  const page = await openSite(context);
  await page.evaluate(() => {
    const open = globalThis.open.bind(globalThis);
    globalThis.open = (...where) => {
      const opened = open(...where);
      Object.assign(globalThis, { opened });
      return opened;
    };
  });
  const consent = await ask(page, baseURL);
  await expect(consent.getByRole('heading')).toContainText('Connect 127.0.0.1');
  const answers = await page.evaluate(async (origin) => {
    const { opened } = globalThis as unknown as { opened: Window };
    const types = [
      'alcove:connect',
      'alcove:connected',
      'alcove:allow',
      'attach',
      'request',
      'hello',
    ];
    const answered: unknown[] = [];
    const note = ({ data }: MessageEvent) => answered.push(data);
    addEventListener('message', note);
    for (let n = 0; n < 1_000; n++) {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', note);
      port1.start();
      const message = {
        type: types[n % types.length],
        version: n % 3,
        as: 'control',
        origin,
        lasts: 'always',
        id: n,
        method: 'GET',
        url: `${origin}/v1/models`,
        headers: [],
        body: null,
        port: port2,
      };
      opened.postMessage(message, n % 2 ? origin : '*', [port2]);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return answered.filter((data) => (data as { type?: string }).type !== 'alcove:ask');
  }, new URL(baseURL).origin);
  expect(answers).toEqual([]);
  // It still asks, for the site that opened it.
  await expect(consent.locator('code')).toHaveText(new URL(page.url()).origin);
  await consent.getByRole('button', { name: 'Refuse' }).click();
  expect(await outcome(page)).toBe('The connection was refused.');
  expect(await keysOf(app)).toEqual(before);
});

/** The stored keys without their use, which are what a site could gain. */
const keysOf = (app: Page) =>
  app.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const read = database.transaction('keys').objectStore('keys').getAll();
    const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
      read.onsuccess = () => resolve(read.result as Record<string, unknown>[]);
      read.onerror = () => reject(read.error as Error);
    });
    database.close();
    return rows.map(({ id, hash, name, limits }) => ({ id, hash, name, limits }));
  });

test('a site never reaches a provider, and has limits of its own', async ({ context }) => {
  const baseURL = address();
  const lab = await openFaultyProvider();
  try {
    const app = await openApp(context, baseURL);
    await writeRows(app, [
      provider('lab', lab.url({ kind: 'none' })),
      rules([{ when: { model: '*' }, mode: 'prefer-remote', to: ['lab:*'] }]),
    ]);
    await app.reload();
    await app.evaluate(() => alcove.ready);
    const page = await openSite(context);
    const consent = await ask(page, baseURL);
    await allow(consent, 'once');
    expect(await outcome(page)).toBe('connected');
    const statuses = await page.evaluate(async () => {
      const { connected } = globalThis as unknown as Globals;
      const call = async (path: string, body: object) => {
        const answer = await connected.fetch(`${connected.baseURL}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        await answer.text();
        return answer.status;
      };
      const messages = [{ role: 'user', content: 'Hi' }];
      const chat = (model: string) => call('/chat/completions', { model, max_tokens: 3, messages });
      const named = await chat('lab/big');
      const own = await chat('alcove-guide');
      const more: number[] = [];
      for (let n = 0; n < 61; n++) {
        more.push(await call('/embeddings', { model: 'alcove-embed', input: 'Hi' }));
      }
      return { named, own, more };
    });
    expect(statuses.named).toBeGreaterThanOrEqual(400);
    expect(statuses.own).toBe(200);
    expect(lab.received).toEqual([]);
    // Sixty in a minute.
    expect(statuses.more[0]).toBe(200);
    expect(statuses.more.at(-1)).toBe(429);
  } finally {
    await lab.close();
  }
});

test('a grant reaches /v1 alone, on this device, and a thousand forged messages change nothing', async ({
  context,
}) => {
  const baseURL = address();
  const app = await openApp(context, baseURL);
  const page = await openSite(context);
  // The port itself, as a hostile page would take it.
  await page.evaluate(() => {
    addEventListener('message', ({ ports: [port] }) => Object.assign(globalThis, { stolen: port }));
  });
  const consent = await ask(page, baseURL);
  await allow(consent, 'session');
  expect(await outcome(page)).toBe('connected');
  const refused = await page.evaluate(async () => {
    const { connected } = globalThis as unknown as Globals;
    const call = async (path: string, body?: object) => {
      const init = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-alcove-boundary': 'public-cloud' },
        body: JSON.stringify(body),
      };
      const answer = await connected.fetch(new URL(path, connected.baseURL), init);
      return `${answer.status} ${(await answer.text()).slice(0, 300)}`;
    };
    const messages = [{ role: 'user', content: 'Hi' }];
    const form = new FormData();
    form.append('model', 'alcove-whisper');
    form.append('recording', 'any');
    return {
      page: await call('/settings'),
      bridge: await call('/bridge.json'),
      up: await call('/v1/../bridge.json'),
      documents: await call('/v1/responses', {
        model: 'alcove-guide',
        input: 'Hi',
        tools: [{ type: 'file_search', vector_store_ids: ['documents'] }],
      }),
      recording: await connected
        .fetch(`${connected.baseURL}/audio/transcriptions`, { method: 'POST', body: form })
        .then(async (answer) => `${answer.status} ${await answer.text()}`),
      chat: await call('/v1/chat/completions', { model: 'alcove-guide', messages, max_tokens: 3 }),
    };
  });
  expect(refused.page).toContain('Sites may call /v1');
  expect(refused.bridge).toContain('Sites may call /v1');
  expect(refused.up).toContain('Sites may call /v1');
  expect(refused.documents).toContain('may search its own vector stores alone');
  expect(refused.recording).toContain('sites may not read stored recordings');
  expect(refused.chat).toMatch(/^(?:200|400)/);

  const keys = await keysOf(app);
  const answered = await page.evaluate(forge);
  // The list of models is a site's to read.
  expect(answered.every((answer) => (answer as { status: number }).status === 200)).toBe(true);
  expect(await keysOf(app)).toEqual(keys);
  const stream200 = await stream(page);
  expect(stream200.text).toContain('inference service');
  expect(await app.evaluate(async () => (await fetch('/v1/models')).status)).toBe(200);
});

/** Sends a thousand messages over a port that no honest page sends. @returns the answers that succeeded */
async function forge(): Promise<unknown[]> {
  const port = (globalThis as unknown as { stolen: MessagePort }).stolen;
  const answers: { type?: string; status?: number }[] = [];
  port.addEventListener('message', ({ data }) => answers.push(data));
  const strange = [null, undefined, -1, 2 ** 60, '', 'x'.repeat(10_000), [], {}, [[1, 2]], true];
  const types = [
    'request',
    'attach',
    'lifeline',
    'cancel',
    'hello',
    'control',
    'open',
    'alcove:ask',
  ];
  const headers = [
    ['authorization', 'Bearer x'],
    ['content-type', 'text/plain'],
  ];
  const { origin } = new URL((globalThis as unknown as Globals).connected.baseURL);
  const urls = [`${origin}/`, `${origin}/v1/models`, 'file:///etc/passwd', '//', 'data:,x'];
  for (let n = 0; n < 1_000; n++) {
    const pick = (...list: unknown[]) => list[(n * 7 + (n >> 3)) % list.length];
    const { port2 } = new MessageChannel();
    const message = {
      type: pick(...types),
      as: pick('control', 'requests', 'realtime', '__proto__'),
      name: pick('alcove-host', 'alcove-guest:1', ...strange),
      id: pick(100_000 + n, 200_000 + n, ...strange),
      method: pick('GET', 'POST', 'TRACE', 'CONNECT', ...strange),
      url: pick(...urls, ...strange),
      headers: pick(headers, ...strange),
      body: pick(null, new ArrayBuffer(8), new Blob(['x']), 'text', 7),
      port: port2,
    };
    port.postMessage(pick(message, message, message, ...strange, message), [port2]);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return answers.filter(({ type = '', status = 500 }) => /head|whole/.test(type) && status < 400);
}

test('the window cannot be framed, is cut off by no policy, and is small to ask for', async ({
  context,
}) => {
  const baseURL = address();
  const headers = (path: string) =>
    context.request
      .get(`${baseURL}${path}`, { headers: { accept: 'text/html' } })
      .then((r) => r.headers());
  const consent = await headers('/connect');
  expect(consent['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(consent['content-security-policy']).toContain("frame-ancestors 'none'");
  for (const path of ['/', '/chat', '/developer/connect', '/connect.js']) {
    expect((await headers(path))['cross-origin-opener-policy'], path).toBe('same-origin');
  }
  // The same through the service worker, and in a frame there is no question.
  await openApp(context, baseURL);
  const page = await openSite(context);
  await page.evaluate((alcoveAddress) => {
    const frame = document.createElement('iframe');
    frame.src = `${alcoveAddress}/connect`;
    document.body.append(frame);
  }, baseURL);
  // Chromium shows its own page in place of one that refuses to be framed.
  await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:');
  // A press that was meant for something else, as the window opens, allows nothing.
  await context.addInitScript(() => {
    const first: { isDisabled?: boolean } = {};
    Object.assign(globalThis, { first });
    new MutationObserver(() => {
      const allow = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Allow');
      if (allow) first.isDisabled ??= allow.disabled;
    }).observe(document, { subtree: true, childList: true });
  });
  const window = await ask(page, baseURL);
  await expect(window.getByRole('button', { name: 'Allow' })).toBeEnabled();
  expect(await window.evaluate(() => (globalThis as { first?: unknown }).first)).toEqual({
    isDisabled: true,
  });
  expect(gzipSync(readFileSync('dist/connect.js')).length).toBeLessThanOrEqual(3_000);
  await window.close();
});

test('without an open tab the window itself runs the models', async ({ context }) => {
  const baseURL = address();
  const page = await openSite(context);
  const consent = await ask(page, baseURL);
  await allow(consent, 'once');
  expect(await outcome(page)).toBe('connected');
  await expect(consent.getByText('leave it open')).toBeVisible();
  expect((await stream(page)).text).toContain('inference service');
});

test('a consent until Alcove is closed ends with its tabs, and not before', async ({ context }) => {
  const baseURL = address();
  const first = await openApp(context, baseURL);
  const page = await openSite(context);
  await allow(await ask(page, baseURL), 'session');
  expect(await outcome(page)).toBe('connected');
  /** Whether the next connection of the site shows a question. */
  const isAsked = async () => {
    await page.reload();
    await page.waitForFunction(() => 'connect' in globalThis);
    const consent = await ask(page, baseURL);
    const question = consent.getByRole('button', { name: 'Allow' });
    // The window of a site that is connected closes itself.
    const isShown = await question.waitFor().then(
      () => true,
      () => false,
    );
    if (isShown) await consent.close();
    else expect(await outcome(page)).toBe('connected');
    return isShown;
  };
  expect(await isAsked()).toBe(false);
  // Another tab takes over from the one that ran the models.
  const second = await openApp(context, baseURL);
  await first.close();
  expect(await isAsked()).toBe(false);
  // The last one is closed, and Alcove is opened again.
  await second.close();
  await openApp(context, baseURL);
  expect(await isAsked()).toBe(true);
});
