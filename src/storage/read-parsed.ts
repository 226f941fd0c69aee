import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from 'dexie';

/** Gives a row as its table's type says, or undefined when it cannot be repaired. */
export type ParseRow = (table: string, row: unknown) => unknown;

/**
 * Everything that is read passes the parser of its table: a row from an old release, a broken import or
 * another program never reaches a page unchecked. Readers do not see rows that cannot be repaired.
 * `onDropped` is called for each of them.
 */
export function readParsed(parse: ParseRow, onDropped: () => void): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'parsed',
    // Next to the browser's database, below all caches of Dexie.
    level: -2,
    create: (down) => ({ table: (name) => readTable(down.table(name), parse, onDropped) }),
  };
}

function readTable(down: DBCoreTable, parse: ParseRow, onDropped: () => void): DBCoreTable {
  const { name } = down;
  const read = (row: unknown) => {
    if (row === undefined || row === null) return row;
    const parsed = parse(name, row);
    if (parsed === undefined) onDropped();
    return parsed;
  };
  return {
    ...down,
    // Dexie's promises, not `await`: these run inside transactions.
    get: (request) => down.get(request).then(read),
    getMany: (request) => down.getMany(request).then((rows) => rows.map(read)),
    query: (request) =>
      down.query(request).then((found) => {
        if (!request.values) return found;
        return { ...found, result: found.result.map(read).filter((row) => row !== undefined) };
      }),
    openCursor: (request) =>
      down
        .openCursor(request)
        .then((cursor) => (cursor && request.values ? readCursor(cursor, read) : cursor)),
  };
}

function readCursor(cursor: DBCoreCursor, read: (row: unknown) => unknown): DBCoreCursor {
  let row: unknown;
  return Object.create(cursor, {
    // Getters of the browser's own cursor work on nothing else.
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: () => row },
    start: {
      value: (onNext: () => void) =>
        cursor.start(() => {
          row = read(cursor.value);
          if (row === undefined) cursor.continue();
          else onNext();
        }),
    },
  });
}
