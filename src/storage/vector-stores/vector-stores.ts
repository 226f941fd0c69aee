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

/** How the ids of vector stores begin: no chat and no project has such an id. */
export const STORE_PREFIX = 'vs_';

export const storeFileId = (storeId: string, fileId: string): string => `${storeId}:${fileId}`;

/**
 * The vector stores of `/v1/vector_stores`: each key sees its own. Their texts and vectors are documents and passages
 * like a project's. An expired store is as if it were deleted, and is at the next change.
 */
export class VectorStores {
  readonly #database: AlcoveDatabase;
  readonly #now: () => number;

  constructor(database: AlcoveDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** In the order in which they were made. */
  async list(keyId: string): Promise<StoredVectorStore[]> {
    const rows = await this.#database.vectorStores.where('keyId').equals(keyId).toArray();
    return rows.filter((row) => !this.#isExpired(row)).sort(byTime);
  }

  async get(keyId: string, id: string): Promise<StoredVectorStore | null> {
    const row = await this.#database.vectorStores.get(id);
    return row?.keyId === keyId && !this.#isExpired(row) ? row : null;
  }

  /** @returns false where the key has as many stores as it may. */
  async add(store: StoredVectorStore): Promise<boolean> {
    await this.sweep();
    const { vectorStores } = this.#database;
    return this.#database.transaction('rw', vectorStores, async () => {
      if ((await this.list(store.keyId)).length >= MAX_STORES) return false;
      await vectorStores.add(store);
      return true;
    });
  }

  async change(id: string, changes: Partial<Omit<StoredVectorStore, 'id'>>): Promise<void> {
    await this.#database.vectorStores.update(id, { ...changes, lastActiveAt: this.#now() });
  }

  async delete(id: string): Promise<void> {
    const { vectorStores, vectorStoreFiles, documents, passages } = this.#database;
    const tables = [vectorStores, vectorStoreFiles, documents, passages];
    await this.#database.transaction('rw', tables, async () => {
      await vectorStores.delete(id);
      await vectorStoreFiles.where('storeId').equals(id).delete();
      await documents.where('conversationId').equals(id).delete();
      await passages.where('conversationId').equals(id).delete();
    });
  }

  /** Deletes the stores whose time is over. */
  async sweep(): Promise<void> {
    const isOver = (row: StoredVectorStore) => this.#isExpired(row);
    for (const { id } of await this.#database.vectorStores.filter(isOver).toArray()) {
      await this.delete(id);
    }
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

  /** Adds files, or reads them again. @returns false where the store has as many files as it may. */
  async addFiles(storeId: string, rows: readonly VectorStoreFile[]): Promise<boolean> {
    const { vectorStores, vectorStoreFiles } = this.#database;
    return this.#database.transaction('rw', vectorStores, vectorStoreFiles, async () => {
      const there = await vectorStoreFiles.where('storeId').equals(storeId).primaryKeys();
      const all = new Set([...there, ...rows.map(({ id }) => id)]);
      if (all.size > MAX_STORE_FILES) return false;
      await vectorStoreFiles.bulkPut([...rows]);
      await this.change(storeId, {});
      return true;
    });
  }

  async changeFile(id: string, changes: Partial<Omit<VectorStoreFile, 'id'>>): Promise<void> {
    await this.#database.vectorStoreFiles.update(id, changes);
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

  /** Stores the text and the passages of a file, unless it was deleted or cancelled meanwhile. */
  async complete(id: string, document: ChatDocument, made: readonly Passage[]): Promise<void> {
    const { vectorStoreFiles, documents, passages } = this.#database;
    const bytes = made.reduce((sum, { text, vector }) => sum + text.length + vector.byteLength, 0);
    await this.#database.transaction('rw', vectorStoreFiles, documents, passages, async () => {
      if ((await vectorStoreFiles.get(id))?.status !== 'in_progress') return;
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

  #isExpired(row: StoredVectorStore): boolean {
    const at = this.expiresAt(row);
    return at !== null && at <= this.#now();
  }
}

const byTime = (a: { at: number; id: string }, b: { at: number; id: string }) =>
  a.at - b.at || (a.id < b.id ? -1 : 1);
