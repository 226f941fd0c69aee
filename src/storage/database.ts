import Dexie from 'dexie';
import { type ParseRow, readParsed } from './read-parsed.ts';
import { DELETED_TABLES, type StoredTables, TABLE_NAMES, TABLES } from './tables.ts';

// Dexie makes a property of each table; their types follow from the records.
const DexieWithTables = Dexie as unknown as new (name: string) => Dexie & StoredTables;

/** All stored data of the person and of the service; `tables.ts` lists the tables. */
export class AlcoveDatabase extends DexieWithTables {
  /** Whether a row was found that could not be read. */
  hasUnreadable = false;
  /** Called for each such row. */
  onUnreadable: (() => void) | null = null;

  constructor(name = 'alcove') {
    super(name);
    const versions = new Map<number, Record<string, string | null>>();
    const stores = TABLE_NAMES.map((table) => [table, TABLES[table].stores] as const);
    for (const [table, schemas] of [...stores, ...Object.entries(DELETED_TABLES)]) {
      for (const [version, schema] of Object.entries(schemas)) {
        versions.set(+version, { ...versions.get(+version), [table]: schema });
      }
    }
    for (const [version, schemas] of versions) this.version(version).stores(schemas);
    // Not needed to draw the first page; no query runs before it is there.
    let parse: ParseRow = () => undefined;
    const load = async () => {
      parse = (await import('./rows/parsers.ts')).parseRow;
    };
    this.use(
      readParsed(
        (table, row) => parse(table, row),
        () => {
          this.hasUnreadable = true;
          this.onUnreadable?.();
        },
      ),
    );
    this.on('ready', load, true);
    // Together with the opening; where it fails, the opening fails with the reason.
    load().catch(() => {});
  }
}
