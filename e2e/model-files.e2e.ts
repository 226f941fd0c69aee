import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { architectureGguf } from '#testing/architecture-gguf.ts';
import { chattyGguf } from '#testing/gguf-file.ts';
import { ChatPage } from './chat-page.ts';
import { dropFiles } from './drop-files.ts';
import { modelRow, openModels } from './hub-page.ts';
import { openPage } from './open-page.ts';

const file = (name: string, title: string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(chattyGguf(title)),
});

const here = (page: Page, title: string) =>
  page.getByRole('region', { name: 'On this device' }).getByRole('link', { name: title });

/** Requests of the page and its workers beyond this origin. */
function foreignRequests(page: Page): string[] {
  const urls: string[] = [];
  page.context().on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url())) urls.push(new URL(request.url()).hostname);
  });
  return urls;
}

/** Asks a model through `/v1`, and whether the list has it. */
function ask(page: Page, model: string) {
  return page.evaluate(async (id) => {
    await alcove.ready;
    const key = await alcove.createApiKey('gguf');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const models = (await (await fetch('/v1/models', { headers })).json()) as {
      data: { id: string }[];
    };
    const body = { model: id, max_tokens: 8, messages: [{ role: 'user', content: 'Hello' }] };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch('/v1/chat/completions', init);
    const { usage } = (await reply.json()) as { usage?: { completion_tokens: number } };
    return {
      isListed: models.data.some((one) => one.id === id),
      status: reply.status,
      tokens: usage?.completion_tokens ?? 0,
    };
  }, model);
}

test('a chosen GGUF file becomes a model that answers, survives a reload and can be deleted', async ({
  page,
}) => {
  const hosts = foreignRequests(page);
  await openPage(page, '/models');
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file('tiny.gguf', 'Tiny'));
  await expect(here(page, 'Tiny')).toBeVisible({ timeout: 60_000 });
  await expect(modelRow(page, 'Tiny')).toContainText('Works offline');
  // The same file again is the same model.
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file('tiny.gguf', 'Tiny'));
  await expect(page.getByText('Tiny is on this device.')).toBeVisible();
  await expect(here(page, 'Tiny')).toHaveCount(1);

  await page.reload();
  await here(page, 'Tiny').click();
  await expect(page.getByText('From your file "tiny.gguf".')).toBeVisible();
  await expect(page.getByText('Apache-2.0')).toBeVisible();
  await page.getByRole('button', { name: 'Check files' }).click();
  await expect(page.getByText('5 files are unchanged.')).toBeVisible();
  const answer = await ask(page, 'local/tiny');
  expect(answer).toMatchObject({ isListed: true, status: 200 });
  expect(answer.tokens).toBeGreaterThan(0);
  expect([...new Set(hosts)]).toEqual(['localhost']);

  // So small a model does not lead new chats; it can be chosen.
  await page.goto('/chat');
  await expect(page.getByRole('button', { name: 'Model: Guide' })).toBeVisible();
  await new ChatPage(page).choose('Tiny');
  await expect(page.getByRole('button', { name: 'Model: Tiny' })).toBeVisible();
  await openModels(page);
  await page.getByRole('button', { name: 'Delete Tiny' }).click();
  await expect(here(page, 'Tiny')).toHaveCount(0);
});

for (const architecture of ['gemma3', 'granite', 'lfm2', 'phi3']) {
  test(`a file of the architecture ${architecture} becomes a model that answers`, async ({
    page,
  }) => {
    await openPage(page, '/models');
    const name = `${architecture}.gguf`;
    const buffer = Buffer.from(architectureGguf(architecture));
    await page
      .getByLabel('Choose a file', { exact: true })
      .setInputFiles({ name, mimeType: '', buffer });
    await expect(here(page, architecture)).toBeVisible({ timeout: 60_000 });
    const answer = await ask(page, `local/${architecture}`);
    expect(answer).toMatchObject({ isListed: true, status: 200 });
    expect(answer.tokens).toBeGreaterThan(0);
  });
}

test('a GGUF file dropped on a chat is converted and offered there', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.ask('What is Alcove?');
  const data = Buffer.from(chattyGguf('Dropped')).toString('base64');
  // Blobs of Ollama have no ending: the content says what it is.
  await dropFiles(page.getByRole('textbox', { name: 'Message' }), [{ name: 'sha256-0123', data }]);
  await expect(page.getByText('Dropped can be used now.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Use in this chat' }).click();
  await expect(page.getByRole('button', { name: 'Model: Dropped' })).toBeVisible();
  // Random weights write noise: that it writes at all is the proof.
  await expect(await chat.ask('What can you do?')).toHaveText(/\S/);
});

test('one model of a folder of Ollama is picked', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  const hash = 'a1'.repeat(32);
  const manifests = join(folder, 'models/manifests/registry.ollama.ai/library/tiny');
  mkdirSync(manifests, { recursive: true });
  mkdirSync(join(folder, 'models/blobs'));
  const layer = { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${hash}` };
  writeFileSync(join(manifests, '1b'), JSON.stringify({ layers: [layer] }));
  writeFileSync(join(folder, `models/blobs/sha256-${hash}`), chattyGguf('From Ollama'));
  writeFileSync(join(folder, 'models/other.gguf'), 'no model at all');
  try {
    await openPage(page);
    await openModels(page);
    await page.getByLabel('Choose a folder', { exact: true }).setInputFiles(join(folder, 'models'));
    const found = page.getByRole('table', { name: '2 models in this folder' });
    await expect(found.getByRole('row').nth(1)).toContainText('other.gguf');
    await found.getByRole('button', { name: 'Convert other.gguf' }).click();
    await expect(page.getByText('other.gguf: This is not a GGUF file.')).toBeVisible();
    await found.getByRole('button', { name: 'Convert tiny:1b' }).click();
    await expect(here(page, 'From Ollama')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Close the list' }).click();
    await expect(found).toHaveCount(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
