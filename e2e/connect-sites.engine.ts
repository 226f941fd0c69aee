import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newFolder, serveFolder } from './embedding-sites.ts';
import { ENGINES } from './open-engine.ts';
import { hasWindows, openWindows } from './webkit-windows.ts';

/** Runs in the window that asks. */
const CHOOSE_ALWAYS = `
  document.querySelector('select').value = 'always';
  document.querySelector('select').dispatchEvent(new Event('change', { bubbles: true }));
  return null;`;

/** The status and the text of an answer, streamed to a page whose \`connected\` is what \`connect\` resolved to. */
const ASK = `
  const { baseURL, fetch } = globalThis.connected;
  const answer = await fetch(baseURL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'alcove-guide', stream: true, messages: [{ role: 'user', content: 'What is Alcove?' }],
    }),
  });
  return [answer.status, await answer.text()];`;

/** Whether the page of keys lists the site. */
const IS_LISTED = `
  return Boolean(globalThis.alcove) && document.body.textContent.includes('127.0.0.1:');`;

/** The buttons that revoke it: of its row, and of the question. Each is pressed once it is there. */
const REVOKE = ['Revoke', 'Revoke key'].map(
  (name) => `
    const found = [...document.querySelectorAll('button')].findLast((b) => b.textContent.trim() === '${name}');
    found?.click();
    return Boolean(found);`,
);

test('a site asks, is allowed in the window that it opens, streams, is not asked again, and is revoked', async ({
  browserName: _,
}, { project }) => {
  test.skip(project.name === 'WebKit', 'The browser of its driver opens no window: see below.');
  const engine = await ENGINES[project.name]?.();
  if (!engine) throw new Error(`${project.name} is no engine.`);
  const folder = newFolder();
  copyFileSync('dist/connect.js', join(folder, 'connect.js'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
  const { url, close } = await serveFolder(folder);
  const baseURL = project.use.baseURL ?? '';
  try {
    const app = await engine.newPage();
    await app.goto(`${baseURL}/developer/keys`);
    await app.run('await alcove.ready; return null;');
    const page = await engine.newPage();
    /** Presses the site's button. @returns the window that it opens */
    const connect = async () => {
      // Another site than the app's, also for the browser's storage.
      await page.goto(`${url.replace('localhost', '127.0.0.1')}/`);
      await page.run(`
        const { connect } = await import('/connect.js');
        const button = document.body.appendChild(document.createElement('button'));
        button.textContent = 'Connect';
        button.onclick = () => {
          const signal = AbortSignal.timeout(45_000);
          globalThis.connecting = connect(${JSON.stringify(baseURL)}, { signal }).then(
            (connected) => { globalThis.connected = connected; return 'connected'; },
            (error) => error.message,
          );
        };
        return null;`);
      const opening = page.popup?.();
      await page.press('button');
      return opening;
    };
    const outcome = () => page.run<string>('return globalThis.connecting');
    const consent = await connect();
    if (!consent) throw new Error('No window was opened.');
    // Its buttons work after a moment in front.
    const isReady = `
      const [allow] = document.querySelectorAll('button');
      if (allow) allow.id = 'allow';
      return allow?.textContent === 'Allow' && !allow.disabled;`;
    await expect
      .poll(() => consent.run<boolean>(isReady).catch(() => false), { timeout: 60_000 })
      .toBe(true);
    expect(await consent.run<string>('return document.body.textContent')).toContain('127.0.0.1:');
    await consent.run(CHOOSE_ALWAYS);
    await consent.press('#allow');
    expect(await outcome()).toBe('connected');
    const [status, text] = await page.run<[number, string]>(ASK);
    expect([status, text.includes('inference'), text.includes('[DONE]')]).toEqual([
      200,
      true,
      true,
    ]);
    // The window of the next time connects and closes itself.
    await connect();
    expect(await outcome()).toBe('connected');
    expect((await page.run<[number, string]>(ASK))[0]).toBe(200);
    // Revoked in another tab than the one that answers.
    const keys = await engine.newPage();
    await keys.goto(`${baseURL}/developer/keys`);
    await expect.poll(() => keys.run(IS_LISTED)).toBe(true);
    for (const press of REVOKE) await expect.poll(() => keys.run(press)).toBe(true);
    await expect.poll(async () => (await page.run<[number, string]>(ASK))[0]).toBe(403);
  } finally {
    close();
    await engine.close();
  }
});

test('in WebKit a site asks, is allowed in the window that it opens, streams, and is revoked', async ({
  browserName: _,
}, { project }) => {
  test.skip(project.name !== 'WebKit', 'The other engines are in connect-sites.e2e.ts.');
  const packages = 'apt-get install python3-gi gir1.2-webkit2-4.1 xvfb';
  // Where everything is promised to be tested, a missing engine is a failure.
  if (!hasWindows() && process.env['CI']) throw new Error(packages);
  test.skip(!hasWindows(), packages);
  test.setTimeout(240_000);
  const folder = newFolder();
  copyFileSync('dist/connect.js', join(folder, 'connect.js'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
  const browser = await openWindows();
  const { url, close } = await serveFolder(folder);
  const baseURL = project.use.baseURL ?? '';
  try {
    const app = await browser.open(`${baseURL}/developer/keys`);
    await expect
      .poll(() => browser.run(app, 'return "alcove" in globalThis').catch(() => false))
      .toBe(true);
    await browser.run(app, 'await alcove.ready; return null;');
    const site = await browser.open(`${url.replace('localhost', '127.0.0.1')}/`);
    await expect
      .poll(() => browser.run(site, 'return document.title').catch(() => ''))
      .toBe('Shop');
    await browser.run(
      site,
      `const { connect } = await import('/connect.js');
       globalThis.connecting = connect(${JSON.stringify(baseURL)}).then(
         (connected) => { globalThis.connected = connected; return 'connected'; },
         (error) => error.message,
       );
       return null;`,
    );
    await expect.poll(() => browser.count()).toBe(3);
    const consent = 2;
    const button = `[...document.querySelectorAll('button')].find((b) => b.textContent === 'Allow')`;
    await expect
      .poll(() => browser.run(consent, `return Boolean(${button})`).catch(() => false), {
        timeout: 60_000,
      })
      .toBe(true);
    expect(await browser.run(consent, 'return document.body.innerText')).toContain('127.0.0.1:');
    await browser.run(consent, CHOOSE_ALWAYS);
    // Its buttons work after a moment, so that a press meant for the page below allows nothing; then it closes.
    await expect
      .poll(() => browser.run(consent, `${button}.click(); return true;`).catch(() => false), {
        timeout: 60_000,
      })
      .toBe(false);
    expect(await browser.run(site, 'return globalThis.connecting')).toBe('connected');
    const [status, text] = await browser.run<[number, string]>(site, ASK);
    expect([status, text.includes('inference'), text.includes('[DONE]')]).toEqual([
      200,
      true,
      true,
    ]);
    // Revoked in another tab than the one that answers.
    const keys = await browser.open(`${baseURL}/developer/keys`);
    await expect.poll(() => browser.run(keys, IS_LISTED).catch(() => false)).toBe(true);
    for (const press of REVOKE) await expect.poll(() => browser.run(keys, press)).toBe(true);
    await expect.poll(async () => (await browser.run<[number, string]>(site, ASK))[0]).toBe(403);
  } finally {
    close();
    browser.close();
  }
});
