import { createStore } from 'zustand/vanilla';
import type { Conversation as ChatRow, Message, Project } from '#storage/chat-records.ts';
import { emptyConversation } from '#storage/conversations.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { Conversation } from './conversation.ts';
import { PLAIN_SETTINGS } from './conversation-state.ts';

/** Saves the draft of one chat while it is open. */
interface DraftSaver {
  /** @returns whether everything is saved */
  flush: () => Promise<boolean>;
  stop: () => Promise<void>;
}

export interface BookState {
  /** The stored chats; null before they are read. */
  list: readonly ChatRow[] | null;
  /** Null before they are read. */
  projects: readonly Project[] | null;
  /** The chat of the page. */
  shown: Conversation | null;
}

/** Which chats exist, and the conversations that are shown or at work: one object for each chat. */
export class ChatBook {
  readonly state = createStore<BookState>(() => ({ list: null, projects: null, shown: null }));
  readonly ports: SessionPorts;
  /** By the id of their chat, with what saves their drafts once the database is in use. */
  readonly #open = new Map<string, { conversation: Conversation; saver: DraftSaver | null }>();
  #draftOf: ((conversation: Conversation) => DraftSaver) | null = null;
  /** Counts the wishes to show a chat: only the last one is fulfilled. */
  #wishes = 0;
  /** Counts the lists that were followed: a check of an older one may end later. */
  #lists = 0;

  constructor(ports: SessionPorts) {
    this.ports = ports;
  }

  get shown(): Conversation | null {
    return this.state.getState().shown;
  }

  /** Those that are shown or at work. */
  get conversations(): Conversation[] {
    return [...this.#open.values()].map(({ conversation }) => conversation);
  }

  /** Shows an empty chat, in a project or in none. Words that were written in a chat without messages come along. */
  start(isTemporary = false, project = ''): Conversation {
    this.#wishes++;
    const from = this.#unbegun(isTemporary);
    // Files, and messages that could not be sent, stay in the chat that has them: no list leads to it.
    const staysWhole = from?.holdsFiles || (from?.state.getState().waiting.length ?? 0) > 0;
    if (from && staysWhole && !isTemporary) {
      from.showRow({ project });
      return this.#show(from);
    }
    const settings = { ...PLAIN_SETTINGS, model: this.ports.preferences().chatModel };
    const row = emptyConversation(crypto.randomUUID(), settings, this.ports.clock());
    const conversation = this.#add(
      project ? { ...row, project } : row,
      isTemporary ? 'temporary' : 'new',
    );
    if (from) {
      conversation.setText(from.state.getState().text);
      from.setText('');
    }
    this.#show(conversation);
    if (from) this.#review(from);
    return conversation;
  }

  /**
   * The conversation of a stored chat, which is shown unless another one was asked for meanwhile. Null when there is
   * none. @throws when its messages cannot be read: the next try reads them again
   */
  async open(id: string): Promise<Conversation | null> {
    const wish = ++this.#wishes;
    const row = this.#open.has(id) ? undefined : await this.ports.store.conversations.get(id);
    const known = this.#open.get(id)?.conversation;
    const conversation = known ?? (row ? this.#add(row, 'stored') : null);
    if (!conversation) return null;
    if (!known) conversation.sync.load();
    if (wish === this.#wishes) this.#show(conversation);
    else this.#review(conversation);
    await conversation.sync.loaded.catch((error: unknown) => {
      this.#drop(conversation);
      throw error;
    });
    return conversation;
  }

  async refreshList(): Promise<void> {
    const { conversations } = this.ports.store;
    const [list, projects] = await Promise.all([conversations.list(), conversations.projects()]);
    this.state.setState({ list, projects });
  }

  /** Changes the name, the folder or the pin of a chat, immediately on the page. */
  async change(id: string, changes: Partial<Omit<ChatRow, 'id'>>): Promise<void> {
    const conversation = this.#open.get(id)?.conversation;
    const before = conversation?.row ?? this.state.getState().list?.find((row) => row.id === id);
    const show = (shown: Partial<ChatRow>) => {
      conversation?.showRow(shown);
      this.state.setState(({ list }) => ({
        list: list?.map((row) => (row.id === id ? { ...row, ...shown } : row)) ?? null,
      }));
    };
    show(changes);
    try {
      if (conversation) await conversation.change(() => conversation.rows.change(changes));
      else await this.ports.store.conversations.update(id, changes);
    } catch (error) {
      // As it is stored.
      const names = Object.keys(changes) as (keyof typeof changes)[];
      show(Object.fromEntries(names.map((name) => [name, before?.[name]])));
      throw error;
    }
    await this.refreshList();
  }

  /** Stores the unsent words of a chat. */
  async saveDraft(id: string): Promise<void> {
    await this.#open.get(id)?.saver?.flush();
  }

  /** Preloads the code that generates answers. */
  async prepare(): Promise<void> {
    await import('./answer-run.ts');
  }

  /** Saves the drafts of all conversations from now on. @returns a function that stops it */
  saveDrafts(draftOf: (conversation: Conversation) => DraftSaver): () => void {
    this.#draftOf = draftOf;
    for (const entry of this.#open.values()) entry.saver ??= this.#saverOf(entry.conversation);
    return () => {
      this.#draftOf = null;
      for (const entry of this.#open.values()) {
        entry.saver?.stop().catch(reportError);
        entry.saver = null;
      }
    };
  }

  /** Takes over which chats are stored, whichever tab changed it. @returns whether the shown one is gone */
  async follow(list: readonly ChatRow[]): Promise<boolean> {
    const stored = new Map(list.map((row) => [row.id, row]));
    const { conversations } = this.ports.store;
    const number = ++this.#lists;
    let isShownGone = false;
    let isOld = false;
    for (const [id, { conversation }] of this.#open) {
      const row = stored.get(id);
      if (row) conversation.sync.follow(row);
      else if (!conversation.state.getState().isStored) continue;
      // A list that was read before a chat was stored does not have it either.
      else if ((await conversations.get(id)) !== undefined) isOld = true;
      else if (this.#open.get(id)?.conversation === conversation) {
        isShownGone ||= this.shown === conversation;
        this.end(id);
      }
    }
    if (isShownGone) this.start();
    if (!isOld && number === this.#lists) this.state.setState({ list });
    return isShownGone;
  }

  /** All stored chats were deleted. @returns whether the shown one is gone */
  clear(): boolean {
    const { shown } = this;
    for (const [id, { conversation }] of this.#open) if (!conversation.isTemporary) this.end(id);
    this.state.setState({ list: [] });
    if (shown?.isTemporary) return false;
    this.start();
    return true;
  }

  /** A new chat whose words come along: one without messages and files. */
  #unbegun(isTemporary: boolean): Conversation | undefined {
    return this.conversations.find((conversation) => {
      const { isStored, row } = conversation.state.getState();
      const isNew = !isStored && !conversation.isTemporary && row.leafId === null;
      return isNew && !conversation.isWorking && (conversation === this.shown || !isTemporary);
    });
  }

  #add(row: ChatRow, kind: 'new' | 'temporary' | 'stored'): Conversation {
    const conversation: Conversation = new Conversation(row, this.ports, kind, {
      onListed: () => this.refreshList(),
      onAnswered: (done) => this.#announce(conversation, done),
    });
    this.#open.set(row.id, { conversation, saver: this.#saverOf(conversation) });
    conversation.state.subscribe(() => this.#review(conversation));
    return conversation;
  }

  #saverOf(conversation: Conversation): DraftSaver | null {
    return conversation.isTemporary ? null : (this.#draftOf?.(conversation) ?? null);
  }

  #show(conversation: Conversation): Conversation {
    const { shown } = this;
    if (shown === conversation) return conversation;
    this.state.setState({ shown: conversation });
    if (shown?.isTemporary) this.end(shown.id);
    else if (shown) this.#review(shown);
    return conversation;
  }

  /** Says that an answer is ready where it is not seen. */
  #announce(conversation: Conversation, { state }: Message): void {
    // There may be storage again.
    for (const other of this.conversations) {
      if (other !== conversation && other.unsaved.size > 0) other.saveUnsaved().catch(reportError);
    }
    if (this.ports.isVisible() && this.shown === conversation) return;
    this.ports.notify({ text: state === 'failed' ? chatText.answerFailed : chatText.answerReady });
  }

  /** Releases a conversation that nothing shows and that does not work. */
  #review(conversation: Conversation): void {
    const entry = this.#open.get(conversation.id);
    const isIdle = () => !this.#mustStay(conversation, entry?.saver !== null);
    if (entry?.conversation !== conversation || !isIdle()) return;
    const flushed = entry.saver?.flush() ?? Promise.resolve(true);
    flushed.then((isSaved) => {
      // It may have been opened again, or written in; on a full disk its words are here alone.
      if (isSaved && isIdle()) this.#drop(conversation);
    }, reportError);
  }

  /** A conversation stays while it is shown, works, or has words of its own: a new chat leaves its words to the next. */
  #mustStay(conversation: Conversation, isKept: boolean): boolean {
    const { isStored, text, waiting, attached } = conversation.state.getState();
    const isEmpty = text === '' && waiting.length === 0 && attached.length === 0;
    const hasWords = !isEmpty && !(isStored && isKept);
    const { isWorking, holdsFiles } = conversation;
    return conversation === this.shown || isWorking || holdsFiles || hasWords;
  }

  #drop(conversation: Conversation): void {
    const entry = this.#open.get(conversation.id);
    if (entry?.conversation !== conversation) return;
    this.#open.delete(conversation.id);
    entry.saver?.stop().catch(reportError);
    if (this.shown === conversation) this.state.setState({ shown: null });
  }

  /** Ends the work of a chat that is deleted, or of a temporary one that is left. */
  end(id: string): void {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#open.delete(id);
    entry.conversation.end();
    entry.saver?.stop().catch(reportError);
  }
}
