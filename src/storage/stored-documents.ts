import type { Boundary } from '#contract/boundary.ts';
import type { Passage } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { type OpenProject, readProject } from './projects.ts';

/** Documents of chats, as a program may search them. */
export interface SearchableDocuments {
  /** By the id of a document. */
  names: ReadonlyMap<string, string>;
  passages: readonly Passage[];
  /** Chats and projects that were requested and do not exist. */
  unknown: readonly string[];
}

/** Documents of stored chats and of projects. Documents of temporary chats are never stored. */
export class StoredDocuments {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** @param chats Ids of chats and projects; null for all of them. */
  async read(chats: readonly string[] | null): Promise<SearchableDocuments> {
    const { conversations, projects, documents, passages } = this.#database;
    // Not what a deleted chat may have left behind.
    const keysIn = (table: Pick<typeof projects, 'where' | 'toCollection'>) =>
      (chats ? table.where(':id').anyOf([...chats]) : table.toCollection()).primaryKeys();
    const known = [...(await keysIn(conversations as never)), ...(await keysIn(projects))];
    const rows = await documents.where('conversationId').anyOf(known).toArray();
    const stored = await passages.where('conversationId').anyOf(known).toArray();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return {
      names,
      passages: stored.filter(({ documentId }) => names.has(documentId)),
      unknown: chats?.filter((id) => !known.includes(id)) ?? [],
    };
  }

  /** Projects with their documents, the oldest first. */
  async projects(): Promise<OpenProject[]> {
    const rows = await this.#database.projects.toArray();
    const all = await Promise.all(rows.map(({ id }) => this.project(id)));
    return all.filter((one) => one !== null).sort((a, b) => a.createdAt - b.createdAt);
  }

  project(id: string): Promise<OpenProject | null> {
    return readProject(this.#database, id);
  }

  /** The farthest place that a document may be sent to; this device by default. */
  async boundary(id: string): Promise<Boundary> {
    return (await this.#database.boundaries.get(id))?.boundary ?? 'device';
  }
}
