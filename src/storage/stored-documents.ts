import type { Boundary } from '#contract/boundary.ts';
import type { Passage } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';

/** Documents of chats, as a program may search them. */
export interface SearchableDocuments {
  /** By the id of a document. */
  names: ReadonlyMap<string, string>;
  passages: readonly Passage[];
  /** Chats that were requested and do not exist. */
  unknown: readonly string[];
}

/** Documents attached to stored chats. Documents of temporary chats are never stored. */
export class StoredDocuments {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** @param chats Ids of chats; null for all of them. */
  async read(chats: readonly string[] | null): Promise<SearchableDocuments> {
    const { conversations, documents, passages } = this.#database;
    const wanted = chats && [...chats];
    const known = wanted && new Set((await conversations.bulkGet(wanted)).map((row) => row?.id));
    const rows = wanted
      ? await documents.where('conversationId').anyOf(wanted).toArray()
      : await documents.toArray();
    const stored = wanted
      ? await passages.where('conversationId').anyOf(wanted).toArray()
      : await passages.toArray();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return {
      names,
      passages: stored.filter(({ documentId }) => names.has(documentId)),
      unknown: wanted?.filter((id) => !known?.has(id)) ?? [],
    };
  }

  /** The farthest place that a document may be sent to; this device by default. */
  async boundary(id: string): Promise<Boundary> {
    return (await this.#database.boundaries.get(id))?.boundary ?? 'device';
  }
}
