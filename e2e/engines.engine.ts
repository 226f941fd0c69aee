import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { DATA, FORMATS } from './audio-files.ts';
import { test } from './engine-test.ts';
import { CHECKS } from './in-page/engine-checks.ts';

const SERVED = fileURLToPath(new URL('../node_modules/.alcove-e2e/audio', import.meta.url));

test.beforeAll(() => {
  mkdirSync(SERVED, { recursive: true });
  for (const [format, make] of Object.entries(FORMATS)) {
    const bytes = Buffer.from(make(join(DATA, 'jackson.wav')), 'base64');
    writeFileSync(join(SERVED, `jackson.${format}`), bytes);
  }
});

const STATUS = `await new Promise((resolve) => setTimeout(resolve, 200));
  return (await fetch('/v1/models').catch(() => null))?.status ?? 0;`;
const IS_INSTALLING = `const found = await navigator.serviceWorker.getRegistration();
  return Boolean(found?.installing && !found.active);`;

for (const { name, isFull } of CHECKS) {
  test(name, isFull ? { tag: '@full' } : {}, async ({ app }, testInfo) => {
    const body = `return (await import('/e2e/engine-checks.js')).runCheck(${JSON.stringify(name)})`;
    const failure = await app.run(body);
    if (failure) writeFileSync(testInfo.outputPath('page.png'), await app.screenshot());
    expect(failure).toBeNull();
  });
}

test('the models start again in the page after one that is left', async ({ app }, { project }) => {
  // The service worker is installed before the page is left.
  await app.run('await alcove.ready; return null;');
  for (const path of ['/chat', '/settings']) {
    await app.goto(`${project.use.baseURL}${path}?scripted-models`);
    const limit = `new Promise((resolve) => setTimeout(() => resolve('waits'), 60_000))`;
    const state = await app.run(
      `return Promise.race([alcove.ready.then(() => 'ready'), ${limit}]);`,
    );
    expect(state, path).toBe('ready');
  }
});

test('a first visit that is left while its service worker installs is answered', async ({ app }, {
  project,
}) => {
  test.setTimeout(200_000);
  /** Null where WebKit never begins the installation, which no page can change. */
  const visit = async () => {
    // An origin that this browser has never seen.
    const { server, url } = await serve();
    try {
      await app.goto(`${url}/`);
      await app.goto(`${url}/settings`);
      const end = Date.now() + 40_000;
      for (let status = 0; status !== 200; ) {
        if (Date.now() > end) return (await app.run(IS_INSTALLING)) ? null : status;
        // The page may load itself once more meanwhile, which ends a script.
        status = await app.run<number>(STATUS).catch(() => 0);
      }
      return 200;
    } finally {
      server.closeAllConnections();
      server.close();
      await app.goto(`${project.use.baseURL}/?scripted-models`);
    }
  };
  expect((await visit()) ?? (await visit()) ?? (await visit())).toBe(200);
});
