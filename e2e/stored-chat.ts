import { expect, type Page } from '@playwright/test';

/** Opened before the app has made it, the database would be an empty one, which holds the app's back. */
export async function databaseIsMade(page: Page): Promise<void> {
  const isMade = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).some(
        ({ name, version = 0 }) => name === 'alcove' && version > 1,
      ),
    );
  await expect.poll(isMade, { timeout: 30_000 }).toBe(true);
}

/** Stores a chat of these answers, each to a short question, and the draft of its next message. */
export async function storeChat(
  page: Page,
  id: string,
  answers: readonly string[],
  draft = '',
  settings: { system?: string; outputSchema?: string } = {},
): Promise<void> {
  await databaseIsMade(page);
  await page.evaluate(
    ([chat, texts, written, given]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const change = database.transaction(['conversations', 'messages', 'drafts'], 'readwrite');
          const messages = change.objectStore('messages');
          let parentId: string | null = null;
          texts.forEach((text, i) => {
            for (const role of ['user', 'assistant']) {
              const key = `${chat}-${role}-${i}`;
              const row = { id: key, conversationId: chat, parentId, role, state: 'done' };
              const content = role === 'user' ? `Question ${i}` : text;
              messages.put({ ...row, createdAt: Date.now() + i, text: content });
              parentId = key;
            }
          });
          const settings = { model: 'alcove-guide', secondModel: null, system: '', sampling: {} };
          change.objectStore('conversations').put({
            id: chat,
            title: chat,
            named: true,
            pinned: false,
            createdAt: 1,
            updatedAt: Date.now(),
            leafId: parentId,
            settings: { ...settings, outputSchema: '', tools: [], ...given },
          });
          if (written !== '') {
            change.objectStore('drafts').put({ conversationId: chat, text: written, files: [] });
          }
          change.onabort = () => reject(change.error);
          change.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [id, answers, draft, settings] as const,
  );
}

/** Notes how long the page's thread is blocked, from its first script on. */
export async function noteBlocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const blocks: number[] = [];
    Object.assign(globalThis, { blocks });
    const note = (list: PerformanceEntryList) => {
      for (const { duration } of list) blocks.push(duration);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'longtask' });
    Object.assign(globalThis, { noteRest: () => note(observer.takeRecords()) });
  });
}

/** The longest time, in milliseconds, that the page was blocked since this was last asked. */
export async function longestBlock(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { blocks, noteRest } = globalThis as unknown as {
      blocks: number[];
      noteRest: () => void;
    };
    // Records that the observer has not reported yet.
    noteRest();
    return Math.round(Math.max(0, ...blocks.splice(0)));
  });
}
