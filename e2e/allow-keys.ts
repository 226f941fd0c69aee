import type { Page } from '@playwright/test';

/** Lets every stored key's requests go as far as anything, once the page is loaded again. */
export function allowKeys(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('alcove');
        opening.onsuccess = () => {
          const database = opening.result;
          const work = database.transaction('keys', 'readwrite');
          const keys = work.objectStore('keys');
          keys.getAll().onsuccess = ({ target }) => {
            const found = (target as IDBRequest<{ limits: object }[]>).result;
            for (const key of found) keys.put({ ...key, limits: { boundary: 'third-party' } });
          };
          work.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
}
