import { expect, test } from '@playwright/test';
import { openPage } from './open-page.ts';

interface Bundle {
  tests: Record<string, unknown>;
  runTest: (name: string, key: string) => Promise<string | null>;
}

test('unchanged clients work from a page: openai, AI SDK, LangChain', async ({ page }) => {
  const key = await openPage(page);
  const results = await page.evaluate(async (apiKey) => {
    const bundle = (await import('/e2e/clients.js' as string)) as Bundle;
    const names = Object.keys(bundle.tests);
    const failures: string[] = [];
    for (const name of names) {
      const failure = await bundle.runTest(name, apiKey);
      if (failure) failures.push(`${name}: ${failure}`);
    }
    return { count: names.length, failures };
  }, key);
  expect(results).toEqual({ count: 17, failures: [] });
});
