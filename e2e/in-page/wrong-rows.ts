// Stores rows with one wrong field each past the app, as an old release or another program would.

import { TABLE_NAMES, TABLES } from '#storage/tables.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { type WrongRow, wrongRows } from '#testing/wrong-rows.ts';

type Row = Record<string, unknown>;

const SETTINGS = [
  'device',
  'scriptedModels',
  'memoryBudgetBytes',
  'maxWaiting',
  'temperatureMax',
  'requestTimeoutMs',
  'threads',
  'hub',
  'aliases',
  'lastModel',
];

/** A number beyond these leaves the browser no next one for a table that it numbers; no import writes one. */
const isNumberable = ({ table, path, row }: WrongRow) => {
  const value = (row as Row)[path];
  return (
    path !== TABLES[table].key || typeof value !== 'number' || !(value > Number.MAX_SAFE_INTEGER)
  );
};

const all = [...wrongRows()].filter(isNumberable);

/** The kinds of wrong values; 'sample' is some of each. */
export const KIND_NAMES: readonly string[] = [...new Set(all.map(({ kind }) => kind))];

/** Every one of these in the sample: shares no factor with the number of kinds, so each kind comes. */
const SAMPLE_STEP = 13;

/** The row with its own key, in the chat, recording or set that the sound rows make up. */
function distinct({ table, path, kind, row }: WrongRow, place: number): Row {
  const { key } = TABLES[table];
  const copy = { ...(row as Row) };
  if (path !== key) {
    copy[key] =
      typeof (FULL_ROWS[table] as unknown as Row)[key] === 'number' ? place : `${kind}-${place}`;
  }
  if (table === 'keys' && path !== 'hash') copy['hash'] = String(place).padStart(64, '0');
  if (table === 'settings' && path === 'value') copy['name'] = SETTINGS[place % SETTINGS.length];
  return copy;
}

/** Messages as one chain, so that the open chat reads all of them. */
function linkMessages(rows: readonly Row[]): void {
  let last: unknown = null;
  for (const row of rows) {
    if (row['parentId'] === 'parent') row['parentId'] = last;
    if (typeof row['id'] === 'string') last = row['id'];
  }
}

/** @returns how many rows the browser took: it refuses what has no key or cannot be cloned. */
export async function storeWrongRows(kind: string): Promise<number> {
  const opening = indexedDB.open('alcove');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error as Error);
  });
  const chosen = all.filter((row, i) =>
    kind === 'sample' ? i % SAMPLE_STEP === 0 : row.kind === kind,
  );
  const settings = SETTINGS.flatMap((_, i): WrongRow[] => {
    const wrong = all.filter((row) => row.table === 'settings' && row.path === 'value');
    const found = wrong.find((row) => row.kind === kind) ?? wrong[(i * 7) % wrong.length];
    return found ? [found] : [];
  });
  const work = database.transaction([...TABLE_NAMES], 'readwrite');
  let stored = 0;
  for (const table of TABLE_NAMES) {
    const store = work.objectStore(table);
    store.clear();
    const wrong = [...chosen.filter((row) => row.table === table && table !== 'settings')];
    if (table === 'settings') wrong.push(...settings);
    const rows = wrong.map((row, i) => distinct(row, i + 2));
    // A sound row that the others belong to, whose chat ends with the last of them.
    const sound: Row = { ...(FULL_ROWS[table] as unknown as Row) };
    if (table === 'messages') {
      rows.push(sound);
      sound['parentId'] = 'parent';
      linkMessages(rows);
    } else if (table !== 'settings' && table !== 'drafts') rows.push(sound);
    for (const row of rows) {
      try {
        store.put(row).onsuccess = () => stored++;
      } catch {
        // The browser itself refuses it.
      }
    }
  }
  await new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error as Error);
  });
  database.close();
  return stored;
}
