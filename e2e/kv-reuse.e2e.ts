import { expect, test } from '@playwright/test';
import { times } from '#testing/test-run.ts';
import { openPage } from './open-page.ts';

const CONVERSATIONS = times(100, 3);

test(`${CONVERSATIONS} random conversations read the same with and without what earlier turns left`, async ({
  page,
}) => {
  test.setTimeout(600_000);
  await openPage(page, '/');
  const { differing, answers, reused } = await page.evaluate(async (count) => {
    const path = ['/e2e', 'kv-reuse.js'].join('/');
    const module = (await import(path)) as typeof import('./in-page/kv-reuse.ts');
    return module.compare(count);
  }, CONVERSATIONS);
  expect(differing).toEqual([]);
  expect(answers).toBe(4 * CONVERSATIONS);
  expect(reused).toBeGreaterThan(0.5);
});

test('the usage of a second turn reports cached tokens', async ({ page }) => {
  const key = await openPage(page, '/');
  const usages = await page.evaluate(async (apiKey) => {
    const messages = [{ role: 'user', content: 'What can you do?' }];
    const cached: number[] = [];
    for (let turn = 0; turn < 2; turn++) {
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'alcove-guide', messages, temperature: 0 }),
      });
      const { choices, usage } = (await response.json()) as {
        choices: { message: { role: string; content: string } }[];
        usage: { prompt_tokens_details: { cached_tokens: number } };
      };
      cached.push(usage.prompt_tokens_details.cached_tokens);
      const { role = '', content = '' } = choices[0]?.message ?? {};
      messages.push({ role, content }, { role: 'user', content: 'And for audio?' });
    }
    return cached;
  }, key);
  expect(usages[0]).toBe(0);
  expect(usages[1]).toBeGreaterThan(20);
});
