import type { AlcoveDatabase } from '#storage/database.ts';
import { parseRow } from '#storage/rows/parsers.ts';
import type { UsageRow } from '#storage/service-records.ts';
import { parseSetting } from '#storage/settings.ts';
import { storable } from '#storage/storable.ts';
import { TABLES, type TableName } from '#storage/tables.ts';
import { toSum, usageDayId } from '#storage/usage-ledger.ts';

export interface ImportCount {
  added: number;
  /** Rows that were there already, or belong to a thing that was and may not be added to it. */
  present: number;
  /** Rows that could not be read: they are in quarantine. */
  unreadable: number;
  /** API keys, which are never imported: one that was revoked since must not work again. */
  keys: number;
}

type Row = Record<string, unknown>;

/** Adds rows of one table; nothing is overwritten. */
export async function addRows(
  database: AlcoveDatabase,
  name: TableName,
  rows: readonly Row[],
  count: ImportCount,
): Promise<void> {
  if (name === 'quarantine') return addQuarantined(database, rows, count);
  const table = database.table<unknown, unknown>(name);
  const sound: Row[] = [];
  const unreadable: Row[] = [];
  for (const row of rows) {
    const parsed = parseRow(name, withNewNames(name, row)) as Row | undefined;
    if (parsed === undefined) unreadable.push(row);
    else if (name !== 'settings' || isKnownSetting(parsed)) sound.push(await storable(parsed));
  }
  await database.transaction('rw', [table, database.usageDays, database.quarantine], async () => {
    const fresh =
      name === 'usage'
        ? await freshRequests(database, sound)
        : await freshRows(database, name, sound);
    await table.bulkAdd(fresh);
    count.added += fresh.length;
    count.present += sound.length - fresh.length;
  });
  const at = Date.now();
  await addQuarantined(
    database,
    unreadable.map((row) => ({ table: name, at, row })),
    count,
  );
}

/** A setting with a value that the service does not know would only be in the way; no file turns recording on. */
function isKnownSetting({ name, value }: Row): boolean {
  return name !== 'record' && parseSetting(String(name), value) !== undefined;
}

async function freshRows(database: AlcoveDatabase, name: TableName, rows: Row[]): Promise<Row[]> {
  const { key } = TABLES[name];
  const byKey = new Map(rows.map((row) => [row[key], row]));
  const keys = [...byKey.keys()] as string[];
  const known = new Set<unknown>(await database.table(name).where(':id').anyOf(keys).primaryKeys());
  return [...byKey].filter(([id]) => !known.has(id)).map(([, row]) => row);
}

/** Numbers of rows are this database's own; a request is known by its id. */
async function freshRequests(database: AlcoveDatabase, rows: Row[]): Promise<Row[]> {
  const times = rows.map((row) => row['at'] as number);
  const found = await database.usage.where('at').anyOf(times).toArray();
  const known = new Set<unknown>(found.map((row) => row.requestId));
  const fresh = rows.filter((row) => !known.has(row['requestId']));
  // Requests of a day that was added up since are counted there.
  const days = fresh.map((row) => usageDayId(toSum(row as unknown as UsageRow)));
  const counted = new Set((await database.usageDays.bulkGet(days)).map((day) => day?.id));
  return fresh.filter((_, i) => !counted.has(days[i])).map(({ id: _, ...request }) => request);
}

async function addQuarantined(
  { quarantine }: AlcoveDatabase,
  rows: readonly Row[],
  count: ImportCount,
): Promise<void> {
  if (rows.length === 0) return;
  const known = new Set<string>();
  await quarantine.each(({ table, row }) => void known.add(JSON.stringify([table, row])));
  for (const { table, at, row } of rows) {
    const text = JSON.stringify([table, row]);
    if (typeof table !== 'string' || known.has(text)) continue;
    known.add(text);
    // The number of a row is given by the database.
    const stored = typeof row === 'object' && row !== null ? await storable(row) : row;
    await quarantine.add({ table, at: Number(at) || 0, row: stored } as never);
  }
  count.unreadable += rows.length;
}

/** Earlier backups have the language of a recording by another name. */
function withNewNames(name: TableName, row: Row): Row {
  if (name !== 'recordings' || !('heardLanguage' in row)) return row;
  const { heardLanguage: detectedLanguage, ...rest } = row;
  return { detectedLanguage, ...rest };
}
