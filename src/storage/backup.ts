import type { AlcoveDatabase } from './database.ts';

/** Tables a backup holds. API keys are hashes: they go on working, and nobody can read them. */
const TABLES = [
  'conversations',
  'messages',
  'words',
  'files',
  'documents',
  'passages',
  'presets',
  'drafts',
  'recordings',
  'recordingFiles',
  'recordingPeaks',
  'segments',
  'textSets',
  'textSetVectors',
  'keys',
  'usage',
  'settings',
] as const;
type TableName = (typeof TABLES)[number];

const FORMAT = 'alcove-backup';
const VERSION = 1;
/** Rows read and written at once: a backup never stands in memory twice. */
const STEP = 200;

/** A file is no backup of Alcove, or of a newer one. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Everything a person made, as one file: a line of JSON for its head, then one for each row. */
export async function exportEverything(database: AlcoveDatabase, now: number): Promise<Blob> {
  const parts: Blob[] = [new Blob([line({ format: FORMAT, version: VERSION, exportedAt: now })])];
  for (const table of TABLES) {
    const keys = await database.table(table).toCollection().primaryKeys();
    for (let i = 0; i < keys.length; i += STEP) {
      const rows = await database.table(table).bulkGet(keys.slice(i, i + STEP));
      const lines: string[] = [];
      for (const row of rows) if (row) lines.push(line({ table, row: await pack(row) }));
      parts.push(new Blob(lines));
    }
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}

export interface ImportCount {
  added: number;
  /** Rows that were there already: they are left as they are. */
  kept: number;
}

/** Adds what a backup holds to what is there; nothing is overwritten. @throws BackupError */
export async function importEverything(database: AlcoveDatabase, file: Blob): Promise<ImportCount> {
  const count: ImportCount = { added: 0, kept: 0 };
  let head: unknown = null;
  let batch: { table: TableName; rows: Record<string, unknown>[] } | null = null;
  const flush = async () => {
    if (batch) await addRows(database, batch.table, batch.rows, count);
    batch = null;
  };
  for await (const text of lines(file)) {
    const value = parse(text);
    if (head === null) {
      checkHead(value);
      head = value;
      continue;
    }
    const { table, row } = value as { table: TableName; row: Record<string, unknown> };
    if (!TABLES.includes(table) || typeof row !== 'object') continue;
    if (batch && (batch.table !== table || batch.rows.length >= STEP)) await flush();
    batch ??= { table, rows: [] };
    batch.rows.push(unpack(row));
  }
  await flush();
  if (head === null) throw new BackupError('The file is empty.');
  return count;
}

async function addRows(
  database: AlcoveDatabase,
  name: TableName,
  rows: Record<string, unknown>[],
  count: ImportCount,
): Promise<void> {
  const table = database.table(name);
  await database.transaction('rw', table, async () => {
    const fresh: Record<string, unknown>[] = [];
    const known = name === 'usage' ? await requestIds(database, rows) : null;
    for (const row of rows) {
      if (known) {
        // Numbers of rows are this database's own; a request is known by its id.
        const { id: _, ...rest } = row;
        if (!known.has(row['requestId'])) fresh.push(rest);
        continue;
      }
      const key = row[table.schema.primKey.keyPath as string] as string;
      if ((await table.get(key)) === undefined && !(await clashes(database, name, row)))
        fresh.push(row);
    }
    await table.bulkAdd(fresh);
    count.added += fresh.length;
    count.kept += rows.length - fresh.length;
  });
}

async function requestIds(database: AlcoveDatabase, rows: Record<string, unknown>[]) {
  const times = rows.map((row) => row['at'] as number);
  const found = await database.usage.where('at').anyOf(times).toArray();
  return new Set<unknown>(found.map((row) => row.requestId));
}

/** A key with the same hash under another id is the same key. */
async function clashes(database: AlcoveDatabase, name: TableName, row: Record<string, unknown>) {
  if (name !== 'keys') return false;
  return (await database.keys.where('hash').equals(String(row['hash'])).count()) > 0;
}

function checkHead(value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: string; version?: number };
  if (format !== FORMAT) throw new BackupError('This file is no Alcove export.');
  if (version !== VERSION) {
    throw new BackupError('This export was made by a newer Alcove. Update this page first.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError('The file is damaged: a line of it cannot be read.');
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

async function* lines(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const pieces = (rest + value).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces.filter((piece) => piece !== '');
  }
  if (rest.trim() !== '') yield rest;
}

/** Blobs and vectors as base64, so that a row is JSON. */
async function pack(row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const packed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Blob) {
      packed[name] = { $blob: encode(new Uint8Array(await value.arrayBuffer())), type: value.type };
    } else if (value instanceof Float32Array) {
      packed[name] = {
        $floats: encode(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
      };
    } else if (value instanceof Uint8Array) packed[name] = { $bytes: encode(value) };
    else packed[name] = value;
  }
  return packed;
}

function unpack(row: Record<string, unknown>): Record<string, unknown> {
  const unpacked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const { $blob, $floats, $bytes, type } = (value ?? {}) as {
      $blob?: string;
      $floats?: string;
      $bytes?: string;
      type?: string;
    };
    if ($blob !== undefined) unpacked[name] = new Blob([decode($blob)], { type: type ?? '' });
    else if ($floats !== undefined) unpacked[name] = new Float32Array(decode($floats).buffer);
    else if ($bytes !== undefined) unpacked[name] = decode($bytes);
    else unpacked[name] = value;
  }
  return unpacked;
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(text);
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
