import type { Page } from '@playwright/test';

interface Row {
  table: string;
  row: object;
}

/** Writes rows as another program of this origin could, past everything that checks them. */
export function writeRows(page: Page, rows: Row[]): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const names = [...new Set(all.map(({ table }) => table))];
          const work = database.transaction(names, 'readwrite');
          for (const { table, row } of all) work.objectStore(table).put(row);
          work.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    rows,
  );
}

/** A provider of one chat model, `<id>/big`. */
export const provider = (id: string, baseUrl: string, more: object = {}) => ({
  table: 'providers',
  row: {
    id,
    from: 'person',
    configJson: JSON.stringify({
      id,
      name: id,
      baseUrl,
      boundary: 'own-network',
      models: [{ id: 'big', remote: 'big-model' }],
      ...more,
    }),
  },
});
export const rules = (list: object[]) => ({
  table: 'rules',
  row: { id: 'person', rulesJson: JSON.stringify(list) },
});
