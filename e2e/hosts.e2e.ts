import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { countBytes } from './hosts/counting-proxy.ts';
import { HOSTS, type Host, whyMissing } from './hosts/servers.ts';

/** Every change tries a host at its root with our headers, and one in a folder without any. */
const SAMPLE = ['nginx', 'python -m http.server, in a folder'];
const isFull = process.env['ALCOVE_FULL'] === '1';
const tried = HOSTS.filter(({ name }) => isFull || SAMPLE.includes(name));

interface Visit {
  isIsolated: boolean;
  reloaded: boolean;
  answer: string;
  /** Over the wire, until the first answer of a model. */
  bytes: number;
  bytesWhenSaved: number;
}

const rows = new Map<string, string[]>();

for (const host of tried) {
  test(`${host.name}: the page draws, is isolated, and a model answers`, async ({ browser }) => {
    const missing = whyMissing(host);
    // Where everything is promised to be tested, a missing server is a failure.
    if (missing && process.env['CI']) throw new Error(missing);
    test.skip(missing !== null, missing ?? '');
    const server = await host.start(host.base);
    try {
      const visit = await visitFirst(browser, server.port, host.base);
      expect(visit.isIsolated).toBe(true);
      expect(visit.answer).not.toBe('');
      const deep = await openDeepLink(browser, server.port, host);
      const outside = await fetch(`http://localhost:${server.port}${host.base}v1/models`);
      // Whatever a host answers there, it must not look like an answer of the service.
      expect(outside.ok).toBe(false);
      // Where this project writes the configuration, a program gets an error that it can print.
      if (/^(?:nginx|Caddy)/.test(host.name))
        expect(await outside.json()).toMatchObject({ error: { code: 'engine_unavailable' } });
      rows.set(host.name, [
        visit.reloaded ? 'after one reload' : 'immediately',
        deep,
        `${(visit.bytes / 1e6).toFixed(1)} MB`,
        isFull ? `${(visit.bytesWhenSaved / 1e6).toFixed(1)} MB` : '–',
      ]);
    } finally {
      await server.stop();
    }
  });
}

test('a first visit on a metered connection fetches only the files it uses', async ({
  browser,
}) => {
  const own = HOSTS.find(({ name }) => name === 'npm start');
  const server = await own?.start('/');
  if (!server) throw new Error('npm start is not among the hosts.');
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const fetched: string[] = [];
    context.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    await page.goto(`http://localhost:${server.port}/`);
    await whenReady(page);
    // Both come with the first answer, not before.
    const heavy = () => fetched.filter((path) => /\.wasm$|\.onnx(\.gz)?$/.test(path));
    expect(heavy()).toEqual([]);
    expect((await ask(page)).answer).not.toBe('');
    expect(heavy().join()).toContain('alcove-guide');
    expect(heavy().join()).not.toMatch(/asyncify|alcove-embed|alcove-whisper/);
  } finally {
    await context.close();
    await server.stop();
  }
});

test.afterAll(async () => {
  if (rows.size === 0) return;
  const lines = [
    '| host | isolated | deep link, first visit | first answer | saved for offline use |',
    '|---|---|---|---|---|',
    ...Array.from(rows, ([name, cells]) => `| ${[name, ...cells].join(' | ')} |`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (process.env['ALCOVE_WRITE_DOCS'] !== '1') return;
  const path = 'docs/hosting.md';
  const text = await readFile(path, 'utf8');
  const table = `<!-- hosts -->\n${lines.join('\n')}\n<!-- /hosts -->`;
  await writeFile(path, text.replace(/<!-- hosts -->[\s\S]*<!-- \/hosts -->/, table));
});

/** The first visit of a person who has never been there, up to an answer of the guide. */
async function visitFirst(browser: Browser, target: number, base: string): Promise<Visit> {
  const proxy = await countBytes(target);
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = listenForProblems(page);
  let loads = 0;
  page.on('load', () => {
    loads++;
  });
  try {
    await page.goto(`http://localhost:${proxy.port}${base}`);
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await whenReady(page);
    const { answer, isIsolated } = await ask(page);
    const bytes = proxy.bytes();
    // The rest is fetched when the page has been quiet for a while.
    if (isFull) await expect.poll(() => isSaved(page), { timeout: 60_000 }).toBe(true);
    expect(problems).toEqual([]);
    return { isIsolated, reloaded: loads > 1, answer, bytes, bytesWhenSaved: proxy.bytes() };
  } finally {
    await context.close();
    proxy.stop();
  }
}

/** A plain host's first page reloads itself once, which ends running evaluations. */
async function whenReady(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .evaluate(() => alcove.ready.then(() => globalThis.crossOriginIsolated))
          .catch(() => false),
      { timeout: 30_000 },
    )
    .toBe(true);
}

function ask(page: Page): Promise<{ answer: string; isIsolated: boolean }> {
  return page.evaluate(async () => {
    const key = await alcove.createApiKey('hosts');
    const response = await fetch(`${alcove.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'alcove-guide',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 4,
      }),
    });
    const body = (await response.json()) as {
      choices?: { message: { content: string } }[];
      error?: { message: string };
    };
    if (body.error) throw new Error(body.error.message);
    return {
      answer: body.choices?.[0]?.message.content ?? '',
      isIsolated: globalThis.crossOriginIsolated,
    };
  });
}

function isSaved(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const state = new Promise<{ cached: number; total: number }>((done) => {
      port1.onmessage = ({ data }) => done(data as { cached: number; total: number });
    });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: 'alcove:offline-state' }, [port2]);
    const { cached, total } = await state;
    return total > 0 && cached === total;
  });
}

async function openDeepLink(browser: Browser, port: number, host: Host): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const response = await page.goto(`http://localhost:${port}${host.base}developer/reference`);
    const heading = page.getByRole('heading', { name: 'Developer' });
    if (!host.opensDeepLinks) {
      expect(response?.status()).toBe(404);
      return 'no: 404';
    }
    await expect(heading).toBeVisible();
    await expect(page.getByText('/v1/chat/completions').first()).toBeVisible();
    return 'yes';
  } finally {
    await context.close();
  }
}

/** Files that are missing, and errors of scripts. */
function listenForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.context().on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
