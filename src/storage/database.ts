import Dexie from 'dexie';
import { type ParseRow, readParsed } from './read-parsed.ts';
import { type StoredTables, TABLE_NAMES, TABLES } from './tables.ts';

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
    // Only the newest version: no table is rewritten, so Dexie adds the missing ones by itself. It would parse
    // every schema again for each version declared: a tenth of a second at the start of a slow phone.
    const version = Math.max(...Object.values(TABLES).map((table) => table.version));
    const schemas = TABLE_NAMES.map((table) => [table, TABLES[table].schema]);
    this.version(version).stores(Object.fromEntries(schemas));
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

  /**
   * Opens it, as the next query does after the browser closed it. Dexie remembers a failure for good, and the browser can
   * end an opening while it erases the site's data: the next query tries again.
   */
  override open(): ReturnType<Dexie['open']> {
    const opening = super.open();
    opening.catch((error: { name?: string } | null) => {
      // Of `close`, which means it. A turn later: queries that wait for this opening fail with it.
      if (error?.name === 'DatabaseClosedError') return;
      setTimeout(() => this.close({ disableAutoOpen: false }));
    });
    return opening;
  }
}
