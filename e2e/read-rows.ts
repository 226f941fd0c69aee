import type { Page } from '@playwright/test';

/** All rows of a stored table. Blobs do not come out of the page. */
export function readRows<Row>(page: Page, table: string): Promise<Row[]> {
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        let isMissing = false;
        // The app creates it, on a slow machine perhaps later: one of the first version would be in its way.
        opening.onupgradeneeded = () => {
          isMissing = true;
          opening.transaction?.abort();
        };
        opening.onerror = () => (isMissing ? resolve([]) : reject(opening.error));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result as Row[]);
          };
        };
      }),
    table,
  );
}
