import type { IHasher } from 'hash-wasm';
import { toBase64 } from '#base/bytes.ts';
import type { BackupKey } from '#storage/backup-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { quarantineUnreadable } from '#storage/quarantine.ts';
import { TABLE_NAMES, TABLES, type TableName } from '#storage/tables.ts';
import { STORE_PREFIX } from '#storage/vector-stores/vector-stores.ts';
import { type Chosen, keysOf, requireImportable } from './chosen.ts';
import {
  BackupError,
  FORMAT,
  LONG_ROW,
  megabytes,
  type OnProgress,
  PART_BYTES,
  VERSION,
} from './format.ts';
import { packRow } from './pack-row.ts';
import { readPieces } from './read-lines.ts';
import { openSealed, sealInto } from './sealed-file.ts';
import type { OpenSink, Sink } from './sink.ts';
import { openHash } from './spool.ts';

/** Rows per read: a single row can be megabytes. */
const STEP = 20;

interface WriteOptions {
  /** Unix milliseconds. */
  now: number;
  openSink: OpenSink;
  /** Encrypts the file. */
  key?: BackupKey | null;
  onProgress?: OnProgress;
  /** Absent for everything. */
  chosen?: Chosen;
}

/**
 * Everything a person made, or the chosen things alone, as a file of one JSON object per line: its head, rows with the
 * parts of their binary data before them, and an end with counts and a hash. Read again and compared before it is
 * handed over. @throws BackupError StorageError
 */
export async function writeBackup(database: AlcoveDatabase, options: WriteOptions): Promise<Blob> {
  if (options.chosen) await requireImportable(database, options.chosen);
  else await quarantineUnreadable(database);
  const sink = await options.openSink();
  try {
    const sealed = options.key ? await sealInto(sink, options.key) : sink;
    return await new BackupWriter(database, sealed, options).write();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** Whether a document or a passage is of a vector store: what programs store is in no backup. */
const isOfPrograms = (row: object): boolean =>
  'conversationId' in row && String(row.conversationId).startsWith(STORE_PREFIX);

class BackupWriter {
  readonly #database: AlcoveDatabase;
  readonly #sink: Sink;
  readonly #options: WriteOptions;
  readonly #encoder = new TextEncoder();
  readonly #counts: Partial<Record<TableName, number>> = {};
  #hash!: IHasher;
  #size = 0;
  #total = 0;
  #parts = 0;

  constructor(database: AlcoveDatabase, sink: Sink, options: WriteOptions) {
    this.#database = database;
    this.#sink = sink;
    this.#options = options;
  }

  async write(): Promise<Blob> {
    this.#hash = await openHash();
    const { now, chosen } = this.#options;
    this.#total = chosen ? 0 : await sizeOfBlobs(this.#database);
    const head = { format: FORMAT, version: VERSION, exportedAt: now };
    await this.#line(chosen ? { ...head, chosen: chosen.kind } : head);
    for (const name of TABLE_NAMES) if (TABLES[name].isInBackup) await this.#writeTable(name);
    const size = this.#size;
    const sha256 = this.#hash.digest();
    await this.#line({ end: true, rows: this.#counts, sha256 }, false);
    const file = await this.#sink.close();
    await this.#check(file, size, sha256);
    return file;
  }

  async #writeTable(name: TableName): Promise<void> {
    const table = this.#database.table<object, never>(name);
    const keys = await keysOf(this.#database, name, this.#options.chosen);
    let count = 0;
    // Sets of texts and their vectors are large, each for itself.
    const step = TABLES[name].kind === 'textSets' ? 1 : STEP;
    for (let i = 0; i < keys.length; i += step) {
      for (const row of await table.bulkGet(keys.slice(i, i + step))) {
        if (row === undefined || isOfPrograms(row)) continue;
        await this.#writeRow(name, row);
        count++;
      }
    }
    this.#counts[name] = count;
  }

  async #writeRow(table: TableName, row: object): Promise<void> {
    const packed = await packRow(row, (data) => this.#writePart(data));
    const json = JSON.stringify(packed);
    if (json.length <= LONG_ROW) await this.#text(`{"table":"${table}","row":${json}}\n`);
    else await this.#line({ table, $json: await this.#writePart(new Blob([json])) });
  }

  async #writePart(data: Blob): Promise<number> {
    const part = ++this.#parts;
    const hash = await openHash();
    for (let i = 0; i < data.size; i += PART_BYTES) {
      const bytes = new Uint8Array(await data.slice(i, i + PART_BYTES).arrayBuffer());
      hash.update(bytes);
      await this.#text(`{"part":${part},"data":"${toBase64(bytes)}"}\n`);
      this.#options.onProgress?.(this.#size, this.#total && Math.max(this.#total, this.#size));
    }
    await this.#line({ part, size: data.size, sha256: hash.digest() });
    return part;
  }

  #line(value: object, isHashed = true): Promise<void> {
    return this.#text(`${JSON.stringify(value)}\n`, isHashed);
  }

  async #text(text: string, isHashed = true): Promise<void> {
    const bytes = this.#encoder.encode(text);
    // The digest ends the hash: the last line is not part of it.
    if (isHashed) this.#hash.update(bytes);
    await this.#sink.write(bytes);
    this.#size += bytes.length;
  }

  /** Reads the file again, decrypted: a full or faulty disk may not have stored it. */
  async #check(file: Blob, hashedBytes: number, sha256: string): Promise<void> {
    const hash = await openHash();
    const { key } = this.#options;
    let size = 0;
    try {
      for await (const piece of key ? openSealed(file, key) : readPieces(file)) {
        hash.update(piece.subarray(0, Math.max(0, hashedBytes - size)));
        size += piece.length;
      }
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
    }
    if (size !== this.#size || hash.digest() !== sha256) {
      throw new BackupError(
        `The export could not be verified: ${megabytes(this.#size)} were written, and something else was read back. Nothing was deleted; try again.`,
      );
    }
  }
}

/** Bytes of recordings and pictures in the file. */
async function sizeOfBlobs({ files, recordingFiles }: AlcoveDatabase): Promise<number> {
  let bytes = 0;
  const add = ({ data }: { data: Blob }) => {
    bytes += Math.ceil(data.size / 3) * 4;
  };
  await files.each(add);
  await recordingFiles.each(add);
  return bytes;
}
