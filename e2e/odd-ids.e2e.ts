// Ids of an imported chat that have a meaning in addresses.
import { expect, type Page, test } from '@playwright/test';
import { ChatPage, script } from './chat-page.ts';

/** Stores the only chat again under each of the ids, as an import may. */
async function copyChat(page: Page, ids: readonly string[]): Promise<void> {
  await page.evaluate(
    (copies) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction(['conversations', 'messages'], 'readwrite');
          const chats = change.objectStore('conversations');
          const messages = change.objectStore('messages');
          const add = (id: string, chat: { leafId: string }, rows: { id: string }[]) => {
            chats.put({ ...chat, id, leafId: `${id}${chat.leafId}` });
            for (const row of rows) {
              const { parentId } = row as { parentId?: string | null };
              messages.put({
                ...row,
                id: `${id}${row.id}`,
                conversationId: id,
                parentId: parentId ? `${id}${parentId}` : null,
              });
            }
          };
          chats.getAll().onsuccess = ({ target }) => {
            const [chat] = (target as IDBRequest).result;
            messages.getAll().onsuccess = ({ target: read }) => {
              for (const id of copies) add(id, chat, (read as IDBRequest).result);
            };
          };
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    ids,
  );
}

test('chats whose ids mean something in addresses open by their links and after a reload', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask(script(['first']));
  await copyChat(page, ['..', 'a/b?c#d', '%2F"<img>']);
  await page.goto('/chat');
  const links = page.getByRole('list', { name: 'Chats' }).getByRole('link');
  await expect(links).toHaveCount(4);
  for (let index = 0; index < 4; index++) {
    await links.nth(index).click();
    for (const isReload of [false, true]) {
      if (isReload) await page.reload();
      await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
      await expect(chat.answers).toContainText('first');
    }
  }
});
