import type { Collection } from 'dexie';
import type { ChatSettings, Conversation, Message } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { searchWords } from './search-words.ts';
import { whenWritten } from './when-written.ts';

/** Messages read at once: a long conversation opens in steps that each keep the page smooth. */
const STEP = 400;

const CONTENT_TABLES = ['messages', 'words', 'files', 'documents', 'passages', 'drafts'] as const;

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

  /** Adds or replaces a message and makes it the leaf; its words become searchable. */
  async saveMessage(message: Message, leafId: string, now: number): Promise<void> {
    const { messages, words, conversations } = this.#database;
    const { id, conversationId } = message;
    await this.#database.transaction('rw', messages, words, conversations, async () => {
      await messages.put(message);
      await words.put({ id, conversationId, words: searchWords(message.text) });
      await conversations.update(conversationId, { leafId, updatedAt: now });
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

  /**
   * Removes a conversation with all that hangs on it.
   * @returns a function that puts everything back.
   */
  async remove(id: string): Promise<() => Promise<void>> {
    const db = this.#database;
    const tables = [db.conversations, ...CONTENT_TABLES.map((name) => db[name])];
    const removed = await db.transaction('rw', tables, async () => {
      const conversation = await db.conversations.get(id);
      const rows = await Promise.all(CONTENT_TABLES.map((name) => this.#of(name, id).toArray()));
      await Promise.all(CONTENT_TABLES.map((name) => this.#of(name, id).delete()));
      await db.conversations.delete(id);
      return { conversation, rows };
    });
    return async () => {
      const { conversation, rows } = removed;
      if (!conversation) return;
      await db.transaction('rw', tables, async () => {
        await db.conversations.put(conversation);
        for (const [i, name] of CONTENT_TABLES.entries()) {
          await db.table(name).bulkPut(rows[i] ?? []);
        }
      });
    };
  }

  /** Ids of conversations in which every word of the query begins a word of one message or of the title. */
  async search(query: string): Promise<Set<string>> {
    const wanted = searchWords(query);
    if (wanted.length === 0) return new Set();
    const [byMessage, titled] = await Promise.all([
      this.#messagesWith(wanted),
      this.#database.conversations
        .filter((row) => hasAll(searchWords(row.title), wanted))
        .primaryKeys(),
    ]);
    return new Set([...byMessage, ...titled]);
  }

  /** Answers that were being written when a page went away: they are kept as stopped. */
  async settleInterrupted(isAlive: (id: string) => boolean): Promise<void> {
    const running = this.#database.messages.where('state').equals('running');
    const left = (await running.toArray()).filter((row) => !isAlive(row.id));
    for (const { id, conversationId, text } of left) {
      await this.#database.messages.update(id, { state: 'stopped' });
      await this.#database.words.put({ id, conversationId, words: searchWords(text) });
    }
  }

  async #messagesWith(wanted: string[]): Promise<string[]> {
    // The longest word is the rarest: only its messages are read.
    const [rarest = '', ...others] = [...wanted].sort((a, b) => b.length - a.length);
    const rows = await this.#database.words.where('words').startsWith(rarest).distinct().toArray();
    return rows.filter((row) => hasAll(row.words, others)).map((row) => row.conversationId);
  }

  #of(name: (typeof CONTENT_TABLES)[number], conversationId: string): Collection {
    return this.#database.table(name).where('conversationId').equals(conversationId);
  }
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}
