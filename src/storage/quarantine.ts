import type { AlcoveDatabase } from './database.ts';
import { parseRow } from './rows/parsers.ts';
import type { QuarantinedRow } from './service-records.ts';
import { type DataKind, TABLE_NAMES, type TableName, tablesOf } from './tables.ts';

/** Rows looked at in one transaction: the tables stay open for the pages in between. */
const STEP = 500;

/**
 * Moves rows that cannot be repaired out of their tables, to where they are listed, exported and deleted.
 * @returns how many there are in quarantine.
 */
export async function quarantineUnreadable(
  database: AlcoveDatabase,
  names: readonly TableName[] = TABLE_NAMES,
): Promise<number> {
  if (!database.isOpen()) await database.open();
  for (const name of names) if (name !== 'quarantine') await sweep(database.backendDB(), name);
  return database.quarantine.count();
}

/** Past Dexie, which reads rows repaired. */
async function sweep(database: IDBDatabase, name: TableName): Promise<void> {
  let after: IDBValidKey | null = null;
  do {
    after = await sweepStep(database, name, after);
  } while (after !== null);
}

/** @returns the last key it looked at; null at the end of the table. */
function sweepStep(
  database: IDBDatabase,
  name: TableName,
  after: IDBValidKey | null,
): Promise<IDBValidKey | null> {
  return new Promise((resolve, reject) => {
    const work = database.transaction([name, 'quarantine'], 'readwrite');
    const target = work.objectStore('quarantine');
    const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
    const request = work.objectStore(name).openCursor(range);
    let seen = 0;
    let last: IDBValidKey | null = null;
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || seen++ >= STEP) {
        if (!cursor) last = null;
        return;
      }
      last = cursor.primaryKey;
      if (parseRow(name, cursor.value) === undefined) {
        const moved: Omit<QuarantinedRow, 'id'> = {
          table: name,
          at: Date.now(),
          row: cursor.value,
        };
        target.add(moved);
        cursor.delete();
      }
      cursor.continue();
    };
    work.oncomplete = () => resolve(last);
    work.onabort = () => reject(work.error);
  });
}

/** Permanently deletes data of one kind, including its rows in quarantine. */
export async function clearKind(database: AlcoveDatabase, kind: DataKind): Promise<void> {
  const names = tablesOf(kind);
  const tables = names.map((name) => database.table(name));
  await database.transaction('rw', [...tables, database.quarantine], async () => {
    for (const table of tables) await table.clear();
    await database.quarantine.where('table').anyOf(names).delete();
  });
}
