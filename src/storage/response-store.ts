import type { AlcoveDatabase } from './database.ts';
import type { StoredResponse } from './service-records.ts';

/** Responses stored per browser: the oldest go first. */
const MAX_STORED = 500;
/** Responses that one conversation may be made of. */
const MAX_CHAIN = 1_000;

/** Responses that were asked to be stored: each key sees its own. */
export class ResponseStore {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  async get(keyId: string, id: string): Promise<StoredResponse | null> {
    const row = await this.#database.responses.get(id);
    return row?.keyId === keyId ? row : null;
  }

  /** The responses that led to one, oldest first; null where one of them is gone. */
  async chain(keyId: string, id: string): Promise<StoredResponse[] | null> {
    const found: StoredResponse[] = [];
    const seen = new Set<string>();
    for (let at: string | null = id; at !== null; ) {
      const row = await this.get(keyId, at);
      if (!row || seen.has(at) || found.length >= MAX_CHAIN) return null;
      seen.add(at);
      found.push(row);
      at = row.previousId;
    }
    return found.reverse();
  }

  async put(row: StoredResponse): Promise<void> {
    const { responses } = this.#database;
    await this.#database.transaction('rw', responses, async () => {
      await responses.put(row);
      const surplus = (await responses.count()) - MAX_STORED;
      if (surplus > 0) {
        await responses.bulkDelete(await responses.orderBy('at').limit(surplus).primaryKeys());
      }
    });
  }

  /** @returns whether there was one to delete. */
  async delete(keyId: string, id: string): Promise<boolean> {
    const row = await this.get(keyId, id);
    if (row) await this.#database.responses.delete(id);
    return row !== null;
  }
}
