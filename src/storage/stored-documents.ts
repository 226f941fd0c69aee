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
    // Not what a deleted chat may have left behind.
    const existing = chats
      ? conversations.where(':id').anyOf([...chats])
      : conversations.toCollection();
    const known = await existing.primaryKeys();
    const rows = await documents.where('conversationId').anyOf(known).toArray();
    const stored = await passages.where('conversationId').anyOf(known).toArray();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return {
      names,
      passages: stored.filter(({ documentId }) => names.has(documentId)),
      unknown: chats?.filter((id) => !known.includes(id)) ?? [],
    };
  }

  /** The farthest place that a document may be sent to; this device by default. */
  async boundary(id: string): Promise<Boundary> {
    return (await this.#database.boundaries.get(id))?.boundary ?? 'device';
  }
}
