import { copyFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { newFolder, serveFolder } from './embedding-sites.ts';

interface Globals {
  connect: (address: string) => Promise<{ close: () => void }>;
  /** The outcome of `connect`; null while it is open. */
  outcome: string | null;
  connected: { close: () => void };
  opened: Window;
  received: { origin: string; type: unknown; ports: number }[];
  ports: MessagePort[];
}

/** Notes every message with its ports; `answer` says to any window that asks that this page wants to be connected. */
const SCRIPT = `
  import { connect } from '/connect.js';
  Object.assign(globalThis, { connect, outcome: null, received: [], ports: [], answers: false });
  addEventListener('message', ({ origin, source, data, ports }) => {
    received.push({ origin, type: data?.type, ports: ports.length });
    globalThis.ports.push(...ports);
    const isAsked = globalThis.answers && data?.type === 'alcove:ask';
    if (isAsked) source.postMessage({ type: 'alcove:connect', version: 1 }, '*');
  });
`;

type Site = Awaited<ReturnType<typeof serveFolder>>;
let site: Site;
let other: Site;

test.beforeAll(async () => {
  const folder = newFolder();
  copyFileSync(join(process.cwd(), 'dist/connect.js'), join(folder, 'connect.js'));
  await writeFile(join(folder, 'site.js'), SCRIPT);
  const html = '<!doctype html><title>Shop</title><script type="module" src="/site.js"></script>';
  await writeFile(join(folder, 'index.html'), html);
  site = await serveFolder(folder);
  other = await serveFolder(folder);
});
test.afterAll(() => {
  site.close();
  other.close();
});

const address = () => test.info().project.use.baseURL ?? '';
const placeOf = ({ url }: Site) => url.replace('localhost', '127.0.0.1');
const isReady = (page: Page) => page.waitForFunction(() => 'connect' in globalThis);

async function openSite(context: BrowserContext, which = site): Promise<Page> {
  const page = await context.newPage();
  await page.goto(placeOf(which));
  await isReady(page);
  return page;
}

async function openApp(context: BrowserContext): Promise<Page> {
  const app = await context.newPage();
  await app.goto(`${address()}/developer/keys`);
  await app.evaluate(() => alcove.ready);
  return app;
}

/** Begins to connect with the module. @returns the window of the question */
async function ask(page: Page): Promise<Page> {
  const [consent] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((alcoveAddress) => {
      const globals = globalThis as unknown as Globals;
      globals.outcome = null;
      globals.connect(alcoveAddress).then(
        (connected) => Object.assign(globals, { connected, outcome: 'connected' }),
        ({ message }: Error) => Object.assign(globals, { outcome: message }),
      );
    }, address()),
  ]);
  return consent;
}

const outcome = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).outcome);
const received = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).received);

/** Opens a window from a page, which answers every question in it. */
async function openFrom(page: Page, url: string): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((where) => {
      Object.assign(globalThis, { answers: true, opened: open(where, '_blank', 'popup') });
    }, url),
  ]);
  return opened;
}

const grantRows = (app: Page) => app.getByRole('row', { name: '127.0.0.1' });

test('a site accepts a port from the window that it opened alone', async ({ context }) => {
  await openApp(context);
  const page = await openSite(context);
  const consent = await ask(page);
  await expect(consent.getByRole('heading')).toContainText('Connect 127.0.0.1');
  // Another site in a frame and in a window, and the page itself: each with a port that answers like a host.
  type Target = 'parent' | 'opener' | 'self';
  const forge = (target: Target) => {
    const window = globalThis as unknown as Window;
    for (const type of ['alcove:connected', 'alcove:refused', 'alcove:ask']) {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage({ type: 'hello', version: 1 });
      window[target].postMessage({ type }, '*', [port2]);
    }
  };
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, placeOf(other));
  await expect.poll(() => page.frames()[1]?.url()).toContain(placeOf(other));
  await page.frames()[1]?.evaluate<void, Target>(forge, 'parent');
  const popup = await openFrom(page, placeOf(other));
  await popup.evaluate<void, Target>(forge, 'opener');
  await page.evaluate<void, Target>(forge, 'self');
  const forged = async () => (await received(page)).filter(({ ports }) => ports > 0).length;
  await expect.poll(forged).toBe(9);
  expect(await outcome(page)).toBeNull();
  await expect(consent.locator('code')).toHaveText(placeOf(site));
  await consent.getByRole('button', { name: 'Refuse' }).click();
  await expect.poll(() => outcome(page)).toBe('The connection was refused.');
});

test('nothing is asked for an origin that is none: sandboxed frames and data: addresses', async ({
  context,
}) => {
  const app = await openApp(context);
  const page = await openSite(context);
  const inside = `<script>
    addEventListener('message', ({ source }) =>
      source.postMessage({ type: 'alcove:connect', version: 1 }, '*'));
    open('${address()}/connect', '_blank', 'popup');
  </script>`;
  const escaping = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
  for (const [sandbox, name, content] of [
    [escaping, 'srcdoc', inside],
    ['allow-scripts allow-popups', 'srcdoc', inside],
    [null, 'src', `data:text/html,${encodeURIComponent(inside)}`],
  ] as const) {
    const [consent] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(
        ([flags, attribute, value]) => {
          const frame = document.createElement('iframe');
          if (flags !== null) frame.setAttribute('sandbox', flags);
          frame.setAttribute(attribute, value);
          document.body.append(frame);
        },
        [sandbox, name, content] as const,
      ),
    ]);
    if (sandbox === null || sandbox === escaping) {
      await expect(consent.getByText('No site asks')).toBeVisible({ timeout: 40_000 });
    } else {
      // One that stays in the sandbox has no origin either: nothing that was allowed is stored for it.
      await consent.waitForLoadState();
      expect(await consent.evaluate(() => self.origin)).toBe('null');
    }
    await expect(consent.getByRole('button', { name: 'Allow' })).toHaveCount(0);
    await consent.close();
  }
  await app.reload();
  await expect(grantRows(app)).toHaveCount(0);
});

test('a window that another site navigates asks no site, and its answer reaches no other page', async ({
  context,
}) => {
  const app = await openApp(context);
  // The first site may always ask.
  const page = await openSite(context);
  let consent = await ask(page);
  await consent.getByLabel('How long').selectOption('always');
  await consent.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => outcome(page)).toBe('connected');

  // It opens another site, which goes to the question in its place: the first one did not ask.
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void open(url, '_blank', 'popup'), placeOf(other)),
  ]);
  await isReady(popup);
  await popup.evaluate((url) => location.assign(url), `${address()}/connect`);
  await expect(popup.getByText('No site asks')).toBeVisible({ timeout: 40_000 });
  await popup.close();

  // The other site asks, and gives its place to the first one, which answers too.
  const stranger = await openSite(context, other);
  consent = await openFrom(stranger, `${address()}/connect`);
  await expect(consent.locator('code')).toHaveText(placeOf(other));
  await stranger.goto(placeOf(site));
  await isReady(stranger);
  await stranger.evaluate(() => Object.assign(globalThis, { answers: true }));
  const closed = consent.waitForEvent('close');
  await consent.getByRole('button', { name: 'Allow' }).click();
  await closed;
  expect((await received(stranger)).filter(({ ports }) => ports > 0)).toEqual([]);
  // A page of no grant is asked, from whichever window.
  const between = await openFrom(stranger, placeOf(other));
  await isReady(between);
  const nested = await openFrom(between, `${address()}/connect`);
  await expect(nested.locator('code')).toHaveText(placeOf(other));
  await nested.close();
  await app.reload();
  await expect(grantRows(app)).toHaveCount(1);
});

test('a port that was closed answers no replay, and a grant for once is not for the next window', async ({
  context,
}) => {
  await openApp(context);
  const page = await openSite(context);
  let consent = await ask(page);
  await consent.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => outcome(page)).toBe('connected');
  // Another page of the same site is asked, while the first one is connected.
  const second = await openSite(context);
  consent = await ask(second);
  await expect(consent.getByRole('button', { name: 'Allow' })).toBeVisible();
  await consent.close();

  const statuses = (isClosed: boolean) =>
    page.evaluate(
      async ([closes, origin]) => {
        const { ports, connected } = globalThis as unknown as Globals;
        const port = ports.at(-1);
        const found: unknown[] = [];
        port?.addEventListener('message', ({ data }) => {
          if (data.type === 'head' || data.type === 'whole') found.push(data.status);
        });
        if (closes) connected.close();
        for (let id = 500; id < 510; id++) {
          const headers = [['accept', 'application/json']];
          const url = `${origin}/v1/models`;
          const turn = closes ? id + 100 : id;
          port?.postMessage({ type: 'request', id: turn, method: 'GET', url, headers, body: null });
        }
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        return found;
      },
      [isClosed, address()] as const,
    );
  expect(await statuses(false)).toEqual(Array(10).fill(200));
  expect(await statuses(true)).toEqual([]);
});

test('a press counts only when the window has been in front for a moment', async ({ context }) => {
  await openApp(context);
  const page = await openSite(context);
  const consent = await ask(page);
  const allow = consent.getByRole('button', { name: 'Allow' });
  await expect(allow).toBeEnabled();
  // A window above it is closed between the two presses of a double click.
  for (const event of ['blur', 'focus']) {
    const isDisabled = await consent.evaluate(async (name) => {
      dispatchEvent(new Event(name));
      await new Promise((resolve) => setTimeout(resolve));
      const buttons = [...document.querySelectorAll('button')];
      return buttons.map(({ disabled }) => disabled);
    }, event);
    expect(isDisabled, event).toEqual([true, true]);
  }
  await expect(allow).toBeEnabled();
  await consent.close();
});

test('no other address of the app stays attached to the site that opens it', async ({
  context,
}) => {
  await openApp(context);
  const page = await openSite(context);
  for (const path of ['/chat/connect', '/connect/', '/x/connect', '/Connect', '/settings/data']) {
    await page.evaluate((url) => {
      Object.assign(globalThis, { opened: open(url, '_blank', 'popup') });
    }, `${address()}${path}`);
    const isCutOff = () => page.evaluate(() => (globalThis as unknown as Globals).opened.closed);
    await expect.poll(isCutOff, { message: path }).toBe(true);
  }
});
