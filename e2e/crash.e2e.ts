import { expect, type Page, test } from '@playwright/test';
import { seeded } from '#base/numbers.ts';
import { times } from '#testing/test-run.ts';
import { ChatPage, numbered, script } from './chat-page.ts';
import { gotoAfterKill, kill } from './kill.ts';

const KILLS = times(100, 4);

interface StoredLength {
  id: string;
  role: string;
  length: number;
}

/** All stored messages with the length of their text. Fails when the database does not open. */
function readMessages(page: Page): Promise<StoredLength[]> {
  return page.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error as Error);
    });
    const read = database.transaction('messages').objectStore('messages').getAll();
    const rows = await new Promise<{ id: string; role: string; text: string }[]>(
      (resolve, reject) => {
        read.onsuccess = () => resolve(read.result);
        read.onerror = () => reject(read.error as Error);
      },
    );
    database.close();
    return rows.map(({ id, role, text }) => ({ id, role, length: text.length }));
  });
}

test(`the renderer is killed ${KILLS} times while it streams and saves, and no stored message is lost`, async ({
  context,
}) => {
  test.setTimeout(900_000);
  const random = seeded(7);
  let stored: StoredLength[] = [];
  let address = '/chat?scripted-models';
  let asked = 0;
  for (let i = 0; i < KILLS; i++) {
    const page = await context.newPage();
    const chat = new ChatPage(page);
    await gotoAfterKill(page, address);
    await expect(chat.message).toBeVisible();
    // At first there is no database: opening it here would create an empty one.
    const now = i === 0 ? [] : await readMessages(page);
    const lengths = new Map(now.map((message) => [message.id, message.length]));
    const lost = stored.filter(({ id, length }) => (lengths.get(id) ?? -1) < length);
    expect(lost).toEqual([]);
    if (i % 10 === 0) {
      await page.getByRole('button', { name: 'New chat', exact: true }).click();
      await chat.choose('Scripted vision');
    }
    await chat.send(script(numbered(400), 4));
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/chat\/.+/);
    address = `${new URL(page.url()).pathname}?scripted-models`;
    // Not a wait for a condition: the moment of the crash is random.
    await page.waitForTimeout(random() * 600);
    stored = await readMessages(page);
    asked = Math.max(asked, stored.filter((message) => message.role === 'user').length);
    await kill(page);
  }
  expect(asked).toBe(KILLS);
});
