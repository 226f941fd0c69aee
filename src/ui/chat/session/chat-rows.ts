import type { Boundary } from '#contract/boundary.ts';
import type {
  ChatDocument,
  ChatSettings,
  Message,
  PagePicture,
  Passage,
  StoredFile,
} from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { storable } from '#storage/storable.ts';
import type { Store } from '#ui/state/session-ports.ts';
import type { ChatRow } from './conversation-state.ts';

/** Everything of one chat that outlives an answer: in the database, or in memory for a temporary chat. */
export type ChatRows = Pick<StoredRows, keyof StoredRows>;

/** The rows of a temporary chat: gone with it. */
export class MemoryRows implements ChatRows {
  readonly #files = new Map<string, StoredFile>();
  #passages: readonly Passage[] = [];
  #pictures: readonly PagePicture[] = [];

  async add() {}
  async change() {}
  async changeSettings() {}
  saveMessage = async () => undefined;
  async saveProgress() {}
  async setLabel() {}
  read = async () => ({ messages: [], documents: [] });
  label = async () => null;
  passages = async () => [...this.#passages];
  file = async (id: string) => this.#files.get(id);

  async addFile(file: StoredFile): Promise<void> {
    this.#files.set(file.id, file);
  }

  async removeFile(id: string): Promise<void> {
    this.#files.delete(id);
  }

  async addDocument(
    _: ChatDocument,
    passages: readonly Passage[],
    pictures: readonly PagePicture[],
  ): Promise<void> {
    this.#passages = [...this.#passages, ...passages];
    this.#pictures = [...this.#pictures, ...pictures];
  }

  pagePicture = async (id: string) => this.#pictures.find((picture) => picture.id === id);

  async removeDocument(id: string): Promise<void> {
    this.#passages = this.#passages.filter(({ documentId }) => documentId !== id);
    this.#pictures = this.#pictures.filter(({ documentId }) => documentId !== id);
  }
}

/** The rows of a chat in the database. Nothing is written for a chat that was deleted, here or in another tab. */
export class StoredRows implements ChatRows {
  readonly #store: Store;
  readonly #id: string;
  readonly #signal: AbortSignal;

  /** `signal` aborts when the chat is deleted. */
  constructor(store: Store, id: string, signal: AbortSignal) {
    this.#store = store;
    this.#id = id;
    this.#signal = signal;
  }

  /** Stores the chat itself, unless it is stored. */
  async add(row: ChatRow): Promise<void> {
    await this.#conversations.add(row);
  }

  async change(changes: Partial<Omit<ChatRow, 'id'>>): Promise<void> {
    await this.#conversations.update(this.#id, changes);
  }

  /** Settings that another tab changed meanwhile stay. */
  async changeSettings(changes: Partial<ChatSettings>): Promise<void> {
    const { conversations } = await this.#opened;
    const mine = conversations.where('id').equals(this.#id);
    await mine.modify((row) => {
      Object.assign(row.settings, changes);
    });
  }

  async read() {
    const database = await this.#opened;
    const [messages, documents] = await Promise.all([
      this.#store.conversations.messages(this.#id),
      database.documents.where('conversationId').equals(this.#id).toArray(),
    ]);
    return { messages, documents };
  }

  /**
   * `leafId`: the last message of the branch that is shown; null where that stays.
   * @returns when the stored chat had changed before; undefined where it is not stored
   */
  async saveMessage(message: Message, leafId: string | null, now: number) {
    return this.#conversations.saveMessage(message, leafId, now);
  }

  /** An answer so far. */
  async saveProgress(id: string, changes: Pick<Message, 'text' | 'reasoning'>): Promise<void> {
    await this.#conversations.saveProgress(id, changes);
  }

  async addFile(file: StoredFile): Promise<void> {
    const row = await storable(file);
    await this.#write(['files'], ({ files }) => files.add(row));
  }

  async file(id: string): Promise<StoredFile | undefined> {
    return (await this.#opened).files.get(id);
  }

  async removeFile(id: string): Promise<void> {
    await (await this.#opened).files.delete(id);
  }

  async addDocument(
    document: ChatDocument,
    passages: readonly Passage[],
    pictures: readonly PagePicture[],
  ): Promise<void> {
    const pages = await Promise.all(pictures.map(storable));
    await this.#write(['documents', 'passages', 'pagePictures'], async (database) => {
      await database.documents.add(document);
      await database.passages.bulkAdd(passages);
      await database.pagePictures.bulkAdd(pages);
      // Other tabs that show the chat follow its row.
      await database.conversations.update(this.#id, { updatedAt: document.createdAt });
    });
  }

  async removeDocument(id: string, now: number): Promise<void> {
    await this.#write(['documents', 'passages', 'pagePictures'], async (database) => {
      await database.documents.delete(id);
      await database.passages.where('documentId').equals(id).delete();
      await database.pagePictures.where('documentId').equals(id).delete();
      await database.conversations.update(this.#id, { updatedAt: now });
    });
  }

  async pagePicture(id: string): Promise<PagePicture | undefined> {
    return (await this.#opened).pagePictures.get(id);
  }

  async passages(): Promise<Passage[]> {
    return (await this.#opened).passages.where('conversationId').equals(this.#id).toArray();
  }

  /** What the person decided for the chat, a document or a recording; null before that. */
  async label(id: string): Promise<Boundary | null> {
    return (await (await this.#opened).boundaries.get(id))?.boundary ?? null;
  }

  async setLabel(id: string, boundary: Boundary): Promise<void> {
    await this.#write(['boundaries', 'documents'], async ({ boundaries, documents }) => {
      // The label of a project's document goes with the project, not with this chat.
      const owner = (await documents.get(id))?.conversationId ?? this.#id;
      await boundaries.put({ id, conversationId: owner, boundary });
    });
  }

  /** Of a chat that was deleted here nothing is written any more. */
  get #conversations() {
    this.#signal.throwIfAborted();
    return this.#store.conversations;
  }

  get #opened(): Promise<AlcoveDatabase> {
    return this.#store.opened;
  }

  /** Writes what hangs on the chat, if the chat is still there when it is written. @throws DOMException where it is not */
  async #write(
    tables: readonly ('files' | 'documents' | 'passages' | 'pagePictures' | 'boundaries')[],
    work: (database: AlcoveDatabase) => Promise<unknown>,
  ): Promise<void> {
    const database = await this.#opened;
    this.#signal.throwIfAborted();
    await database.transaction('rw', ['conversations', ...tables], async () => {
      if ((await database.conversations.get(this.#id)) === undefined) throw chatIsGone();
      await work(database);
    });
  }
}

const chatIsGone = () => new DOMException('The chat was deleted.', 'AbortError');
