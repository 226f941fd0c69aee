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
