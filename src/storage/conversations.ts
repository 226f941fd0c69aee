import type { ChatSettings, Conversation, Message } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { searchWords } from './search-words.ts';
import { whenWritten } from './when-written.ts';

/** Messages read at once: a long conversation opens in steps that each keep the page smooth. */
const STEP = 400;

/** A chat without messages, not stored yet. `now`: Unix milliseconds. */
export function emptyConversation(id: string, settings: ChatSettings, now: number): Conversation {
  return {
    id,
    title: 'New chat',
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
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** Pinned ones first, then the most recently used. */
  async list(): Promise<Conversation[]> {
    const rows = await this.#database.conversations.orderBy('updatedAt').reverse().toArray();
    return [...rows.filter((row) => row.pinned), ...rows.filter((row) => !row.pinned)];
  }

  get(id: string): Promise<Conversation | undefined> {
    return this.#database.conversations.get(id);
  }

  /** Stores a conversation; one that is there already stays as it is. */
  async add(conversation: Conversation): Promise<void> {
    const { conversations } = this.#database;
    await this.#database.transaction('rw', conversations, async () => {
      if (!(await conversations.get(conversation.id))) await conversations.add(conversation);
    });
  }

  async update(id: string, changes: Partial<Omit<Conversation, 'id'>>): Promise<void> {
    await this.#database.conversations.update(id, changes);
  }

  /** All messages of a conversation, unordered: `parentId` makes the tree. */
  async messages(conversationId: string): Promise<Message[]> {
    const ids = await this.#database.messages
      .where('conversationId')
      .equals(conversationId)
      .primaryKeys();
    const found: Message[] = [];
    for (let i = 0; i < ids.length; i += STEP) {
      const rows = await this.#database.messages.bulkGet(ids.slice(i, i + STEP));
      found.push(...rows.filter((row) => row !== undefined));
    }
    return found;
  }

  /**
   * Adds or replaces a message and makes it the leaf; its words become searchable.
   * A message of a conversation that was deleted meanwhile is not stored.
   */
  async saveMessage(message: Message, leafId: string, now: number): Promise<void> {
    const { messages, words, conversations } = this.#database;
    const { id, conversationId } = message;
    await this.#database.transaction('rw', messages, words, conversations, async () => {
      if (!(await conversations.get(conversationId))) return;
      await conversations.update(conversationId, { leafId, updatedAt: now });
      await messages.put(message);
      await words.put({ id, conversationId, words: searchWords(message.text) });
    });
  }

  /**
   * An answer so far: small, often, without the index. Past Dexie, whose bookkeeping for watchers would
   * cost the page more than the write. A message that was deleted meanwhile stays deleted.
   */
  saveProgress(id: string, changes: Pick<Message, 'text' | 'reasoning'>): Promise<void> {
    const options = { durability: 'relaxed' } as const;
    const write = this.#database.backendDB().transaction('messages', 'readwrite', options);
    const store = write.objectStore('messages');
    const known: IDBRequest<Message | undefined> = store.get(id);
    known.onsuccess = () => {
      if (known.result) store.put({ ...known.result, ...changes });
    };
    return whenWritten(write);
  }

  // The first page needs none of these.

  /** Removes a conversation with all that hangs on it. @returns how to undo it. */
  async remove(id: string): Promise<() => Promise<void>> {
    return (await work()).removeConversation(this.#database, id);
  }

  /** Ids of conversations in which every word of the query begins a word of one message or of the title. */
  async search(query: string): Promise<Set<string>> {
    return (await work()).searchConversations(this.#database, query);
  }

  /** Marks answers as stopped that were being written when their page went away. */
  async settleInterrupted(isAlive: (id: string) => boolean): Promise<void> {
    await (await work()).settleInterrupted(this.#database, isAlive);
  }
}

const work = () => import('./conversation-work.ts');
