import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newFolder, serveFolder } from './embedding-sites.ts';
import { ENGINES } from './open-engine.ts';

test('a site that was allowed before is answered by the tab of the app', async ({
  browserName: _,
}, { project }) => {
  test.skip(
    project.name === 'WebKit',
    'WebKitGTK opens no window for a page that a driver controls.',
  );
  const engine = await ENGINES[project.name]?.();
  if (!engine) throw new Error(`${project.name} is no engine.`);
  const folder = newFolder();
  copyFileSync('dist/connect.js', join(folder, 'connect.js'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
  const { url, close } = await serveFolder(folder);
  // Another site than the app's, also for the browser's storage.
  const site = url.replace('localhost', '127.0.0.1');
  const baseURL = project.use.baseURL ?? '';
  try {
    const app = await engine.newPage();
    await app.goto(`${baseURL}/`);
    // As the consent stores it: no driver presses buttons of a window that a page opened.
    await app.run(`
      await alcove.ready;
      const opening = indexedDB.open('alcove');
      const database = await new Promise((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const writing = database.transaction('keys', 'readwrite');
      writing.objectStore('keys').add({
        id: 'grant', name: 'Shop', hash: 'none', prefix: '', createdAt: Date.now(), lastUsedAt: null,
        limits: {}, origin: ${JSON.stringify(site)},
      });
      await new Promise((resolve) => { writing.oncomplete = resolve; });
      database.close();
      return null;`);
    await app.goto(`${baseURL}/developer/keys`);
    await app.run('await alcove.ready; return null;');
    const page = await engine.newPage();
    await page.goto(`${site}/`);
    await page.run(`
      const { connect } = await import('/connect.js');
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = 'Connect';
      button.onclick = () => {
        const signal = AbortSignal.timeout(45_000);
        globalThis.connecting = connect(${JSON.stringify(baseURL)}, { signal }).catch((e) => e.message);
      };
      return null;`);
    await page.press('button');
    const answer = await page.run<string>(`
      const connected = await globalThis.connecting;
      if (typeof connected === 'string') return connected;
      const response = await connected.fetch(connected.baseURL + '/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'alcove-guide', stream: true, messages: [{ role: 'user', content: 'What is Alcove?' }],
        }),
      });
      return response.text();`);
    expect(answer).toContain('inference');
    expect(answer).toContain('[DONE]');
  } finally {
    close();
    await engine.close();
  }
});
