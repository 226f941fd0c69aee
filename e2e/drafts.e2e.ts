import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ChatPage, numbered, script } from './chat-page.ts';

test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
});

const ICON = readFileSync(new URL('../public/icon-192.png', import.meta.url));

async function openChat(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  return chat;
}

/** Waits until the stored draft of any chat is this; null: until there is none. */
async function expectStored(page: Page, text: string | null): Promise<void> {
  const read = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('alcove');
      await new Promise((resolve) => (open.onsuccess = resolve));
      const all = open.result.transaction('drafts').objectStore('drafts').getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      open.result.close();
      return (all.result as { text: string }[]).map((draft) => draft.text);
    });
  await expect.poll(read).toEqual(text === null ? [] : [text]);
}

test('a question asked while its files are read waits for them and goes with them', async ({
  page,
}) => {
  const chat = await openChat(page);
  const facts = Array.from({ length: 400 }, (_, i) => `Bird ${i} eats ${i * 7} worms a year.`);
  await chat.addFile('birds.txt', '', `${facts.join('\n\n')}\n\nA heron waits for fish.`);
  await chat.addFile('icon.png', 'image/png', ICON);
  await chat.send('Which bird waits for fish?');
  await expect(chat.log).toContainText('Queued: Which bird waits for fish?');
  const answer = chat.answers.first();
  await expect(answer).toContainText('heron', { timeout: 30_000 });
  await expect(answer.getByRole('button', { name: /^\[1\] birds\.txt/ })).toBeVisible();
  await expect(chat.log.getByRole('img', { name: 'icon.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove icon.png' })).toHaveCount(0);
  await expect(chat.log).not.toContainText('Queued');
});

test('a chat that is left before its question is sent is answered, and the other chat is untouched', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask('another chat');
  const other = page.url();
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await chat.choose('Scripted vision');
  await chat.addFile('birds.txt', '', 'A heron waits for fish.');
  await expect(page.getByRole('button', { name: 'Remove birds.txt' })).toBeVisible();
  const here = new URL(page.url()).pathname;
  await chat.message.fill('Which bird waits for fish?');
  // Its passages are sought for a while: in this while the chat is left.
  await page.evaluate((path) => {
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    document.querySelector('[data-composer]')?.dispatchEvent(key);
    document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click();
  }, new URL(other).pathname);
  await expect(page).toHaveURL(other);
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.log).not.toContainText('heron');
  await page.locator(`a[href="${here}"]`).click();
  await expect(chat.answers.first()).toContainText('heron');
  await expect(chat.message).toHaveValue('');
});

test('messages sent in quick succession are answered in order, in one branch', async ({ page }) => {
  const chat = await openChat(page);
  for (const text of ['one', 'two', 'three']) await chat.send(text);
  await expect(chat.answers).toHaveCount(3);
  for (const [i, text] of ['one', 'two', 'three'].entries()) {
    await expect(chat.answers.nth(i)).toContainText(text);
  }
  await expect(page.getByRole('button', { name: 'Previous version' })).toHaveCount(0);
});

test('unsent drafts survive another page, another chat and a reload, and move with their chat', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.message.fill('half a thought');
  await page.getByRole('link', { name: 'Embeddings' }).click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(chat.message).toHaveValue('half a thought');
  await expectStored(page, 'half a thought');
  await page.reload();
  await expect(chat.message).toHaveValue('half a thought');
  await chat.choose('Scripted vision');
  // With a picture the chat gets a row: the draft belongs to that row.
  await chat.addFile('icon.png', 'image/png', ICON);
  await expect(page.getByRole('button', { name: 'Remove icon.png' })).toBeVisible();
  await expect(page).toHaveURL(/\/chat\/.+/);
  const address = page.url();
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await expect(page).not.toHaveURL(address);
  await expect(chat.message).toHaveValue('');
  await page.goBack();
  await expect(chat.message).toHaveValue('half a thought');
  await page.reload();
  await expect(chat.message).toHaveValue('half a thought');
  await expect(page.getByRole('button', { name: 'Remove icon.png' })).toBeVisible();
  await chat.message.press('Enter');
  await expect(chat.answers.first()).toContainText('half a thought');
  await expect(chat.log.getByRole('img', { name: 'icon.png' })).toBeVisible();
  await expectStored(page, null);
});

test('words of a new chat come along into a temporary one and are stored no more', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.message.fill('for later');
  await expectStored(page, 'for later');
  await page.getByRole('button', { name: 'Temporary' }).click();
  await expect(chat.message).toHaveValue('for later');
  await expectStored(page, null);
});

test('after a stopped answer the line waits for the person; recalled words return to the box', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.send(script(numbered(200), 20));
  await expect(chat.answers.first()).toContainText('w3 ');
  // What would do nothing meanwhile says so.
  const later = page.getByTitle('Available once the answer is complete');
  await expect(later.first()).toBeDisabled();
  await chat.send('waits');
  await chat.send('comes back');
  await chat.send('outlives the page');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(chat.answers.first()).toContainText('stopped');
  await expect(later).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit queued message' }).nth(1).click();
  await expect(chat.message).toBeFocused();
  await expect(chat.message).toHaveValue('comes back');
  await chat.message.fill('');
  await chat.send(script(numbered(200), 20));
  await expect(chat.answers.nth(1)).toContainText('w3 ');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(chat.answers.nth(2)).toContainText('waits');
  await expect(chat.answers.nth(3)).toContainText('outlives the page');
  await expect(chat.log).not.toContainText('Queued');
});

test('what waits in line is in the box after a reload', async ({ page }) => {
  const chat = await openChat(page);
  await chat.send(script(numbered(400), 20));
  await expect(chat.answers.first()).toContainText('w3 ');
  await chat.send('waits');
  await expectStored(page, 'waits');
  await page.reload();
  await expect(chat.message).toHaveValue('waits');
});

test('a message that cannot be stored goes back into the line, and can be sent again', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask('first');
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'messages') throw new DOMException('No space.', 'QuotaExceededError');
      return put.apply(this, given);
    };
    Object.assign(globalThis, { makeRoom: () => (IDBObjectStore.prototype.put = put) });
  });
  await chat.send('precious words');
  await expect(
    page.getByText(/^The message could not be sent: There is no storage left/),
  ).toBeVisible();
  await expect(chat.log).toContainText('Queued: precious words');
  await expect(chat.answers).toHaveCount(1);
  await page.evaluate('makeRoom()');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(chat.answers.nth(1)).toContainText('precious words');
  await page.reload();
  await expect(chat.answers).toHaveCount(2);
});

test('a document that cannot be read leaves the question to the person', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('broken.pdf', 'application/pdf', 'no PDF at all');
  await chat.send('What does it say?');
  await expect(page.getByRole('alert')).toContainText('broken.pdf');
  await expect(chat.log).toContainText('Queued: What does it say?');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(chat.answers.first()).toContainText('What does it say?');
});
