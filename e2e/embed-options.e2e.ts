import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { LoadProgress, StartOptions } from '#embed/alcove.d.ts';
import { plainSite, serveFolder } from './embedding-sites.ts';
import { createHub } from './hub.mjs';

const GRAPH = 'onnx/model_quantized.onnx';
const MODELS = [{ id: 'alcove-guide', address: '/weights/alcove-guide/' }];

let folder: string;
test.beforeAll(async () => {
  folder = await plainSite();
});

/** Starts the service in a page with options. @returns the guide's answer over `fetch`. */
function ask(page: Page, options: StartOptions): Promise<string> {
  return page.evaluate(async (startOptions) => {
    const address = '/alcove/alcove.js';
    const { startAlcove } = await import(address);
    const { baseURL } = await startAlcove(startOptions);
    const messages = [{ role: 'user', content: 'What is Alcove?' }];
    const answer = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'alcove-guide', temperature: 0, messages }),
    });
    const text = await answer.text();
    return answer.ok ? JSON.parse(text).choices[0].message.content : text;
  }, options);
}

test('workers are scripts of the site, which import the ones of the package', async ({ page }) => {
  mkdirSync(join(folder, 'static'));
  for (const name of ['host-worker', 'brokered-entry']) {
    writeFileSync(join(folder, `static/${name}.js`), `import '/alcove/assets/${name}.js';\n`);
  }
  const { url, paths, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/empty.html`);
    const workers = { host: '/static/host-worker.js', entry: '/static/brokered-entry.js' };
    expect(await ask(page, { models: MODELS, workers })).toContain('inference service');
    // Chromium's workers start others themselves; the entry is for browsers where the page does.
    expect(paths).toContain(workers.host);
    // What they load is where the package put it.
    const outside = paths.filter(
      (path) => !/^\/(?:alcove|weights)\/|favicon|service-worker/.test(path),
    );
    expect(outside).toEqual(['/empty.html', workers.host]);
  } finally {
    close();
  }
});

test("a site's service worker that is a module imports it, and the site gets no cache", async ({
  page,
}) => {
  writeFileSync(join(folder, 'sw.js'), "import '/alcove-service-worker.js';\n");
  const { url, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/empty.html`);
    const options = { models: MODELS, serviceWorker: '/sw.js', serviceWorkerType: 'module' };
    expect(await ask(page, options as StartOptions)).toContain('inference service');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(script).toBe(`${url}/sw.js`);
  } finally {
    close();
  }
});

/** What a page did with a model of a hub, step by step. */
interface Steps {
  aborted: string;
  progress: LoadProgress[];
  loaded: string[];
  answer: string;
  unloaded: string[];
  again: string;
  bytes: [before: number, after: number];
  removed: number;
  caches: string[];
}

test('a model of a hub is downloaded with progress, resumed, unloaded and removed', async ({
  page,
}) => {
  const { url, close } = await serveFolder(folder, {}, createHub());
  try {
    const fault = `path=${encodeURIComponent(GRAPH)}&kinds=slow`;
    await page.request.post(`${url}/hub/_faults?${fault}`);
    await page.goto(`${url}/empty.html`);
    const steps = await page.evaluate(async (hub): Promise<Steps> => {
      const address = '/alcove/alcove.js';
      const { startAlcove } = (await import(address)) as typeof import('#embed/alcove.d.ts');
      const model = 'tests/guide';
      const messages = [{ role: 'user', content: 'What is Alcove?' }];
      const alcove = await startAlcove({ hub, serviceWorker: false });
      const ask = async () => {
        const response = await alcove.fetch('/v1/chat/completions', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model, temperature: 0, messages }),
        });
        return { status: response.status, text: await response.text() };
      };
      const inMemory = async () => (await alcove.status()).slots.map((slot) => slot.model);
      const stored = async () => (await navigator.storage.estimate()).usage ?? 0;
      const controller = new AbortController();
      const aborted = await alcove
        .load(model, {
          signal: controller.signal,
          onProgress: ({ loaded }) => loaded > 200_000 && controller.abort('enough'),
        })
        .then(() => 'loaded', String);
      const progress: LoadProgress[] = [];
      await alcove.load(model, { onProgress: (one) => progress.push(one) });
      const loaded = await inMemory();
      const answer = (await ask()).text;
      await alcove.unload(model);
      const unloaded = await inMemory();
      const again = (await ask()).text;
      const before = await stored();
      await alcove.remove(model);
      const { status: removed } = await ask();
      // The browser counts a deletion a moment later.
      let after = await stored();
      for (let i = 0; i < 600 && after > before - 1_000_000; i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        after = await stored();
      }
      return {
        ...{ aborted, progress, loaded, answer, unloaded, again, removed },
        bytes: [before, after],
        caches: await caches.keys(),
      };
    }, `${url}/hub`);
    expect(steps.aborted).toBe('enough');
    const downloads = steps.progress.filter(({ phase }) => phase === 'download');
    expect(downloads.length).toBeGreaterThan(0);
    for (const { loaded, total } of downloads) expect(loaded).toBeLessThanOrEqual(total);
    expect(steps.progress.at(-1)).toEqual({ phase: 'prepare', loaded: 0, total: 0 });
    expect(steps.loaded).toEqual(['tests/guide']);
    expect(steps.answer).toContain('inference service');
    expect(steps.unloaded).toEqual([]);
    expect(steps.again).toContain('inference service');
    expect(steps.removed).toBe(404);
    expect(steps.bytes[1]).toBeLessThan(steps.bytes[0] - 1_000_000);
    expect(steps.caches).toEqual([]);
    const log: { path: string; range: string | null }[] = await (
      await page.request.get(`${url}/hub/_log`)
    ).json();
    // The second load continued where the first one was stopped.
    const ranges = log.filter(({ path }) => path === GRAPH).map(({ range }) => range);
    expect(ranges).toEqual([null, expect.stringMatching(/^bytes=\d{5,}-$/)]);
  } finally {
    close();
  }
});
