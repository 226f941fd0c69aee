import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { plainSite, serveFolder } from './embedding-sites.ts';
import { MissingEngineError } from './engine.ts';
import { test } from './engine-test.ts';

test('the service answers in a page of another site', async ({ engine }, testInfo) => {
  testInfo.skip(engine instanceof MissingEngineError, 'The engine is missing.');
  if (engine instanceof MissingEngineError) return;
  const { url, close } = await serveFolder(await plainSite());
  const page = await engine.newPage();
  try {
    await page.goto(`${url}/`);
    const text = await page.run<string>(`
      const output = document.querySelector('output');
      const start = performance.now();
      while (!output.textContent && performance.now() - start < 90_000)
        await new Promise((resolve) => setTimeout(resolve, 100));
      return output.textContent;`);
    expect(text).toContain('inference service');
    const listed = await page.run<string[]>(`
      const { startAlcove } = await import('/alcove/alcove.js');
      const alcove = await startAlcove();
      const { data } = await (await alcove.fetch('/v1/models')).json();
      return data.map(({ id }) => id);`);
    expect(listed).toContain('alcove-guide');
    expect(listed).not.toContain('alcove-embed');
  } finally {
    await page.close();
    close();
  }
});

// Firefox and WebKit have the page start all workers: there the second script counts as well.
test('the service answers from workers of the site which import the ones of the package', async ({
  engine,
}, testInfo) => {
  testInfo.skip(engine instanceof MissingEngineError, 'The engine is missing.');
  if (engine instanceof MissingEngineError) return;
  const folder = await plainSite();
  mkdirSync(join(folder, 'static'));
  for (const name of ['host-worker', 'brokered-entry']) {
    writeFileSync(join(folder, `static/${name}.js`), `import '/alcove/assets/${name}.js';\n`);
  }
  const { url, paths, close } = await serveFolder(folder);
  const page = await engine.newPage();
  try {
    await page.goto(`${url}/empty.html`);
    const text = await page.run<string>(`
      const { startAlcove } = await import('/alcove/alcove.js');
      const alcove = await startAlcove({
        models: [{ id: 'alcove-guide', address: '/weights/alcove-guide/' }],
        workers: { host: '/static/host-worker.js', entry: '/static/brokered-entry.js' },
        serviceWorker: false,
      });
      const answer = await alcove.fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'alcove-guide',
          temperature: 0,
          messages: [{ role: 'user', content: 'What is Alcove?' }],
        }),
      });
      return answer.text();`);
    expect(text).toContain('inference service');
    const outside = paths.filter((path) => !/^\/(?:alcove|weights|static)\/|favicon/.test(path));
    expect(outside).toEqual(['/empty.html']);
    testInfo.annotations.push({
      type: 'workers of the site',
      description: paths.filter((path) => path.startsWith('/static/')).join(', '),
    });
  } finally {
    await page.close();
    close();
  }
});
