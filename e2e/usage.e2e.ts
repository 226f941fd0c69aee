import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { AlcoveProcess, bearer, pairPage } from './bridge-server.ts';
import { openPage } from './open-page.ts';

const QUESTION = {
  model: 'alcove-guide',
  max_tokens: 24,
  temperature: 0,
  messages: [{ role: 'user', content: 'What is an embedding?' }],
};

test('usage is grouped, has quantiles, and opens in Excel as it is', async ({ page }) => {
  const key = await openPage(page);
  const statuses = await page.evaluate(
    async ([apiKey, question]) => {
      const all: number[] = [];
      for (const more of [{}, {}, { temperature: 9 }]) {
        const response = await fetch('/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...question, ...more }),
        });
        await response.text();
        all.push(response.status);
      }
      return all;
    },
    [key, QUESTION] as const,
  );
  expect(statuses).toEqual([200, 200, 400]);
  // Within the page: a reload would end the host before the last row is written.
  await page.getByRole('link', { name: 'Developer' }).click();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('Requests')).toHaveText('3');
  await expect(figure('Errors')).toHaveText('1');
  await expect(figure('First token p50 · p95')).toHaveText(/^[\d.]+ s · [\d.]+ s$/);
  await expect(figure('Tokens/s p50 · p95')).toHaveText(/^\d+ · \d+$/);
  for (const [by, rows] of [
    ['Model', 2],
    ['Key', 1],
    ['Endpoint', 1],
    ['Day, key, model and endpoint', 2],
  ] as const) {
    await page.getByLabel('Group by').selectOption(by);
    await expect(page.getByRole('table').last().getByRole('row')).toHaveCount(rows + 1);
  }
  expect(await violationsInBothThemes(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = csv.split('\r\n');
  // Excel reads a file without the mark in the code page of the system.
  expect(head?.startsWith('\ufeffday,key,model,endpoint,requests,failed,')).toBe(true);
  expect(head?.split(',').slice(-4)).toEqual([
    'first_token_p50',
    'first_token_p95',
    'tokens_per_second_p50',
    'tokens_per_second_p95',
  ]);
  const answered = lines.find((line) => line.includes('alcove-guide'))?.split(',') ?? [];
  expect(answered).toHaveLength(12);
  expect(answered.slice(4, 6)).toEqual(['2', '0']);
  for (const value of answered.slice(8)) expect(Number(value)).toBeGreaterThan(0);
});

test('a budget of a key warns from 80 % on and says when it is used up', async ({ page }) => {
  const key = await openPage(page);
  await page.goto('/developer/keys');
  await page.getByRole('button', { name: 'Limits' }).click();
  await page.getByLabel('Requests per day').fill('5');
  await page.getByLabel('Tokens per month').fill('1000000');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('5 requests per day, 1,000,000 tokens per month')).toBeVisible();
  const send = (count: number) =>
    page.evaluate(
      async ([apiKey, question, times]) => {
        let status = 0;
        for (let i = 0; i < times; i++) {
          const response = await fetch('/v1/chat/completions', {
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify(question),
          });
          await response.text();
          status = response.status;
        }
        return status;
      },
      [key, QUESTION, count] as const,
    );
  await send(3);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  const budgets = page.getByRole('region', { name: 'Budgets' });
  await expect(budgets.getByText('3 of 5')).toBeVisible();
  await expect(budgets.getByRole('status')).toHaveCount(0);
  await send(1);
  await expect(budgets.getByRole('status')).toHaveText('80% used');
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await send(2)).toBe(429);
  await expect(budgets.getByRole('status')).toHaveText('Used up: requests are refused (429)');
  await expect(budgets.getByRole('progressbar')).toHaveCount(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('the bridge has /health and /metrics, which count what programs asked', async ({ page }) => {
  const server = new AlcoveProcess();
  try {
    await server.start();
    expect((await fetch(`${server.url}/health`)).status).toBe(503);
    const key = await pairPage(page, server);
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    const { usage } = (await response.json()) as { usage: { completion_tokens: number } };
    const metrics = await fetch(`${server.url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('version=0.0.4');
    const text = await metrics.text();
    expect(text).toContain(
      'alcove_requests_total{path="/v1/chat/completions",model="local/alcove-guide",status="200"} 1',
    );
    expect(text).toContain(
      `alcove_tokens_total{model="local/alcove-guide",direction="out"} ${usage.completion_tokens}`,
    );
    expect(text).toContain('alcove_tab_connected 1');
    expect(text).not.toContain(key);
  } finally {
    await server.stop();
  }
});
