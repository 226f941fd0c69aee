import type { FilePurpose } from '#contract/answers/files-answer.ts';
import type { ApiFile } from './api-file-records.ts';
import { OPEN_STATUSES } from './batches.ts';
import type { AlcoveDatabase } from './database.ts';
import { storable } from './storable.ts';

/** Files of one key, and their bytes together. */
export const MAX_FILES = 1_000;
export const MAX_KEY_BYTES = 2_147_483_648;

/** A key has as many files, or bytes in them, as it may. */
export class FileQuotaError extends Error {
  override readonly name = 'FileQuotaError';
}

interface NewFile {
  id: string;
  keyId: string;
  name: string;
  purpose: FilePurpose;
  data: Blob;
  /** Unix milliseconds. */
  at: number;
  expiresAt: number | null;
}

/** The files of `/v1/files`: each key sees its own. An expired file is as if it were deleted. `now`: Unix milliseconds. */
export class ApiFiles {
  readonly #database: AlcoveDatabase;
  readonly #now: () => number;

  constructor(database: AlcoveDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** In the order in which they came. */
  async list(keyId: string): Promise<ApiFile[]> {
    const rows = await this.#database.apiFiles.where('keyId').equals(keyId).toArray();
    return rows.filter((row) => !this.#isExpired(row)).sort((a, b) => a.at - b.at || order(a, b));
  }

  async get(keyId: string, id: string): Promise<ApiFile | null> {
    const row = await this.#database.apiFiles.get(id);
    return row?.keyId === keyId && !this.#isExpired(row) ? row : null;
  }

  /** The bytes of a file; null where they are gone. */
  async data(id: string): Promise<Blob | null> {
    return (await this.#database.apiFileData.get(id))?.data ?? null;
  }

  /** Replaces a file of the same id. `isLimited`: the quota of the key holds for it. @throws FileQuotaError, StorageError */
  async add({ data, ...file }: NewFile, { isLimited = true } = {}): Promise<ApiFile> {
    const { apiFiles, apiFileData } = this.#database;
    // Expired files are outside the quota: without this they would fill the disk between two batches.
    await this.sweep();
    const row: ApiFile = { ...file, bytes: data.size };
    const stored = await storable({ id: file.id, data });
    await this.#database.transaction('rw', apiFiles, apiFileData, async () => {
      const own = isLimited ? await this.list(file.keyId) : [];
      const bytes = own.reduce((sum, one) => sum + one.bytes, row.bytes);
      if (own.length >= MAX_FILES || bytes > MAX_KEY_BYTES) throw new FileQuotaError();
      await apiFiles.put(row);
      await apiFileData.put(stored);
    });
    return row;
  }

  /** Also from all vector stores, with the text and the passages that those have of it. */
  async delete(id: string): Promise<void> {
    const { apiFiles, apiFileData, vectorStoreFiles, documents, passages } = this.#database;
    const tables = [apiFiles, apiFileData, vectorStoreFiles, documents, passages];
    await this.#database.transaction('rw', tables, async () => {
      const read = await vectorStoreFiles.where('fileId').equals(id).primaryKeys();
      await apiFiles.delete(id);
      await apiFileData.delete(id);
      await vectorStoreFiles.bulkDelete(read);
      await documents.bulkDelete(read);
      await passages.where('documentId').anyOf(read).delete();
    });
  }

  /** Deletes the files whose time is over, except those that a batch reads. */
  async sweep(): Promise<void> {
    await this.#drop(await this.#database.apiFiles.filter((row) => this.#isExpired(row)).toArray());
  }

  /** The keys that have uploaded files. */
  async owners(): Promise<string[]> {
    return [...new Set((await this.#database.apiFiles.filter(isUpload).toArray()).map(keyOf))];
  }

  /** Deletes what a key has uploaded, which no other key sees. The answers of its batches stay: a person may save them. */
  async deleteOf(keyId: string): Promise<void> {
    const rows = await this.#database.apiFiles.where('keyId').equals(keyId).toArray();
    await this.#drop(rows.filter(isUpload));
  }

  async #drop(rows: readonly ApiFile[]): Promise<void> {
    if (rows.length === 0) return;
    const open = await this.#database.batches.where('status').anyOf(OPEN_STATUSES).toArray();
    const used = new Set(open.map(({ inputFileId }) => inputFileId));
    for (const { id } of rows) if (!used.has(id)) await this.delete(id);
  }

  #isExpired({ expiresAt }: ApiFile): boolean {
    return expiresAt !== null && expiresAt <= this.#now();
  }
}

const isUpload = ({ purpose }: ApiFile) => purpose !== 'batch_output';
const keyOf = ({ keyId }: ApiFile) => keyId;
const order = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
