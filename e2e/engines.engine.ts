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
  // An origin that this browser has never seen.
  const { server, url } = await serve();
  try {
    await app.goto(`${url}/`);
    await app.goto(`${url}/settings`);
    // The page may load itself once more meanwhile, which ends a script.
    const status = () =>
      app.run(`return (await fetch('/v1/models').catch(() => null))?.status ?? 0;`).catch(() => 0);
    await expect.poll(status, { timeout: 40_000 }).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
    await app.goto(`${project.use.baseURL}/?scripted-models`);
  }
});
