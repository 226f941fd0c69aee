import Dexie from 'dexie';
import type {
  StoredVectorStore,
  VectorStoreFile,
  VectorStoreFileStatus,
} from '#storage/api-file-records.ts';
import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

/** Vector stores of one key, files of one store. */
export const MAX_STORES = 100;
export const MAX_STORE_FILES = 2_000;

const DAY_MS = 86_400_000;
const EXPIRED_DAYS = 30;

/** How the ids of vector stores begin: no chat and no project has such an id. */
export const STORE_PREFIX = 'vs_';

export const storeFileId = (storeId: string, fileId: string): string => `${storeId}:${fileId}`;

/**
 * The vector stores of `/v1/vector_stores`: each key sees its own. Their texts and vectors are documents and passages
 * like a project's. The files of an expired store are deleted at the next change; its row says for thirty days more that it is.
 */
export class VectorStores {
  readonly #database: AlcoveDatabase;
  readonly #now: () => number;

  constructor(database: AlcoveDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** In the order in which they were made, expired ones among them. */
  async list(keyId: string): Promise<StoredVectorStore[]> {
    const rows = await this.#database.vectorStores.where('keyId').equals(keyId).toArray();
    return rows.filter((row) => !this.#isOver(row)).sort(byTime);
  }

  async get(keyId: string, id: string): Promise<StoredVectorStore | null> {
    const row = await this.#database.vectorStores.get(id);
    return row?.keyId === keyId && !this.#isOver(row) ? row : null;
  }

  /** In the place of the oldest expired one where there are many. @returns false where the key has as many stores as it may. */
  async add(store: StoredVectorStore): Promise<boolean> {
    await this.sweep();
    const { vectorStores } = this.#database;
    return this.#database.transaction('rw', this.#tables(), async () => {
      const all = await this.list(store.keyId);
      const expired = all.filter((row) => this.isExpired(row));
      if (all.length - expired.length >= MAX_STORES) return false;
      const excess = Math.max(0, all.length + 1 - MAX_STORES);
      for (const { id } of expired.slice(0, excess)) await this.delete(id);
      await vectorStores.add(store);
      return true;
    });
  }

  async change(id: string, changes: Partial<Omit<StoredVectorStore, 'id'>>): Promise<void> {
    await this.#database.vectorStores.update(id, { ...changes, lastActiveAt: this.#now() });
  }

  async delete(id: string): Promise<void> {
    const { vectorStores } = this.#database;
    await this.#database.transaction('rw', this.#tables(), async () => {
      await vectorStores.delete(id);
      await this.deleteFiles(id);
    });
  }

  #tables() {
    const { vectorStores, vectorStoreFiles, documents, passages } = this.#database;
    return [vectorStores, vectorStoreFiles, documents, passages];
  }

  /** Deletes the files of a store. */
  async deleteFiles(id: string): Promise<void> {
    const { vectorStoreFiles, documents, passages } = this.#database;
    await this.#database.transaction('rw', this.#tables(), async () => {
      await vectorStoreFiles.where('storeId').equals(id).delete();
      await documents.where('conversationId').equals(id).delete();
      await passages.where('conversationId').equals(id).delete();
    });
  }

  /** Deletes the files of the stores whose time is over, and stores that are over for long. */
  async sweep(): Promise<void> {
    const { vectorStores, vectorStoreFiles } = this.#database;
    for (const row of await vectorStores.filter((one) => this.isExpired(one)).toArray()) {
      if (this.#isOver(row)) await this.delete(row.id);
      // Else its files were deleted before.
      else if (await vectorStoreFiles.get({ storeId: row.id })) await this.deleteFiles(row.id);
    }
  }

  /** The keys that have stores. */
  async owners(): Promise<string[]> {
    return (await this.#database.vectorStores.orderBy('keyId').uniqueKeys()).map(String);
  }

  /** Whose store it is; null where it is gone, or its time is over. */
  async owner(id: string): Promise<string | null> {
    const row = await this.#database.vectorStores.get(id);
    return row && !this.isExpired(row) ? row.keyId : null;
  }

  /** Deletes the stores of a key that was revoked: no other key sees them. */
  async deleteOf(keyId: string): Promise<void> {
    for (const { id } of await this.#database.vectorStores.where({ keyId }).toArray()) {
      await this.delete(id);
    }
  }

  /** The files of a store, in the order in which they were added. */
  async files(storeId: string): Promise<VectorStoreFile[]> {
    const rows = await this.#database.vectorStoreFiles.where('storeId').equals(storeId).toArray();
    return rows.sort(byTime);
  }

  async file(storeId: string, fileId: string): Promise<VectorStoreFile | null> {
    return (await this.#database.vectorStoreFiles.get(storeFileId(storeId, fileId))) ?? null;
  }

  /** Adds files, or reads them again. @returns why it cannot: the store is `gone`, or has as many files as it may. */
  async addFiles(
    storeId: string,
    rows: readonly VectorStoreFile[],
  ): Promise<'added' | 'gone' | 'full'> {
    const { vectorStores, vectorStoreFiles } = this.#database;
    return this.#database.transaction('rw', vectorStores, vectorStoreFiles, async () => {
      // A request may have deleted it since this one has found it.
      if (!(await vectorStores.get(storeId))) return 'gone';
      const there = await vectorStoreFiles.where('storeId').equals(storeId).toArray();
      const times = new Map(there.map(({ id, at }) => [id, at]));
      const all = new Set([...times.keys(), ...rows.map(({ id }) => id)]);
      if (all.size > MAX_STORE_FILES) return 'full';
      // What reads a file knows by its time that it was added again.
      const timed = rows.map((row) => {
        return { ...row, at: Math.max(row.at, (times.get(row.id) ?? 0) + 1) };
      });
      await vectorStoreFiles.bulkPut(timed);
      await this.change(storeId, {});
      return 'added';
    });
  }

  async changeFile(id: string, changes: Pick<VectorStoreFile, 'attributesJson'>): Promise<void> {
    await this.#database.vectorStoreFiles.update(id, changes);
  }

  /** Whether a file still waits to be read: not where it was deleted, cancelled, or added again since. */
  async isWaiting(file: VectorStoreFile): Promise<boolean> {
    const row = await this.#database.vectorStoreFiles.get(file.id);
    return row?.status === 'in_progress' && row.at === file.at;
  }

  /** Ends the reading of a file that waits. */
  async endFile(
    file: VectorStoreFile,
    changes: Partial<VectorStoreFile> & { status: 'failed' | 'cancelled' },
  ): Promise<void> {
    const { vectorStoreFiles } = this.#database;
    await this.#database.transaction('rw', vectorStoreFiles, async () => {
      if (await this.isWaiting(file)) await vectorStoreFiles.update(file.id, changes);
    });
  }

  async deleteFile({ id, storeId }: VectorStoreFile): Promise<void> {
    const { vectorStores, vectorStoreFiles, documents, passages } = this.#database;
    const tables = [vectorStores, vectorStoreFiles, documents, passages];
    await this.#database.transaction('rw', tables, async () => {
      await vectorStoreFiles.delete(id);
      await documents.delete(id);
      await passages.where('documentId').equals(id).delete();
      await this.change(storeId, {});
    });
  }

  /** The file that is to be read next; null where none waits. */
  async nextWaiting(): Promise<VectorStoreFile | null> {
    const status: VectorStoreFileStatus = 'in_progress';
    const waiting = this.#database.vectorStoreFiles
      .where('[status+at]')
      .between([status, Dexie.minKey], [status, Dexie.maxKey]);
    return (await waiting.first()) ?? null;
  }

  /** Stores the text and the passages of a file, unless it does not wait any more. */
  async complete(
    file: VectorStoreFile,
    document: ChatDocument,
    made: readonly Passage[],
  ): Promise<void> {
    const { id, storeId } = file;
    const { vectorStores, vectorStoreFiles, documents, passages } = this.#database;
    const tables = [vectorStores, vectorStoreFiles, documents, passages];
    const bytes = made.reduce((sum, { text, vector }) => sum + text.length + vector.byteLength, 0);
    await this.#database.transaction('rw', tables, async () => {
      if (!(await this.isWaiting(file)) || !(await vectorStores.get(storeId))) return;
      await documents.put(document);
      await passages.where('documentId').equals(id).delete();
      await passages.bulkAdd([...made]);
      await vectorStoreFiles.update(id, { status: 'completed', bytes });
    });
  }

  /** The passages of a file, in the order of its text. */
  async passages(id: string): Promise<Passage[]> {
    const rows = await this.#database.passages.where('documentId').equals(id).toArray();
    return rows.sort((a, b) => a.start - b.start);
  }

  expiresAt({ expiresDays, lastActiveAt }: StoredVectorStore): number | null {
    return expiresDays === null ? null : lastActiveAt + expiresDays * DAY_MS;
  }

  isExpired(row: StoredVectorStore): boolean {
    const at = this.expiresAt(row);
    return at !== null && at <= this.#now();
  }

  /** Whether it has been expired for so long that it is not listed any more. */
  #isOver(row: StoredVectorStore): boolean {
    const at = this.expiresAt(row);
    return at !== null && at + EXPIRED_DAYS * DAY_MS <= this.#now();
  }
}

const byTime = (a: { at: number; id: string }, b: { at: number; id: string }) =>
  a.at - b.at || (a.id < b.id ? -1 : 1);
