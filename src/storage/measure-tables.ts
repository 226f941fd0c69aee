import type { AlcoveDatabase } from './database.ts';
import { type DataKind, TABLE_NAMES, TABLES, type TableName } from './tables.ts';

/** Kinds of stored data as a person counts them. `service`: keys, settings and facts about models. */
export type MeasuredKind = DataKind | 'vectors' | 'service';

const kindOf = (table: TableName): MeasuredKind =>
  table === 'textSetVectors' ? 'vectors' : (TABLES[table].kind ?? 'service');

/** Bytes of the stored rows and files by their kind: their contents, without the overhead of the browser's database. */
export async function measureTables(
  database: AlcoveDatabase,
): Promise<Record<MeasuredKind, number>> {
  const bytes: Record<MeasuredKind, number> = {
    chats: 0,
    transcripts: 0,
    textSets: 0,
    vectors: 0,
    presets: 0,
    usage: 0,
    service: 0,
  };
  for (const name of TABLE_NAMES) {
    // One row at a time: a table may be larger than the memory.
    await database.table(name).each((row) => {
      bytes[kindOf(name)] += sizeOf(row);
    });
  }
  return bytes;
}

/** What one table has. Times in Unix milliseconds; null where its rows have none. */
export interface TableContent {
  name: TableName;
  kind: MeasuredKind;
  rows: number;
  bytes: number;
  oldestAt: number | null;
  newestAt: number | null;
}

/** Fields of rows that say when they were written. */
const TIMES = ['at', 'createdAt', 'addedAt', 'savedAt', 'updatedAt', 'lastAt', 'lastUsedAt'];

/** Every table with its rows, their bytes and their age, in the order of the schema. */
export async function listTables(database: AlcoveDatabase): Promise<TableContent[]> {
  const contents: TableContent[] = [];
  for (const name of TABLE_NAMES) {
    const content: TableContent = {
      name,
      kind: kindOf(name),
      rows: 0,
      bytes: 0,
      oldestAt: null,
      newestAt: null,
    };
    await database.table<Record<string, unknown>>(name).each((row) => {
      content.rows++;
      content.bytes += sizeOf(row);
      for (const field of TIMES) {
        const at = row[field];
        if (typeof at !== 'number' || at <= 0) continue;
        content.oldestAt = Math.min(content.oldestAt ?? at, at);
        content.newestAt = Math.max(content.newestAt ?? at, at);
      }
    });
    contents.push(content);
  }
  return contents;
}

const NUMBER_BYTES = 8;

/** Bytes of a value: files and arrays as they are, texts as UTF-16 where they need it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string')
    return /[^\0-\u00ff]/.test(value) ? value.length * 2 : value.length;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
  const entries = Object.entries(value);
  return entries.reduce((sum, [key, inner]) => sum + key.length + sizeOf(inner), 0);
}
