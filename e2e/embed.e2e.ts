import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { initSite } from '#scripts/init.mjs';
import { example, plainSite, serveFolder } from './embedding-sites.ts';

const run = promisify(execFile);
const MODELS = [{ id: 'alcove-guide', address: '/weights/alcove-guide/' }];
const ASK = {
  model: 'alcove-guide',
  messages: [{ role: 'user', content: 'What is Alcove?' }],
};

let folder: string;
test.beforeAll(async () => {
  folder = await plainSite();
});

/** Starts the service with options in a page, and asks over one of its two ways. */
function ask(page: Page, options: object, way: 'fetch' | 'alcove'): Promise<string> {
  return page.evaluate(
    async ({ startOptions, body, usesFetch }) => {
      const address = '/alcove/alcove.js';
      const { startAlcove } = await import(address);
      const alcove = await startAlcove(startOptions);
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const call: typeof fetch = usesFetch ? fetch : alcove.fetch;
      const answer = await call(`${alcove.baseURL}/chat/completions`, init);
      const json = await answer.json();
      return json.choices?.[0].message.content ?? JSON.stringify(json);
    },
    { startOptions: options, body: ASK, usesFetch: way === 'fetch' },
  );
}

test('a page without a bundler is answered, in a second tab and a frame, too', async ({
  context,
}) => {
  const { url, paths, close } = await serveFolder(folder);
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${url}/`);
    await expect(page.locator('output')).toContainText('inference service', { timeout: 90_000 });
    // The second tab is answered by the model of the first.
    const second = await context.newPage();
    await second.goto(`${url}/empty.html`);
    expect(await ask(second, { models: MODELS }, 'fetch')).toContain('inference service');
    await second.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/empty.html';
      document.body.append(frame);
    });
    await expect.poll(() => second.frames().length).toBe(2);
    const models = await second
      .frames()[1]
      ?.evaluate(async () => (await fetch('/v1/models')).status);
    expect(models).toBe(200);
    const weights = paths.filter((path) => path.endsWith('model_quantized.onnx'));
    expect(weights).toEqual(['/weights/alcove-guide/onnx/model_quantized.onnx']);
    // The first tab goes: the second one loads the model. A request that reaches the first one still is asked to come again.
    await page.close();
    await expect
      .poll(() => ask(second, { models: MODELS }, 'fetch'), { timeout: 90_000 })
      .toContain('inference service');
    expect(errors).toEqual([]);
    expect(paths.filter((path) => /bridge|\.wasm\.js/.test(path))).toEqual([]);
  } finally {
    close();
  }
});

test('alcove.fetch answers without a service worker', async ({ page }) => {
  const { url, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/empty.html`);
    const options = { models: MODELS, serviceWorker: false };
    expect(await ask(page, options, 'alcove')).toContain('inference service');
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0);
  } finally {
    close();
  }
});

test('the hooks stream an answer into components of React', async ({ page }) => {
  const source = join(folder, 'react-source');
  mkdirSync(source);
  writeFileSync(join(source, 'app.tsx'), example('tsx', 1));
  const main = `
    import { createRoot } from 'react-dom/client';
    import { createElement, StrictMode } from 'react';
    import App from './app.tsx';
    createRoot(document.body).render(createElement(StrictMode, null, createElement(App)));`;
  writeFileSync(join(source, 'main.js'), main);
  const installed = (name: string) => join(process.cwd(), 'node_modules', name);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: {
        'alcove/react': join(process.cwd(), 'build/site/react.js'),
        'react-dom': installed('react-dom'),
        react: installed('react'),
      },
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: join(source, 'main.js'), formats: ['es'], fileName: () => 'react.js' },
    },
  });
  const html =
    '<!doctype html><title>Shop</title><body><script type="module" src="/react.js"></script>';
  writeFileSync(join(folder, 'react.html'), html);
  const { url, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/react.html`);
    await expect(page).toHaveTitle('Ready');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(page.locator('p.assistant')).toContainText('inference service');
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.locator('p.assistant')).toHaveCount(2);
    await expect(page.getByRole('alert')).toBeEmpty();
  } finally {
    close();
  }
});

test('a browser without the Prompt API gets it from the models of the site', async ({ page }) => {
  const { url, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/empty.html`);
    const result = await page.evaluate(async (models) => {
      const [address, more] = ['/alcove/alcove.js', '/alcove/language-model.js'];
      const { startAlcove } = await import(address);
      const { installLanguageModel, loadLanguageModel } = await import(more);
      const own = 'LanguageModel' in globalThis;
      const names = installLanguageModel(() => startAlcove({ models }), { model: 'alcove-guide' });
      const alcove = await startAlcove({ models });
      const { LanguageModel } = await loadLanguageModel(alcove, { model: 'alcove-guide' });
      const session = await LanguageModel.create();
      const again = await LanguageModel.availability();
      return {
        isPut: names.includes('LanguageModel') !== own,
        again,
        text: await session.prompt('What is Alcove?'),
      };
    }, MODELS);
    expect(result.text).toContain('inference service');
    expect([result.again, result.isPut]).toEqual(['available', true]);
  } finally {
    close();
  }
});

test("a site's own service worker imports it, below a scope of its own", async ({ page }) => {
  const { url, close } = await serveFolder(folder);
  try {
    await page.goto(`${url}/shop/`);
    const options = { models: MODELS, scope: '/shop/', serviceWorker: '/shop/sw.js' };
    expect(await ask(page, options, 'fetch')).toContain('inference service');
    const outside = await page.evaluate(async () => (await fetch('/v1/models')).status);
    expect(outside).toBe(404);
  } finally {
    close();
  }
});

test('a strict policy with the one named Trusted Types policy, and threads where asked for', async ({
  page,
}) => {
  const { url, close } = await serveFolder(folder, {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types alcove default',
    ].join('; '),
  });
  try {
    await page.goto(`${url}/empty.html`);
    const options = { models: MODELS, isolate: true };
    expect(await ask(page, options, 'fetch')).toContain('inference service');
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await ask(page, options, 'fetch')).toContain('inference service');
    const threads = await page.evaluate(async () => {
      const address = '/alcove/alcove.js';
      const { startAlcove } = await import(address);
      const alcove = await startAlcove();
      return (await alcove.status()).slots[0].threads;
    });
    expect(threads).toBeGreaterThanOrEqual(1);
  } finally {
    close();
  }
});

test('a start that cannot succeed says what to do', async ({ page }) => {
  const { url, close } = await serveFolder(folder);
  const reason = (options: object) =>
    page.evaluate(async (startOptions) => {
      const address = '/alcove/alcove.js';
      const { startAlcove } = await import(address);
      return startAlcove(startOptions).then(
        () => 'started',
        (error: Error) => error.message,
      );
    }, options);
  try {
    await page.goto(`${url}/empty.html`);
    expect(await reason({ scope: '/shop/' })).toContain('outside of /shop/');
    expect(await reason({ serviceWorker: 'https://example.org/sw.js' })).toContain('this origin');
    expect(await reason({ serviceWorker: '/missing.js' })).toContain('npx alcove init');
    await page.reload();
    expect(await reason({ models: ['gpt-9'] })).toContain('"gpt-9" is no model of Alcove');
  } finally {
    close();
  }
});

test('init again replaces what an older version put there, and nothing else', async () => {
  const served = await plainSite();
  const old = join(served, 'alcove/assets/old-1234567.js');
  writeFileSync(old, 'old');
  mkdirSync(join(served, 'alcove/models/own'), { recursive: true });
  writeFileSync(join(served, 'alcove-service-worker.js'), 'old');
  await initSite(served);
  expect(existsSync(old)).toBe(false);
  expect(existsSync(join(served, 'alcove/models/own'))).toBe(true);
  expect(readFileSync(join(served, 'alcove-service-worker.js'), 'utf8')).toContain('/v1');
  // The larger build, for GPUs, is copied where it is asked for.
  const site = JSON.parse(readFileSync('build/site/site.json', 'utf8')) as { folder: string };
  const wasm = join(served, 'alcove/ort', site.folder);
  const gpu = join(wasm, 'ort-wasm-simd-threaded.asyncify.wasm');
  expect(existsSync(gpu)).toBe(false);
  await initSite(served, { webgpu: true });
  expect(existsSync(gpu)).toBe(true);
  // With the product of few rows, as the app's own.
  const plain = 'ort-wasm-simd-threaded.wasm';
  expect(
    readFileSync(join(wasm, plain)).equals(readFileSync(`dist/ort/${site.folder}/${plain}`)),
  ).toBe(true);
  await expect(initSite(join(served, 'missing'))).rejects.toThrow('There is no folder');
});

// Next.js imports them to render pages on its server.
test('the modules of the package can be imported where there is no browser', async () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  const modules = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default],
  );
  const code = modules.map((path) => `await import(${JSON.stringify(path)});`).join('');
  expect(modules).toContain('./build/site/alcove.js');
  await run(process.execPath, ['--input-type=module', '--eval', code]);
});

test('the files of a site are small', async () => {
  const sizes = readdirSync(join(folder, 'alcove/assets')).map(
    (name) => statSync(join(folder, 'alcove/assets', name)).size,
  );
  expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(8_000_000);
  // What a page imports; everything else is loaded on demand.
  expect(gzipSync(readFileSync('build/site/alcove.js')).length).toBeLessThan(15_000);
});
