// A part that fails: the rest works on, and a person can read, export, retry or start again.
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ChatPage, script } from './chat-page.ts';

/** Makes the code of a view fail to load until the returned function is called. */
async function failChunk(page: Page, name: RegExp): Promise<() => void> {
  let fails = true;
  await page.route(name, (route) => (fails ? route.abort() : route.continue()));
  // To take the route away would wait for each worker of the page, one that computes too.
  return () => {
    fails = false;
  };
}

test.describe('code that cannot be loaded', () => {
  // Cached code would be served by the service worker.
  test.use({ serviceWorkers: 'block' });

  test('a page whose code fails to load says so, and opens on "Try again"', async ({ page }) => {
    const mend = await failChunk(page, /developer-page-[\w-]+\.js/);
    await new ChatPage(page).open();
    await page.getByRole('link', { name: 'Developer' }).first().click();
    const panel = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
    await expect(panel).toContainText('Check the connection');
    await expect(page.getByRole('link', { name: 'Transcribe' }).first()).toBeVisible();
    mend();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Developer' })).toBeVisible();
  });

  test('an answer whose formatting fails to load is plain text until it is retried', async ({
    page,
  }) => {
    const mend = await failChunk(page, /\/(?:limited-)?markdown-[\w-]+\.js/);
    const chat = new ChatPage(page);
    await chat.open('/chat');
    await chat.send('A question');
    await expect(chat.answers).toHaveCount(1);
    // Nothing answers without the service worker: the text is put where an answer would be stored.
    await changeRows(page, 'messages', 'text', 'A **bold** word', 2);
    await page.reload();
    const answer = chat.answers.first();
    await expect(answer).toContainText('formatting failed');
    mend();
    await answer.getByRole('button', { name: 'Try again' }).click();
    await expect(answer).not.toContainText('formatting failed');
    await expect(answer.locator('strong')).toHaveText('bold');
  });
});

/** Writes a value into a stored row, as a wrong import or another version may. */
async function changeRows(
  page: Page,
  table: string,
  field: string,
  value: unknown,
  count = 1,
): Promise<void> {
  await page.evaluate(
    ([name, key, wrong, max]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const change = database.transaction(name, 'readwrite');
          const store = change.objectStore(name);
          const reading = store.getAll(null, max);
          reading.onsuccess = () => {
            for (const row of reading.result) store.put({ ...row, [key]: wrong });
          };
          change.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [table, field, value, count] as const,
  );
}

test('a chat with an impossible title leaves the page and the other chats alone', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask(script(['first']));
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await chat.choose('Scripted vision');
  await chat.ask(script(['second']));
  await expect(page.getByRole('list', { name: 'Chats' }).getByRole('listitem')).toHaveCount(2);
  await changeRows(page, 'conversations', 'title', { not: 'a title' });
  for (const path of ['/chat', '/transcribe', '/embeddings', '/developer', '/settings']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Settings' }).first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Chats' })).toContainText('#script');
  }
});

test('a message with impossible text leaves the chat alone', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  const answer = await chat.ask(script(['first']));
  await expect(answer).toContainText('first');
  await changeRows(page, 'messages', 'text', { not: 'a text' });
  await page.reload();
  await expect(chat.message).toBeVisible();
  await expect(chat.log).toBeVisible();
});

const MISSING = {
  'Web Locks': () => {
    Object.defineProperty(Navigator.prototype, 'locks', {
      get() {
        throw new TypeError('raw exception text');
      },
    });
  },
  'service workers': () => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      get() {
        throw new DOMException('raw exception text', 'SecurityError');
      },
    });
  },
  workers: () => {
    globalThis.Worker = class {
      constructor() {
        throw new TypeError('raw exception text');
      }
    } as unknown as typeof Worker;
  },
  'Intl.ListFormat and ResizeObserver': () => {
    Object.assign(Intl, { ListFormat: undefined });
    Object.assign(globalThis, { ResizeObserver: undefined });
  },
  'random ids': () => {
    Object.assign(Crypto.prototype, {
      randomUUID: () => {
        throw new TypeError('raw exception text');
      },
    });
  },
};

/** A page of a browser with a stored chat and, after `remove`, a fault. */
async function openBroken(page: Page, context: BrowserContext, remove: () => void): Promise<Page> {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask(script(['to be exported']));
  await page.close();
  const broken = await context.newPage();
  await broken.addInitScript(remove);
  await broken.goto('/chat');
  return broken;
}

for (const [name, remove] of Object.entries(MISSING)) {
  test(`a browser whose ${name} throw gets an explanation and can export`, async ({
    page,
    context,
  }) => {
    const broken = await openBroken(page, context, remove);
    const body = broken.locator('body');
    await expect(body).toContainText(/Alcove|chat/i);
    await expect(body).not.toContainText('raw exception text');
    const isStopped = broken.getByRole('button', { name: 'Export my data' });
    const isRunning = broken.getByRole('textbox', { name: 'Message', exact: true });
    await expect(isStopped.or(isRunning)).toBeVisible();
    if (await isRunning.isVisible()) await broken.goto('/settings/data');
    const saved = broken.waitForEvent('download');
    await broken.getByRole('button', { name: /^Export (my data|everything)$/ }).click();
    const file = await (await saved).path();
    expect(await readFile(file, 'utf8')).toContain('to be exported');
  });
}

test('a browser that cannot start the app can delete everything', async ({ page, context }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  await chat.ask(script(['to be deleted']));
  await page.close();
  const broken = await context.newPage();
  await broken.addInitScript(MISSING['Web Locks']);
  await broken.goto('/chat');
  await broken.getByText('Delete everything and start again').click();
  await broken.getByRole('button', { name: 'Delete everything' }).click();
  await expect.poll(() => broken.url()).toMatch(/\/$/);
  await broken.close();
  const fresh = new ChatPage(await context.newPage());
  await fresh.open('/chat');
  await expect(fresh.page.getByRole('list', { name: 'Chats' })).toHaveCount(0);
});

const STORAGE_FAULTS = {
  'has no IndexedDB': {
    remove: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
    sentence: 'does not let Alcove store anything',
  },
  'refuses IndexedDB': {
    remove: () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('raw exception text', 'SecurityError');
      };
    },
    sentence: 'does not let Alcove store anything',
  },
  'fails to open IndexedDB': {
    remove: () => {
      IDBFactory.prototype.open = () => {
        const request = new EventTarget() as IDBOpenDBRequest;
        const error = new DOMException('raw exception text', 'UnknownError');
        Object.assign(request, { error });
        request.addEventListener('error', (event) => request.onerror?.(event));
        setTimeout(() => request.dispatchEvent(new Event('error')));
        return request;
      };
    },
    sentence: 'could not read the stored data',
  },
  'never opens IndexedDB': {
    remove: () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    },
    sentence: 'did not open the stored data in time',
  },
};

for (const [name, { remove, sentence }] of Object.entries(STORAGE_FAULTS)) {
  // It waits out the limit of ten seconds, which unit tests hold.
  const tag = name === 'never opens IndexedDB' ? { tag: '@full' } : {};
  test(
    `a browser that ${name} gets an explanation and can export`,
    tag,
    async ({ page, context }) => {
      const broken = await openBroken(page, context, remove);
      await expect(
        broken.getByRole('heading', { name: 'The stored data could not be opened' }),
      ).toBeVisible({ timeout: 30_000 });
      await expect(broken.locator('body')).toContainText(sentence);
      await expect(broken.locator('body')).not.toContainText('raw exception text');
      // Workers have an IndexedDB of their own.
      const saved = broken.waitForEvent('download');
      await broken.getByRole('button', { name: 'Export my data' }).click();
      const file = await (await saved).path();
      expect(await readFile(file, 'utf8')).toContain('to be exported');
    },
  );
}
