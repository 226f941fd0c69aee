// What a first visit shows before any of the app's code has arrived, and how the app takes over.
import { expect, type Page, test } from '@playwright/test';

const CODE = /\/assets\/[^/]+\.js$/;

/** The page as drawn without the app's code. */
async function openWithoutCode(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(CODE, (route) => held.then(() => route.continue()));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => release();
}

/** What the page says, part by part. */
const linesOf = (page: Page) =>
  page.locator('#page :is(h1, h2, p, label, button, a)').allTextContents();

/** When the largest paint so far was, in milliseconds. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? 0);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

const PHONE = { width: 412, height: 823 };
test.use({ viewport: PHONE });

/** Compares the picture of a page with what the app draws in its place. */
async function comparePicture(page: Page, path: string): Promise<void> {
  const release = await openWithoutCode(page, path);
  const root = page.locator('#root');
  await expect(root.locator('h1')).toBeVisible();
  await expect(root).toHaveAttribute('aria-hidden', 'true');
  expect(await root.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
  const before = await linesOf(page);
  expect(before.length).toBeGreaterThan(5);
  const shown = await largestPaint(page);
  await release();
  await expect(root).not.toHaveAttribute('aria-hidden');
  await page.evaluate(() => alcove.ready);
  const isStatus = (line: string) => /^(?:Models?|Modelle?): |^Starting|^Wird gestartet/.test(line);
  await expect
    .poll(async () => {
      const after = await linesOf(page);
      return before.filter((line) => !isStatus(line) && !after.includes(line));
    })
    .toEqual([]);
  // Nothing of the app is larger: a slow phone has its largest paint before the code.
  expect(await largestPaint(page)).toBe(shown);
}

for (const path of ['/', '/transcribe', '/embeddings', '/developer', '/settings']) {
  test(`${path} is drawn before its code arrives, as the app draws it`, async ({ page }) => {
    await comparePicture(page, path);
  });
}

test('the picture of a German visit is in German', async ({ browser, baseURL }) => {
  const german = await browser.newContext({ locale: 'de-DE', viewport: PHONE });
  const page = await german.newPage();
  await comparePicture(page, `${baseURL}/`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await german.close();
});

test('languages that the app does not speak get the picture in English', async ({
  browser,
  baseURL,
}) => {
  const arabic = await browser.newContext({ locale: 'ar' });
  const page = await arabic.newPage();
  await openWithoutCode(page, `${baseURL}/`);
  await expect(page.getByText('AI that runs in this tab.')).toBeVisible();
  await arabic.close();
});

test('a later visit begins with the app', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => alcove.ready);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'AI that runs in this tab.' })).toBeVisible();
  const drawn = () => page.evaluate(() => performance.getEntriesByName('first-picture').length);
  expect(await drawn()).toBe(0);
});

test('a first visit loads a second typeface and the database after its page', async ({ page }) => {
  await page.goto('/');
  /** Milliseconds from the app's code to the first request for the others; negative until all are requested. */
  const earliest = () =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const find = (name: string) => files.find((file) => file.name.includes(`/assets/${name}-`));
      const end = find('start')?.responseEnd ?? 0;
      const starts = ['newsreader', 'dexie', 'composer-chips'].map((name) => find(name)?.startTime);
      return Math.min(...starts.map((start) => (start ?? 0) - end));
    });
  await expect.poll(earliest, { timeout: 20_000 }).toBeGreaterThan(1_000);
});

test('the models start once the page of a first visit is drawn', async ({ browser, baseURL }) => {
  // A service worker that is installed asks for the models itself.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const pictures: boolean[] = [];
    class NotedWorker extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        // The first picture is inert until the app has replaced it.
        pictures.push(document.getElementById('root')?.inert ?? true);
        super(...given);
      }
    }
    Object.assign(globalThis, { Worker: NotedWorker, pictures });
  });
  await page.goto(`${baseURL}/`);
  const pictures = () =>
    page.evaluate(() => (globalThis as unknown as { pictures: boolean[] }).pictures[0]);
  await expect.poll(pictures).toBe(false);
  await context.close();
});
