import type { IHasher } from 'hash-wasm';
import type { AlcoveDatabase } from '#storage/database.ts';
import { TABLES, type TableName } from '#storage/tables.ts';
import { addRows, type ImportCount } from './add-rows.ts';
import { ChosenRows } from './chosen.ts';
import { BackupError, FORMAT, LIMITS, type OnProgress, VERSION } from './format.ts';
import { isBelow } from './import-chats.ts';
import { unpackRow } from './pack-row.ts';
import { PresentOwners } from './present-owners.ts';
import { parseLine, readLines, readPieces } from './read-lines.ts';
import { openSealed } from './sealed-file.ts';
import type { OpenSink } from './sink.ts';
import { openHash, Spool } from './spool.ts';

/** Rows added in one transaction. */
const STEP = 200;

interface Line {
  table?: unknown;
  row?: unknown;
  $json?: unknown;
  part?: unknown;
  end?: unknown;
  rows?: unknown;
  sha256?: unknown;
}

/** What became of a backup. */
export interface BackupImport extends ImportCount {
  /** Of a file of chosen things; null for a whole backup. */
  chosen: { kind: ChosenRows['kind']; id: string; name: string } | null;
  /** Chats that were there already and got messages that were written elsewhere since. */
  grown: number;
  /** Rows that were added, rows that are here now, and all of the file, by table. */
  tables: Partial<Record<TableName, number>>;
  stored: Partial<Record<TableName, number>>;
  seen: Partial<Record<TableName, number>>;
  /** Chats, projects and recordings that were here without a part, which came. */
  completed: Partial<Record<TableName, number>>;
}

/**
 * Adds the contents of a backup to the database; nothing is overwritten, and nothing that was removed from a thing that
 * is here comes back. Rows added before an error stay, and a second import of the same file adds the rest. `passphrase`: of an encrypted backup.
 * @throws BackupError StorageError
 */
export async function readBackup(
  database: AlcoveDatabase,
  file: Blob,
  openSink: OpenSink,
  onProgress: OnProgress = () => {},
  passphrase: string | null = null,
): Promise<BackupImport> {
  const reader = new BackupReader(database, openSink);
  try {
    await reader.read(
      passphrase === null
        ? readPieces(file, (bytes) => onProgress(bytes, file.size))
        : openSealed(file, passphrase, onProgress),
    );
    await reader.growChats();
    await reader.owners.finish();
    const { count, chosen, tables, stored, seen, owners } = reader;
    const completed = Object.fromEntries(
      Object.entries(owners.completed).map(([table, ids]) => [table, ids.size]),
    );
    return { ...count, grown: owners.grown.size, chosen, tables, stored, seen, completed };
  } finally {
    await reader.spool.close();
  }
}

class BackupReader {
  readonly count: ImportCount = { added: 0, present: 0, unreadable: 0, keys: 0 };
  readonly tables: BackupImport['tables'] = {};
  readonly stored: BackupImport['stored'] = {};
  readonly spool: Spool;
  readonly owners: PresentOwners;
  readonly #database: AlcoveDatabase;
  /** 0 until the head is read. */
  #version = 0;
  #batch: { table: TableName; rows: Record<string, unknown>[] } | null = null;
  #rows = 0;
  readonly seen: Record<string, number> = {};
  /** The last message of each chat. */
  readonly #leaves = new Map<string, string>();
  #hash!: IHasher;
  #hasEnded = false;
  #chosen: ChosenRows | null = null;

  constructor(database: AlcoveDatabase, openSink: OpenSink) {
    this.#database = database;
    this.spool = new Spool(openSink);
    this.owners = new PresentOwners(database);
  }

  get chosen(): BackupImport['chosen'] {
    const { kind, first } = this.#chosen ?? {};
    return kind && first ? { kind, ...first } : null;
  }

  async read(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.#hash = await openHash();
    try {
      for await (const bytes of readLines(pieces, () => this.#maxLine())) {
        if (bytes.length > 0) await this.#line(bytes);
      }
    } finally {
      // Also what came before something damaged.
      await this.#flush();
    }
    if (this.#version === 0) throw new BackupError('The file is empty.');
    if (this.#version >= 2 && !this.#hasEnded) {
      throw new BackupError(
        `The file ends early: it was not exported or copied to the end. ${this.#rows} items were read.`,
      );
    }
  }

  #maxLine(): number {
    if (this.#version === 0) return LIMITS.headBytes;
    return this.#version === 1 ? LIMITS.oldLineBytes : LIMITS.lineBytes;
  }

  async #line(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const line = parseLine(bytes) as Line | null;
    if (this.#version === 0) {
      this.#version = versionOf(line);
      this.#chosen = ChosenRows.of(line);
    }
    if (typeof line !== 'object' || line === null) return;
    if (line.end === true) return this.#end(line);
    this.#hash.update(bytes);
    this.#hash.update('\n');
    if (typeof line.part === 'number') return this.spool.add({ ...line, part: line.part });
    if (typeof line.table === 'string') await this.#row(line.table, line);
  }

  async #row(table: string, line: Line): Promise<void> {
    if (++this.#rows > LIMITS.rows) {
      throw new BackupError(
        `The file holds more than ${LIMITS.rows / 1e6} million rows, the limit of an import.`,
      );
    }
    this.seen[table] = (this.seen[table] ?? 0) + 1;
    if (table === 'keys') this.count.keys++;
    if (!Object.hasOwn(TABLES, table) || !TABLES[table as TableName].isInBackup) return;
    const row =
      typeof line.$json === 'number' ? parseLine(await this.spool.bytes(line.$json)) : line.row;
    if (typeof row !== 'object' || row === null) return;
    const name = table as TableName;
    this.#chosen?.check(name, row as Record<string, unknown>);
    if (this.#batch && (this.#batch.table !== name || this.#batch.rows.length >= STEP)) {
      await this.#flush();
    }
    this.#batch ??= { table: name, rows: [] };
    const unpacked = await unpackRow(row, this.spool);
    this.#batch.rows.push(unpacked);
    const { id, leafId } = unpacked;
    if (name === 'conversations' && typeof id === 'string' && typeof leafId === 'string')
      this.#leaves.set(id, leafId);
    if (!this.spool.hasParts) return;
    // Parts belong to one row: its files are deleted after the row is stored.
    await this.#flush();
    await this.spool.clear();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = null;
    if (!batch) return;
    const { table, rows } = batch;
    const before = { ...this.count };
    const admitted = await this.owners.admit(table, rows);
    this.count.present += rows.length - admitted.length;
    await addRows(this.#database, table, admitted, this.count);
    const unreadable = this.count.unreadable - before.unreadable;
    this.tables[table] = (this.tables[table] ?? 0) + this.count.added - before.added;
    this.stored[table] = (this.stored[table] ?? 0) + rows.length - unreadable;
  }

  /** Shows the messages that a chat got which was here already: its shown end moves forwards. */
  async growChats(): Promise<void> {
    const { conversations, messages } = this.#database;
    for (const [id, leafId] of this.#leaves) {
      await this.#database.transaction('rw', conversations, messages, async () => {
        const known = await conversations.get(id);
        if (!known || known.leafId === leafId) return;
        const own = await messages.where('conversationId').equals(id).toArray();
        const leaf = own.find((message) => message.id === leafId);
        if (!leaf || !isBelow(own, leafId, known.leafId)) return;
        const updatedAt = Math.max(known.updatedAt, leaf.createdAt);
        await conversations.update(id, { leafId, updatedAt });
      });
    }
  }

  #end({ rows, sha256 }: Line): void {
    this.#hasEnded = true;
    if (sha256 !== this.#hash.digest()) {
      throw new BackupError(
        'The file was changed since it was exported. What could be read was added.',
      );
    }
    for (const [table, count] of Object.entries((rows ?? {}) as Record<string, unknown>)) {
      if (count !== (this.seen[table] ?? 0)) {
        throw new BackupError('The file is damaged: items are missing. The others were added.');
      }
    }
  }
}

function versionOf(head: unknown): number {
  const { format, version } = (head ?? {}) as { format?: unknown; version?: unknown };
  if (format !== FORMAT) throw new BackupError('This file is not an Alcove export.');
  if (version !== 1 && version !== VERSION) {
    throw new BackupError('This export was made by a newer Alcove. Update this page first.');
  }
  return version;
}
