import { expect, test } from 'vitest';
import type { Message } from '#storage/chat-records.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { quarantineUnreadable } from '#storage/quarantine.ts';
import { TABLE_NAMES, TABLES, type TableName } from '#storage/tables.ts';
import type { TextSet } from '#storage/text-set-records.ts';
import { MAY_BE_ABSENT, MAY_BE_NULL } from '#testing/optional-fields.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { pathsOf, type WrongRow, wrongRows } from '#testing/wrong-rows.ts';
import { parseRow } from './parsers.ts';

const kindOf = (value: unknown) =>
  value === null ? 'null' : ((value as object)?.constructor?.name ?? typeof value);
const at = (row: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], row);

function matches(patterns: readonly string[] | undefined, path: string): boolean {
  return (patterns ?? []).some((pattern) =>
    pattern.endsWith('*')
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern || path.startsWith(`${pattern}.`),
  );
}

/** Paths of a row whose kind is not that of the sample's, and may not be absent or null either. */
function misfits(table: TableName, row: unknown): string[] {
  return pathsOf(FULL_ROWS[table]).filter((path) => {
    const found = kindOf(at(row, path));
    if (found === kindOf(at(FULL_ROWS[table], path))) {
      return found === 'Number' && !Number.isFinite(at(row, path));
    }
    // Lists may have lost their invalid elements.
    if (/\.\d+/.test(path) && found === 'undefined') return false;
    if (found === 'null') return !matches(MAY_BE_NULL[table], path);
    return !(found === 'undefined' && matches(MAY_BE_ABSENT[table], path));
  });
}

const ANYTHING = ['settings.value', 'quarantine.row', 'quarantine.row.id'];
const isFree = ({ table, path }: WrongRow) => ANYTHING.includes(`${table}.${path}`);

test('a valid row of every table is read unchanged', () => {
  for (const table of TABLE_NAMES) {
    expect(parseRow(table, FULL_ROWS[table])).toEqual(FULL_ROWS[table]);
  }
});

test('a row with any field wrong is repaired to its type or refused, never thrown at', async ({
  annotate,
}) => {
  let repaired = 0;
  let refused = 0;
  for (const wrong of wrongRows()) {
    const row = parseRow(wrong.table, wrong.row);
    if (row === undefined) refused++;
    else if (!isFree(wrong)) {
      repaired++;
      expect([wrong.table, wrong.path, wrong.kind, misfits(wrong.table, row)]).toEqual([
        wrong.table,
        wrong.path,
        wrong.kind,
        [],
      ]);
      expect(parseRow(wrong.table, row)).toEqual(row);
    }
  }
  await annotate(
    `${repaired + refused} rows with one wrong field: ${repaired} read, ${refused} refused`,
  );
  expect(repaired + refused).toBeGreaterThan(2_000);
});

test('values that are not rows are refused', () => {
  for (const table of TABLE_NAMES) {
    for (const row of [null, 5, 'row', [], true]) expect(parseRow(table, row)).toBeUndefined();
  }
});

test('names and lists that a page draws whole are limited to the drawable length', () => {
  const long = 'm '.repeat(1_000_000);
  const calls = Array(20_000).fill({ id: long, name: long, argumentsText: '{}' });
  const read = parseRow('messages', {
    ...(FULL_ROWS.messages as object),
    model: long,
    error: long,
    finish: long,
    toolCallId: long,
    toolCalls: calls,
    files: Array(20_000).fill('file'),
  }) as Message;
  expect(read.model).toHaveLength(1_000);
  expect(read.finish).toHaveLength(1_000);
  expect(read.toolCallId).toHaveLength(1_000);
  expect(read.error).toHaveLength(10_000);
  expect(read.files).toHaveLength(500);
  expect(read.toolCalls).toHaveLength(500);
  expect(read.toolCalls?.[0]?.name).toHaveLength(1_000);
});

test.each([
  ['\u202egpj.\u2066exe', ' gpj. exe'],
  ['a\u0000\u001b[31m\nb', 'a  [31m b'],
  ['a\ud800', 'a\ufffd'],
  [`a${'\u0301'.repeat(900)}b`, `a${'\u0301'.repeat(8)}b`],
  ['שלום 👨‍👩‍👧 नमस्ते', 'שלום 👨‍👩‍👧 नमस्ते'],
])('a name does not turn, hide or cover the text around it: %j', (title, shown) => {
  const row = parseRow('conversations', { ...FULL_ROWS.conversations, title });
  expect(row).toMatchObject({ title: shown });
});

test('short columns of a large set are not filled up without end', () => {
  const set = parseRow('textSets', {
    ...(FULL_ROWS.textSets as object),
    texts: Array(50_000).fill('text'),
    columns: Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}`, values: ['value'] })),
  }) as TextSet;
  expect(set.columns).toHaveLength(100);
  expect(set.columns[99]?.values).toHaveLength(50_000);
});

/** Stores rows past the parsers, as an old release or another program would. */
async function storeRaw(database: AlcoveDatabase, table: TableName, rows: unknown[]) {
  const work = database.backendDB().transaction(table, 'readwrite');
  let stored = 0;
  for (const row of rows) {
    try {
      work.objectStore(table).add(row).onsuccess = () => stored++;
    } catch {
      // The database itself refuses rows without a key.
    }
  }
  await new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });
  return stored;
}

test('unreadable rows are retained and do not affect other rows', async () => {
  const database = new AlcoveDatabase(crypto.randomUUID());
  await database.open();
  let stored = 0;
  for (const table of TABLE_NAMES) {
    if (table === 'quarantine' || table === 'keys') continue;
    const { key } = TABLES[table];
    const rows = [...wrongRows()]
      .filter((wrong) => wrong.table === table && wrong.path !== key && wrong.kind !== 'bigint')
      .map(({ row }, i) =>
        typeof FULL_ROWS[table][key as never] === 'number'
          ? { ...(row as object), [key]: i + 1 }
          : { ...(row as object), [key]: `row-${i}` },
      );
    stored += await storeRaw(database, table, rows);
    const read = await database.table(table).toArray();
    for (const row of read) expect(misfits(table, row).filter((p) => p !== 'value')).toEqual([]);
    const byCursor: unknown[] = [];
    await database.table(table).each((row) => byCursor.push(row));
    expect(byCursor.length).toBe(read.length);
    const before = await database.table(table).count();
    await quarantineUnreadable(database, [table]);
    expect(await database.table(table).count()).toBe(read.length);
    expect(await database.quarantine.where('table').equals(table).count()).toBe(
      before - read.length,
    );
  }
  expect(await database.quarantine.count()).toBeGreaterThan(0);
  expect(stored).toBeGreaterThan(2_000);
});

test('a limit of a key that cannot be read is never read as none', () => {
  const limitsOf = (limits: unknown) =>
    (parseRow('keys', { ...FULL_ROWS.keys, limits }) as { limits: object }).limits;
  expect(limitsOf({})).toEqual({});
  expect(limitsOf({ requestsPerDay: 5 })).toEqual({ requestsPerDay: 5 });
  for (const wrong of [null, undefined, 'none', 5, []]) {
    expect(limitsOf(wrong)).toEqual({ isUnreadable: true });
  }
  for (const wrong of [null, '5', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, {}, []]) {
    const limits = { requestsPerMinute: 2, tokensPerDay: wrong };
    expect(limitsOf(limits)).toEqual({ requestsPerMinute: 2, isUnreadable: true });
  }
});
