import { createStore, type StoreApi } from 'zustand/vanilla';
import { RECORD_HEADER } from '#contract/headers.ts';
import type {
  ChatDocument,
  ChatSettings,
  Message,
  PagePicture,
  Passage,
} from '#storage/chat-records.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { failureToast, isStorageFull } from '#ui/state/storage-full.ts';
import { type ChatRows, MemoryRows, StoredRows } from './chat-rows.ts';
import {
  type ChatRow,
  type ConversationState,
  emptyState,
  type LiveAnswer,
  liveOf,
  type Run,
} from './conversation-state.ts';
import { buildTree, withMessage } from './message-tree.ts';

/** What a conversation reports to its book. */
export interface ChatEvents {
  /** A row changed that the list of chats shows. */
  onListed: () => Promise<void>;
  onAnswered: (done: Message) => void;
}

/** Only requests of chats say that they may be recorded, and no temporary one does. */
function recordable(ports: SessionPorts): SessionPorts {
  const v1: SessionPorts['v1'] = (path, body, signal, headers) =>
    ports.v1(path, body, signal, { ...headers, [RECORD_HEADER]: 'chat' });
  return { ...ports, v1 };
}

/** What the parts of a conversation share: its state, its rows, its end. They know of no other chat. */
export class ChatCore {
  readonly id: string;
  readonly isTemporary: boolean;
  readonly state: StoreApi<ConversationState>;
  readonly ports: SessionPorts;
  readonly rows: ChatRows;
  readonly events: ChatEvents;
  /** Failures that were shown already. */
  readonly #warned = new Set<string>();
  readonly #end = new AbortController();
  /** Answers that are in memory only: a full disk refused them. */
  readonly unsaved = new Map<string, Message>();
  /** The times of the stored chat that this page read or wrote. Any other is the work of another tab. */
  readonly knownTimes: Set<number>;
  /** Whether another tab changed the chat between two changes of this page. */
  isOvertaken = false;
  #adding: Promise<void> | null = null;

  constructor(row: ChatRow, ports: SessionPorts, isTemporary: boolean, events: ChatEvents) {
    this.id = row.id;
    this.isTemporary = isTemporary;
    this.ports = isTemporary ? ports : recordable(ports);
    this.events = events;
    this.rows = isTemporary ? new MemoryRows() : new StoredRows(ports.store, row.id, this.signal);
    this.state = createStore<ConversationState>(() => emptyState(row));
    this.knownTimes = new Set([row.updatedAt]);
  }

  /** Aborts when the chat is deleted, or a temporary one is left. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get row(): ChatRow {
    return this.state.getState().row;
  }

  /** Ends all work of the chat for good: nothing of it is stored or shown afterwards. */
  end(): void {
    this.#end.abort();
    for (const { controller } of this.state.getState().runs) controller.abort();
  }

  /** Stops each run that answers: its search, its text or its tools. The text so far stays. */
  stop(): void {
    for (const { kind, controller } of this.state.getState().runs) {
      if (kind === 'answer') controller.abort();
    }
  }

  /** Begins work that the next message waits for, until `endRun`. Its signal aborts with the chat. */
  beginRun(kind: Run['kind']): Run {
    const run = { kind, controller: new AbortController() };
    if (this.signal.aborted) run.controller.abort();
    this.state.setState(({ runs }) => ({ runs: [...runs, run] }));
    return run;
  }

  endRun(run: Run): void {
    this.state.setState(({ runs }) => ({ runs: runs.filter((other) => other !== run) }));
  }

  /** Shows a message as being written. */
  beginAnswer(message: Message): void {
    this.showLive(message.id, liveOf(message));
  }

  showLive(id: string, answer: LiveAnswer): void {
    this.state.setState(({ live }) => ({ live: { ...live, [id]: answer } }));
  }

  endAnswer(id: string): void {
    this.state.setState(({ live: { [id]: _, ...others } }) => ({ live: others }));
  }

  /** Stores the chat itself when it is not yet; a temporary one never is. */
  ensureRow(): Promise<void> {
    if (this.isTemporary || this.state.getState().isStored) return Promise.resolve();
    this.#adding ??= this.#addRow().finally(() => {
      this.#adding = null;
    });
    return this.#adding;
  }

  async #addRow(): Promise<void> {
    await this.change(async () => {
      const { row } = this;
      await this.rows.add(row);
      this.state.setState({ isStored: true });
      // It may have been set up further meanwhile.
      const { settings, title, project = '' } = this.row;
      if (this.row !== row) await this.rows.change({ settings, title, project });
    });
    await this.events.onListed();
  }

  async addDocument(
    document: ChatDocument,
    passages: readonly Passage[],
    pictures: readonly PagePicture[],
  ): Promise<void> {
    await this.rows.addDocument(document, passages, pictures);
    this.state.setState(({ documents }) => ({ documents: [...documents, document] }));
  }

  /** Sampling, prompt, tools and models. The model stays loaded; an answer that is being written keeps its own. */
  async changeSettings(changes: Partial<ChatSettings>): Promise<void> {
    this.showRow({ settings: { ...this.row.settings, ...changes } });
    if (this.state.getState().isStored) await this.change(() => this.rows.changeSettings(changes));
  }

  /** Writes a change of the row that is shown. Until it is stored, the row that other tabs see is not taken over. */
  async change(write: () => Promise<void>): Promise<void> {
    this.state.setState(({ changes }) => ({ changes: changes + 1 }));
    await write().finally(() => this.state.setState(({ changes }) => ({ changes: changes - 1 })));
  }

  /**
   * Shows a message and makes `leafId` the last one of the branch that is shown, then stores both. What cannot be
   * stored is shown no longer.
   */
  async saveMessage(message: Message, leafId: string): Promise<void> {
    const updatedAt = this.ports.clock();
    const before = {
      leafId: this.row.leafId,
      message: this.state.getState().tree.byId.get(message.id),
    };
    this.showMessage(message);
    this.showRow({ leafId, updatedAt });
    try {
      await this.#write(message, leafId, updatedAt);
    } catch (error) {
      this.state.setState(({ tree, row }) => {
        const others = [...tree.byId.values()].filter(({ id }) => id !== message.id);
        return {
          tree: buildTree(before.message ? [...others, before.message] : others),
          row: row.leafId === leafId ? { ...row, leafId: before.leafId } : row,
        };
      });
      throw error;
    }
  }

  /**
   * Stores a finished answer, and those before it that a full disk refused: one that still cannot be stored does
   * not hold back the others.
   */
  async saveAnswer(done: Message): Promise<void> {
    this.unsaved.set(done.id, done);
    const failures = await this.saveUnsaved();
    // Failures of earlier answers were reported with them.
    if (failures.has(done.id)) throw failures.get(done.id);
  }

  /** Tries again to store the answers that a full disk refused. @returns why, for each that still cannot be */
  async saveUnsaved(): Promise<ReadonlyMap<string, unknown>> {
    const failures = new Map<string, unknown>();
    for (const [id, message] of this.unsaved) {
      // Another branch may have been chosen meanwhile, here or in another tab.
      await this.#write(message, null, this.ports.clock()).then(
        () => this.unsaved.delete(id),
        (error: unknown) => failures.set(id, error),
      );
    }
    return failures;
  }

  /** Stores a message, and notices what another tab changed before: this change hides the time of that one. */
  async #write(message: Message, leafId: string | null, now: number): Promise<void> {
    this.knownTimes.add(now);
    const before = await this.rows.saveMessage(message, leafId, now);
    if (before !== undefined && !this.knownTimes.has(before)) this.isOvertaken = true;
  }

  /** Whether work here writes rows of the chat. */
  get isWriting(): boolean {
    const { runs, changes } = this.state.getState();
    return runs.length > 0 || changes > 0;
  }

  showMessage(message: Message): void {
    this.state.setState(({ tree }) => ({ tree: withMessage(tree, message) }));
  }

  showRow(changes: Partial<ChatRow>): void {
    this.state.setState(({ row }) => ({ row: { ...row, ...changes } }));
  }

  /**
   * Says once that something is in memory only, as the disk is full. Failures of any other kind are reported.
   * @param what as a sentence begins; `saved` allows it to be said again.
   */
  warn(what: string, error: unknown): void {
    if (this.signal.aborted) return;
    if (!isStorageFull(error)) reportError(error);
    else if (!this.#warned.has(what)) {
      this.#warned.add(what);
      this.#notify(what, error);
    }
  }

  saved(what: string): void {
    this.#warned.delete(what);
  }

  /** Says in words when work fails; work of a chat that has ended may. */
  report(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.signal.aborted) this.#notify(what, error);
    });
  }

  #notify(what: string, error: unknown): void {
    this.ports.notify(failureToast(errorsText.failed(what, describeError(error)), error));
  }
}
