import { type Page, expect as plainExpect, test } from '@playwright/test';
import { ChatPage } from './chat-page.ts';
import { paste } from './paste.ts';
import { storeChat } from './stored-chat.ts';

/** Models load as fast as the machine lets them. */
const expect = plainExpect.configure({ timeout: 30_000 });

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** As Chromium reports a full disk: requests succeed, then their transaction fails. */
async function mockDisk(
  page: Page,
): Promise<{ fill: () => Promise<void>; free: () => Promise<void> }> {
  await page.addInitScript(() => {
    const state = Object.assign(globalThis, { isFull: false });
    const latest = new WeakMap<IDBTransaction, IDBRequest>();
    const error = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'error');
    Object.defineProperty(IDBTransaction.prototype, 'error', {
      get() {
        return state.isFull && latest.has(this)
          ? new DOMException('Full.', 'QuotaExceededError')
          : error?.get?.call(this);
      },
    });
    for (const name of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (...row: Parameters<typeof write>) {
        const request = write.apply(this, row);
        if (!state.isFull) return request;
        const wait = (left: number) => {
          if (latest.get(this.transaction) !== request) return;
          if (left === 0) this.transaction.abort();
          else this.count().onsuccess = () => wait(left - 1);
        };
        latest.set(this.transaction, request);
        request.addEventListener('success', () => wait(10));
        return request;
      };
    }
    const { commit } = IDBTransaction.prototype;
    IDBTransaction.prototype.commit = function () {
      if (latest.has(this)) this.abort();
      else commit.call(this);
    };
  });
  const set = (isFull: boolean) =>
    page.evaluate((value) => Object.assign(globalThis, { isFull: value }) && undefined, isFull);
  return { fill: () => set(true), free: () => set(false) };
}

/** Notes the words of every notice: one may be gone before a busy machine looks. */
async function recordNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role="status"]'))
        if (!shown.includes(textContent)) shown.push(textContent);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
}

/** A microphone that delivers a tone. */
async function mockMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ speechModel: 'alcove-digits' }));
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const microphone = context.createMediaStreamDestination();
      const source = new OscillatorNode(context);
      source.connect(microphone);
      source.start();
      return microphone.stream;
    };
  });
}

test('on a full disk the chat loses nothing and offers to free storage', async ({ page }) => {
  const uncaught: string[] = [];
  page.on('pageerror', ({ name, message }) => uncaught.push(`${name}: ${message}`));
  const disk = await mockDisk(page);
  await mockMicrophone(page);
  await recordNotices(page);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask('stored before');
  await disk.fill();

  const attach = async (name: string, type: string, data: Buffer | string) => {
    await chat.addFile(name, type, data);
    await expect(page.getByRole('alert')).toHaveText(/^There is no storage left on this device/);
    // A notice of another failure may offer the same.
    await expect(page.getByRole('link', { name: 'Free up storage' }).first()).toBeVisible();
  };
  await attach('notes.md', 'text/markdown', 'The heron stands at the river.');
  await attach('heron.png', 'image/png', Buffer.from(PNG, 'base64'));
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await chat.send('precious words');
  /** What failed is said with its reason and the remedy, then put away. */
  const seeFailure = async (what: string) => {
    const toast = page.getByRole('status').filter({ hasText: `${what}: There is no storage left` });
    // A draft may be saved while the message before it is sent, and a failure is shown once.
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown))
      .toContainEqual(expect.stringMatching(`${what}: There is no storage left.*Free up storage`));
    // It also goes by itself, perhaps before it is clicked.
    const dismiss = toast.getByRole('button', { name: 'Dismiss' });
    await dismiss.click({ timeout: 3_000 }).catch(() => {});
    await expect(toast).toHaveCount(0, { timeout: 30_000 });
  };
  await seeFailure('The message could not be sent');
  await expect(chat.log).toContainText('Queued: precious words');
  await chat.message.fill('an unsent draft');
  await seeFailure('The draft could not be saved');
  await chat.message.fill('');

  await chat.openOptions('stored before');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Another title');
  await page.keyboard.press('Enter');
  // The dialog stays, with the words in it.
  await page.keyboard.press('Escape');
  await seeFailure('The chat could not be renamed');
  await expect(chat.row('stored before')).toBeVisible();

  // The recording of a chat without audio input is transcribed.
  await page.getByRole('button', { name: /^Model: / }).click();
  await page
    .getByRole('menuitemradio')
    .filter({ has: page.getByText('Scripted chat', { exact: true }) })
    .click();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await seeFailure('The recording could not be stored');
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('button', { name: 'Save recording' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('link', { name: 'Free up storage' })).toBeVisible();

  await disk.free();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(chat.answers.nth(1)).toContainText('precious words');
  await page.reload();
  await expect(chat.answers).toHaveCount(2);
  expect(uncaught).toEqual([]);
});

test('a text that cannot be attached on a full disk is attached once there is storage', async ({
  page,
}) => {
  const disk = await mockDisk(page);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask('stored before');
  await disk.fill();
  await paste(chat.message, { 'text/plain': 'the only copy '.repeat(10_000) });
  await expect(page.getByRole('alert')).toHaveText(/^There is no storage left on this device/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Pasted text.txt' })).toHaveCount(0);
  await disk.free();
  await chat.ask('sent meanwhile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pasted text.txt' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the message box stays closed over a draft that it cannot show and nothing can store', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await storeChat(page, 'long', ['An answer.'], 'the only copy '.repeat(10_000));
  const disk = await mockDisk(page);
  await page.addInitScript(() => Object.assign(globalThis, { isFull: true }));
  await page.goto('/chat/long?scripted-models');
  await expect(page.getByRole('alert')).toHaveText(/^There is no storage left on this device/);
  await expect(chat.message).not.toBeEditable();
  await disk.free();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pasted text.txt' })).toBeVisible();
  await expect(chat.message).toBeEditable();
});

test('text copied from a spreadsheet goes into the box, not the picture of it', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.message.focus();
  const cells = { 'text/plain': 'a\tb', 'text/html': '<table></table>' };
  expect(await paste(chat.message, cells, 'cells.png')).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await paste(chat.message, {}, 'photo.png')).toBe(false);
  await expect(page.getByRole('alert')).toContainText('photo.png');
});
