import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, expect, type Page, test } from '@playwright/test';
import { newFolder, plainSite, serveFolder } from './embedding-sites.ts';
import { LAUNCH_OPTIONS } from './launch-options.ts';

const run = promisify(execFile);
const NEXT = '99.0.0';
/** What the package is not built from. */
const OTHERS = /^(?:\.git|bench|build|dist|docs|e2e|node_modules|public|test-results|training)$/;

/** Builds the package of the next version, and puts its files in the place of the ones that a site serves. */
async function update(served: string): Promise<void> {
  const checkout = newFolder();
  try {
    for (const name of readdirSync('.').filter((path) => !OTHERS.test(path))) {
      cpSync(name, join(checkout, name), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(join(checkout, 'package.json'), JSON.stringify({ ...manifest, version: NEXT }));
    // Other bytes, and so other names of files and another service worker.
    await run(process.execPath, ['scripts/build-package.mjs'], { cwd: checkout });
    const init = `await (await import('./scripts/init.mjs')).initSite(${JSON.stringify(served)})`;
    await run(process.execPath, ['--input-type=module', '--eval', init], { cwd: checkout });
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}

/** The version of the code in a page, and what the service answers it. */
const ask = (page: Page) =>
  page.evaluate(async () => {
    const address = '/alcove/alcove.js';
    const { startAlcove } = await import(address);
    const models = [{ id: 'alcove-guide', address: '/weights/alcove-guide/' }];
    const { version } = await startAlcove({ models });
    const answer = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'alcove-guide',
        messages: [{ role: 'user', content: 'What is Alcove?' }],
      }),
    });
    return `${version} ${await answer.text()}`;
  });

test('an open tab, a second one and the next visit are answered after an update', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const served = await plainSite();
  const { url, close } = await serveFolder(served);
  const profile = newFolder();
  const open = () => chromium.launchPersistentContext(profile, LAUNCH_OPTIONS);
  const answered = (of: string) => new RegExp(`^${of} .*inference service`, 's');
  let browser = await open();
  try {
    const first = await browser.newPage();
    await first.goto(`${url}/empty.html`);
    expect(await ask(first)).toMatch(answered(version));
    await update(served);
    expect(await ask(first)).toMatch(answered(version));
    const second = await browser.newPage();
    await second.goto(`${url}/empty.html`);
    expect(await ask(second)).toMatch(answered(NEXT));
    for (const page of [first, second]) {
      await page.reload();
      expect(await ask(page)).toMatch(answered(NEXT));
    }
    await browser.close();
    browser = await open();
    const later = await browser.newPage();
    await later.goto(`${url}/empty.html`);
    expect(await ask(later)).toMatch(answered(NEXT));
  } finally {
    await browser.close();
    close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});
