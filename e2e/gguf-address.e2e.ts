// GGUF files by their address on the hub, converted on arrival.
import { expect, type Page, test } from '@playwright/test';
import { chattyGguf } from '#testing/gguf-file.ts';
import { ChatPage } from './chat-page.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';

/** Weights that take some time to arrive: the test hub sends 64 kB at a time. */
const PADDED = (title: string) => Buffer.concat([chattyGguf(title), Buffer.alloc(1_500_000)]);

/** Puts files on the hub, and begins with what it does with them. */
async function bring(page: Page, files: Record<string, Buffer>): Promise<void> {
  for (const [path, data] of Object.entries(files)) {
    await page.request.post(`/hub/_bring?path=${encodeURIComponent(`brought/${path}`)}`, { data });
  }
}

async function fault(page: Page, path: string, kinds: string): Promise<void> {
  await page.request.post(`/hub/_faults?path=${encodeURIComponent(path)}&kinds=${kinds}`);
}

async function ranges(page: Page, file: string): Promise<(string | null)[]> {
  const log = await (await page.request.get('/hub/_log')).json();
  return (log as { path: string; range: string | null }[])
    .filter(({ path }) => path === file)
    .map(({ range }) => range);
}

/** Names of the files that the browser stores, in all folders of models. */
function storedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const models = await root.getDirectoryHandle('models');
    const names: string[] = [];
    for await (const folder of models.values()) {
      for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name);
    }
    return names;
  });
}

test('one file of a repository is chosen, broken off, resumed, converted, and answers', async ({
  page,
}) => {
  await bring(page, {
    'tiny/tiny-q8_0.gguf': PADDED('Tiny'),
    'tiny/tiny-f16.gguf': Buffer.concat([PADDED('Tiny'), Buffer.alloc(500_000)]),
    'tiny/tiny-iq2_xs.gguf': PADDED('Tiny'),
  });
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, 'brought/tiny');
  const choices = page.getByRole('table', { name: 'GGUF files of this model' });
  await expect(choices.getByRole('rowheader')).toHaveText(['tiny-q8_0.gguf', 'tiny-f16.gguf']);
  // The first request reads the header alone.
  await fault(page, 'tiny-q8_0.gguf', 'whole,cut,cut');
  await choices.getByRole('button', { name: 'Download tiny-q8_0.gguf' }).click();
  await expect(choices).toHaveCount(0);
  await expect(modelRow(page, 'tiny-q8_0')).toContainText('On this device', { timeout: 60_000 });
  await expect(modelRow(page, 'tiny-q8_0')).toContainText('Apache-2.0');
  const asked = await ranges(page, 'tiny-q8_0.gguf');
  expect(asked.slice(0, 2)).toEqual([null, null]);
  expect(asked.slice(2)).toEqual([
    expect.stringMatching(/^bytes=\d{6,}-$/),
    expect.stringMatching(/^bytes=\d{6,}-$/),
  ]);
  await expect.poll(() => storedFiles(page)).not.toContain('model.gguf');
  await page.reload();
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  const chat = new ChatPage(page);
  await chat.choose('tiny-q8_0');
  await expect(await chat.ask('What can you do?')).toHaveText(/\S/);
});

test('wrong bytes are refused by their hash, and a later try heals it', async ({ page }) => {
  await bring(page, { 'wrong/wrong-q8_0.gguf': PADDED('Wrong') });
  await chooseHub(page);
  await fault(page, 'wrong-q8_0.gguf', 'whole,corrupt,corrupt');
  await page.goto('/chat');
  await openModels(page);
  const address = `${new URL(page.url()).origin}/hub/brought/wrong/blob/main/wrong-q8_0.gguf`;
  await addModel(page, address);
  await expect(modelRow(page, 'wrong-q8_0')).toContainText('is not what its repository says', {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Try again wrong-q8_0' }).click();
  await expect(modelRow(page, 'wrong-q8_0')).toContainText('On this device', { timeout: 30_000 });
});

test('what cannot be converted or asked is refused before a download, with the way around', async ({
  page,
}) => {
  await bring(page, { 'odd/odd-q8_0.gguf': Buffer.from('<!doctype html>') });
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  const { origin } = new URL(page.url());
  await addModel(page, `${origin}/hub/brought/odd/resolve/main/odd-q8_0.gguf?download=true`);
  await expect(page.getByRole('alert')).toContainText('This is not a GGUF file.');
  await addModel(page, 'https://models.test/a.gguf');
  await expect(page.getByRole('alert')).toContainText(
    'This page may not ask models.test: it was served with a list of hosts for models.',
  );
  await expect(page.getByRole('alert')).toContainText(
    "npm start -- pull 'https://models.test/a.gguf'",
  );
  expect(await page.evaluate(async () => (await fetch('/v1/models')).text())).not.toContain('odd');
});
