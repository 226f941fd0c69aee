import type { AlcoveDatabase } from './database.ts';
import { storable } from './storable.ts';
import type { TableName } from './tables.ts';

/** The index of each table that names the item its rows belong to; the item's own table comes first. */
export type RowPlaces = readonly (readonly [table: TableName, index: string])[];

/**
 * Deletes an item with its rows in other tables. @returns a function that undoes it, as often as it takes: what a full
 * disk refuses is not lost.
 */
export async function removeRows(
  database: AlcoveDatabase,
  places: RowPlaces,
  id: string,
): Promise<() => Promise<void>> {
  const tables = places.map(([name]) => database.table<object, string>(name));
  const removed = await database.transaction('rw', tables, () =>
    Promise.all(
      places.map(async ([name, index]) => {
        const found = database.table<object, string>(name).where(index).equals(id);
        const rows = await found.toArray();
        await found.delete();
        return rows;
      }),
    ),
  );
  return async () => {
    if (removed[0]?.length === 0) return;
    // Before the transaction, which would end while the bytes of Blobs are read.
    const rows = await Promise.all(removed.map((some) => Promise.all(some.map(storable))));
    await database.transaction('rw', tables, async () => {
      for (const [i, table] of tables.entries()) await table.bulkPut(rows[i] ?? []);
    });
  };
}
