import { readdirSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ChatPage, numbered, script } from './chat-page.ts';
import { openPage } from './open-page.ts';

async function clear(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: `Clear ${kind.toLowerCase()}` }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(`${kind} cleared.`)).toBeVisible();
}

test('cleared chats are gone from the list, the open chat and the composer of every tab immediately', async ({
  context,
}) => {
  const other = await context.newPage();
  await openPage(other, '/chat?scripted-models');
  const chat = new ChatPage(other);
  await chat.choose('Scripted chat');
  await chat.ask('a secret question');
  await expect(chat.answers.first()).toContainText('a secret question');
  await chat.message.fill('an unsent secret');

  const page = await context.newPage();
  await openPage(page, '/settings/data');
  await expect(page.getByRole('list', { name: 'Chats' })).toContainText('a secret question');
  await clear(page, 'Chats');
  await expect(page.getByRole('list', { name: 'Chats' })).toBeHidden();
  await expect(page.locator('body')).not.toContainText('secret');

  await other.bringToFront();
  await expect(other.locator('body')).not.toContainText('secret');
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(other).toHaveURL(/\/chat$/);
  await other.reload();
  await expect(chat.message).toHaveValue('');
  await expect(other.locator('body')).not.toContainText('secret');
});

test('an answer that is written while chats are cleared stops, and stores nothing', async ({
  context,
}) => {
  const other = await context.newPage();
  await openPage(other, '/chat?scripted-models');
  const chat = new ChatPage(other);
  await chat.choose('Scripted chat');
  await chat.send(script(numbered(400), 50));
  await expect(chat.answers.first()).toContainText('w1 ');
  await expect(other.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  const page = await context.newPage();
  await openPage(page, '/settings/data');
  await clear(page, 'Chats');
  await expect(other.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
  const left = await page.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const names = ['conversations', 'messages', 'words', 'drafts'];
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const request = database.transaction(name).objectStore(name).count();
          request.onsuccess = () => resolve(request.result);
        }),
    );
    return Promise.all(counts);
  });
  expect(left).toEqual([0, 0, 0, 0]);
});

test('after the data of the site is cleared, its keys stop working immediately, and every tab says so', async ({
  page,
  context,
}) => {
  const key = await openPage(page, '/chat?scripted-models');
  const other = await context.newPage();
  await other.goto('/developer/keys');
  await expect(other.getByText('e2e', { exact: true })).toBeVisible();
  const statusOf = (target: Page) =>
    target.evaluate(async (bearer) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const body = JSON.stringify({
        model: 'scripted-chat',
        messages: [{ role: 'user', content: 'hello' }],
      });
      const init = { method: 'POST', headers, body };
      return (await alcove.fetch('/v1/chat/completions', init)).status;
    }, key);
  expect(await statusOf(page)).toBe(200);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'all',
  });
  for (const tab of [page, other]) {
    const note = tab.getByRole('status').filter({ hasText: 'The data of this site was cleared.' });
    await expect(note).toBeVisible();
    await expect(note.getByRole('button', { name: 'Reload' })).toBeVisible();
  }
  expect(await statusOf(page)).toBe(401);
  await page.getByRole('button', { name: 'Reload' }).click();
  const chat = new ChatPage(page);
  await chat.choose('Scripted chat');
  await expect(await chat.ask('begin again')).toContainText('begin again');
  expect(await statusOf(page)).toBe(401);
});

test('chats that are imported appear in the list of another tab, and open there', async ({
  context,
}) => {
  const other = await context.newPage();
  await openPage(other, '/chat?scripted-models');
  const page = await context.newPage();
  await openPage(page, '/settings/data');
  const message = {
    author: { role: 'user' },
    create_time: 10,
    content: { content_type: 'text', parts: ['Which bird waits?'] },
  };
  const mapping = { q: { id: 'q', parent: null, message } };
  const chats = [{ id: 'x', title: 'Herons', create_time: 9, mapping, current_node: 'q' }];
  await page.getByLabel('Files to import').setInputFiles({
    name: 'conversations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(chats)),
  });
  await expect(page.getByRole('list', { name: 'Chats' })).toContainText('Herons');
  await other.bringToFront();
  await other.getByRole('list', { name: 'Chats' }).getByRole('link', { name: 'Herons' }).click();
  await expect(other.getByRole('log', { name: 'Conversation' })).toContainText('Which bird waits?');
});

/** Where nothing answers. */
const LAB = 'http://127.0.0.1:9';

/** Where the worker that calls providers may go, by the policy that its script is answered with. */
async function relayPolicy(context: BrowserContext): Promise<string> {
  const file = readdirSync('dist/assets').find((name) => /^relay-worker-.*\.js$/.test(name));
  const page = await context.newPage();
  const response = await page.goto(`/assets/${file}`);
  await page.close();
  return response?.headers()['content-security-policy'] ?? '';
}

test('everything is deleted: no store of any kind has anything left, no provider may be called, and other tabs stop', async ({
  context,
}) => {
  const other = await context.newPage();
  await openPage(other, '/chat?scripted-models');
  const chat = new ChatPage(other);
  await chat.choose('Scripted chat');
  await chat.ask('a secret question');
  const page = await context.newPage();
  await openPage(page, '/settings/providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add provider' });
  await form.getByLabel('Base URL').fill(`${LAB}/v1`);
  await form.getByLabel('API key').fill('a secret key');
  await form.getByRole('button', { name: 'Save and test' }).click();
  await expect(page.getByRole('article')).toContainText('Key stored');
  expect(await relayPolicy(context)).toContain(LAB);
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage.getByRole('row', { name: /^Chats/ })).toContainText(/\d/);
  await expect(storage.getByRole('row', { name: /^App and built-in/ })).toContainText(/MB/);
  await storage.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Export my data first' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete all of it' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Everything was deleted' })).toBeVisible();
  }
  const left = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const name of root.keys()) files.push(name);
    const { held = [] } = await navigator.locks.query();
    return {
      databases: await indexedDB.databases(),
      files,
      caches: await caches.keys(),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      // A service worker that answered lives on for a moment, and its lock with it.
      locks: held.map((lock) => lock.name).filter((name) => !name?.startsWith('alcove-guest')),
    };
  });
  expect(left).toEqual({
    databases: [],
    files: [],
    caches: [],
    local: [],
    session: [],
    workers: 0,
    locks: [],
  });
  await page.getByRole('link', { name: 'Open Alcove' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('secret');
  expect(await relayPolicy(context)).toContain("connect-src 'self';");
  await page.goto('/settings/providers');
  await expect(page.getByRole('button', { name: 'Add provider' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});
