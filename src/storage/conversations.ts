import { whenWritten } from '#base/promises.ts';
import type { ChatSettings, Conversation, Message, Project } from './chat-records.ts';
import type { SearchHit } from './conversation-work.ts';
import type { AlcoveDatabase } from './database.ts';

/** Messages per read: opening a long conversation in steps does not block the page. */
const STEP = 400;

/** A chat without messages, not stored yet. `now`: Unix milliseconds. */
export function emptyConversation(id: string, settings: ChatSettings, now: number): Conversation {
  return {
    id,
    title: '',
    named: false,
    pinned: false,
    createdAt: now,
    updatedAt: now,
    leafId: null,
    settings,
  };
}

/** The chat's part of the database. Pages write it directly: no model is involved. */
export class Conversations {
  readonly #open: () => AlcoveDatabase | Promise<AlcoveDatabase>;

  /** `open` gives the database itself where it is loaded: a query that is watched awaits nothing else. */
  constructor(open: () => AlcoveDatabase | Promise<AlcoveDatabase>) {
    this.#open = open;
  }

  async #with<T>(work: (database: AlcoveDatabase) => Promise<T>): Promise<T> {
    const database = this.#open();
    return work(database instanceof Promise ? await database : database);
  }

  /** Pinned ones first, then the most recently used. */
  list(): Promise<Conversation[]> {
    return this.#with(async ({ conversations }) => {
      const rows = await conversations.orderBy('updatedAt').reverse().toArray();
      return [...rows.filter((row) => row.pinned), ...rows.filter((row) => !row.pinned)];
    });
  }

  projects(): Promise<Project[]> {
    return this.#with(({ projects }) => projects.toArray());
  }

  get(id: string): Promise<Conversation | undefined> {
    return this.#with(({ conversations }) => conversations.get(id));
  }

  /** Stores a conversation unless it exists already. */
  add(conversation: Conversation): Promise<void> {
    return this.#with((database) => {
      const { conversations } = database;
      return database.transaction('rw', conversations, async () => {
        if (!(await conversations.get(conversation.id))) await conversations.add(conversation);
      });
    });
  }

  async update(id: string, changes: Partial<Omit<Conversation, 'id'>>): Promise<void> {
    await this.#with(({ conversations }) => conversations.update(id, changes));
  }

  /** All messages of a conversation, unordered: `parentId` makes the tree. */
  messages(conversationId: string): Promise<Message[]> {
    return this.#with(async ({ messages }) => {
      const ids = await messages.where('conversationId').equals(conversationId).primaryKeys();
      const found: Message[] = [];
      for (let i = 0; i < ids.length; i += STEP) {
        const rows = await messages.bulkGet(ids.slice(i, i + STEP));
        found.push(...rows.filter((row) => row !== undefined));
      }
      return found;
    });
  }

  /**
   * Adds or replaces a message and, unless it is null, sets the leaf; its words become searchable.
   * A message of a conversation that was deleted meanwhile is not stored.
   * @returns when the conversation had changed before; undefined where it is gone
   */
  async saveMessage(
    message: Message,
    leafId: string | null,
    now: number,
  ): Promise<number | undefined> {
    const { id, conversationId } = message;
    const { searchWords } = await import('#base/words.ts');
    return this.#with((database) => {
      const { messages, words, conversations } = database;
      return database.transaction('rw', messages, words, conversations, async () => {
        const before = await conversations.get(conversationId);
        if (!before) return;
        const changes = leafId === null ? {} : { leafId };
        await conversations.update(conversationId, { ...changes, updatedAt: now });
        await messages.put(message);
        await words.put({ id, conversationId, words: searchWords(message.text) });
        return before.updatedAt;
      });
    });
  }

  /**
   * An answer so far: small, often, without the index. Past Dexie, whose bookkeeping for watchers would
   * cost the page more than the write. A message that was deleted meanwhile stays deleted.
   */
  saveProgress(id: string, changes: Pick<Message, 'text' | 'reasoning'>): Promise<void> {
    return this.#with((database) => {
      const options = { durability: 'relaxed' } as const;
      const write = database.backendDB().transaction('messages', 'readwrite', options);
      const store = write.objectStore('messages');
      const known: IDBRequest<Message | undefined> = store.get(id);
      known.onsuccess = () => {
        if (known.result) store.put({ ...known.result, ...changes });
      };
      return whenWritten(write);
    });
  }

  // The first page needs none of these.

  /** Removes a conversation with its messages, files and documents. @returns a function that undoes it. */
  async remove(id: string): Promise<() => Promise<void>> {
    const { removeConversation } = await work();
    return this.#with((database) => removeConversation(database, id));
  }

  /** Conversations that have all words of the query, with the place (`searchConversations`). */
  async search(query: string): Promise<Map<string, SearchHit | null>> {
    const { searchConversations } = await work();
    return this.#with((database) => searchConversations(database, query));
  }

  /** Marks answers as stopped that were being written when their page went away. */
  async settleInterrupted(isAlive: (id: string) => boolean): Promise<void> {
    const { settleInterrupted } = await work();
    await this.#with((database) => settleInterrupted(database, isAlive));
  }
}

const work = () => import('./conversation-work.ts');
