import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { gotoAfterKill, kill } from './kill.ts';
import { openPage } from './open-page.ts';

const SENTENCES = readFileSync('e2e/data/sentences.csv', 'utf8').trim().split('\n').slice(1, 501);

interface Batch {
  id: string;
  status: string;
  input_file_id: string;
  output_file_id: string | null;
  request_counts: { total: number; completed: number; failed: number };
}

interface OutputLine {
  custom_id: string;
  response: { status_code: number; body: { data?: { embedding: number[] }[] } };
}

const call = (page: Page, key: string, path: string, post = false) =>
  page.evaluate(
    async ([apiKey, url, isPost]) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await alcove.fetch(url, { headers, method: isPost ? 'POST' : 'GET' });
      return response.text();
    },
    [key, path, post] as const,
  );

const retrieve = async (page: Page, key: string, id: string) =>
  JSON.parse(await call(page, key, `/v1/batches/${id}`)) as Batch;

/** Uploads requests and creates their batch. */
async function start(page: Page, key: string, url: string, bodies: readonly object[]) {
  const lines = bodies.map((body, i) =>
    JSON.stringify({ custom_id: `line-${i}`, method: 'POST', url, body }),
  );
  const text = await page.evaluate(
    async ([apiKey, endpoint, requests]) => {
      const authorization = `Bearer ${apiKey}`;
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new File([requests], 'requests.jsonl'));
      const file = await fetch('/v1/files', {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      const { id } = (await file.json()) as { id: string };
      const created = await fetch('/v1/batches', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ input_file_id: id, endpoint, completion_window: '24h' }),
      });
      return created.text();
    },
    [key, url, lines.join('\n')] as const,
  );
  return JSON.parse(text) as Batch;
}

async function ended(page: Page, key: string, id: string): Promise<Batch> {
  await expect
    .poll(async () => (await retrieve(page, key, id)).status, {
      timeout: 150_000,
      intervals: [100],
    })
    .toBe('completed');
  return retrieve(page, key, id);
}

async function output(page: Page, key: string, { output_file_id }: Batch): Promise<OutputLine[]> {
  const text = await call(page, key, `/v1/files/${output_file_id}/content`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as OutputLine);
}

const embed = (input: string) => ({ model: 'alcove-embed', input });
const ask = (content: string, max_tokens = 24) => ({
  model: 'alcove-guide',
  messages: [{ role: 'user', content }],
  max_tokens,
  temperature: 0,
});
const ids = SENTENCES.map((_, i) => `line-${i}`);

test('500 requests of a batch, the tab killed at 200: each line once', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const key = await openPage(page);
  const { id } = await start(
    page,
    key,
    '/v1/chat/completions',
    SENTENCES.map((text) => ask(text)),
  );
  await expect
    .poll(async () => (await retrieve(page, key, id)).request_counts.completed, {
      timeout: 150_000,
      intervals: [50],
    })
    .toBeGreaterThanOrEqual(200);
  await kill(page);
  const next = await context.newPage();
  await gotoAfterKill(next, '/');
  await next.evaluate(() => alcove.ready);
  const resumed = await retrieve(next, key, id);
  expect(resumed.status).toBe('in_progress');
  expect(resumed.request_counts.completed).toBeGreaterThanOrEqual(200);
  const batch = await ended(next, key, id);
  expect(batch.request_counts).toEqual({ total: 500, completed: 500, failed: 0 });
  const lines = await output(next, key, batch);
  expect(lines.map(({ custom_id }) => custom_id)).toEqual(ids);
  // Answered once, too: only those in progress when the tab died were begun again, and those have no row.
  const rows = await next.evaluate(async () => {
    const open = indexedDB.open('alcove');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const all = open.result.transaction('usage').objectStore('usage').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    open.result.close();
    return (all.result as { endpoint: string }[]).filter(({ endpoint }) => endpoint === 'chat')
      .length;
  });
  expect(rows).toBeGreaterThanOrEqual(490);
  expect(rows).toBeLessThanOrEqual(510);
});

test('a batch is several times as fast as a loop, and answers the same', {
  tag: '@measured',
}, async ({ page }) => {
  test.setTimeout(400_000);
  const key = await openPage(page);
  const loop = (path: string, bodies: readonly object[]) =>
    page.evaluate(
      async ([apiKey, url, all]) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        const post = async (body: object) =>
          (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
        await post(all[0] as object);
        const began = performance.now();
        const answers: unknown[] = [];
        for (const body of all) answers.push(await post(body));
        return { ms: performance.now() - began, answers };
      },
      [key, path, bodies] as const,
    );
  const batch = async (path: string, bodies: readonly object[]) => {
    // The loop was somebody's use of the device, which a batch waits for.
    await page.waitForTimeout(600);
    const began = performance.now();
    const { id } = await start(page, key, path, bodies);
    const done = await ended(page, key, id);
    return { ms: performance.now() - began, lines: await output(page, key, done) };
  };
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const ratios: number[] = [];
  for (const [path, bodies] of [
    ['/v1/embeddings', SENTENCES.slice(0, 250).map(embed)],
    ['/v1/chat/completions', SENTENCES.slice(0, 64).map((text) => ask(text, 64))],
  ] as const) {
    const rounds: number[] = [];
    const times: string[] = [];
    // In turn, so that a busy minute of the machine slows both.
    for (let round = 0; round < 5; round++) {
      const one = await loop(path, bodies);
      const all = await batch(path, bodies);
      expect(all.lines).toHaveLength(bodies.length);
      rounds.push(one.ms / all.ms);
      times.push(`${Math.round(one.ms)} : ${Math.round(all.ms)} ms`);
      if (round === 0 && path === '/v1/embeddings') expectSameVectors(one.answers, all.lines);
    }
    ratios.push(median(rounds));
    process.stdout.write(
      `${path}: ${bodies.length} requests, loop : batch ${times.join(', ')}, median ${median(rounds).toFixed(2)}×\n`,
    );
  }
  expect(ratios[0]).toBeGreaterThan(1.8);
  expect(ratios[1]).toBeGreaterThan(1.2);
});

function expectSameVectors(answers: readonly unknown[], lines: readonly OutputLine[]): void {
  for (const [i, answer] of (answers as { data: { embedding: number[] }[] }[]).entries()) {
    const alone = answer.data[0]?.embedding ?? [];
    const together = lines[i]?.response.body.data?.[0]?.embedding ?? [];
    const cosine = alone.reduce((sum, x, at) => sum + x * (together[at] ?? 0), 0);
    expect(cosine).toBeGreaterThan(0.9999);
  }
}

test('a person sees, cancels, downloads and deletes batches and files', async ({ page }) => {
  const key = await openPage(page);
  const { id } = await start(page, key, '/v1/embeddings', SENTENCES.slice(0, 20).map(embed));
  await ended(page, key, id);
  const script = `#script ${JSON.stringify({ tokens: Array(400).fill('a'), delayMs: 100 })}`;
  const slow = await start(page, key, '/v1/chat/completions', [
    { model: 'scripted-chat', messages: [{ role: 'user', content: script }] },
  ]);
  // One that is cancelled before its file was checked has no number of requests.
  await expect.poll(async () => (await retrieve(page, key, slow.id)).status).toBe('in_progress');
  await page.goto('/developer/batches?scripted-models');
  await expect(page.getByText('Completed · 20 of 20')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download the answers of ${id}` }).click(),
  ]);
  expect(
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(20);
  await page.getByRole('button', { name: `Cancel ${slow.id}` }).click();
  await expect(page.getByText('Cancelled · 0 of 1')).toBeVisible();
  const files = page.getByRole('table', { name: 'Files' });
  await expect(files.getByRole('row')).toHaveCount(4);
  await files.getByRole('button', { name: `Delete ${id}_output.jsonl` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(files.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: `Download the answers of ${id}` })).toBeVisible();
});
