import type { Message } from '#storage/chat-records.ts';
import type { ChatCore } from './chat-core.ts';
import type { ChatRow } from './conversation-state.ts';
import { buildTree, soundLeaf } from './message-tree.ts';

/** Reads the rows of a chat, and follows what other tabs change in them while no work here writes them. */
export class ChatSync {
  readonly #chat: ChatCore;
  /** Resolves when the messages and documents are read. Work that needs them waits. */
  loaded: Promise<void> = Promise.resolve();
  /** Whether the chat changed, here or in another tab, while work here was under way. */
  #isBehind = false;

  constructor(chat: ChatCore) {
    this.#chat = chat;
    chat.state.subscribe(() => {
      if (this.#isBehind) this.#catchUp().catch(reportError);
    });
  }

  load(): void {
    const { state } = this.#chat;
    state.setState({ isLoading: true });
    this.loaded = this.#read().finally(() => state.setState({ isLoading: false }));
    // Who waits for it sees the failure.
    this.loaded.catch(() => {});
  }

  async #read(): Promise<void> {
    const { rows, state, unsaved } = this.#chat;
    const { messages, documents } = await rows.read();
    state.setState(({ row, tree, live, documents: shown }) => {
      // An answer that is being written here, or could not be stored, is newer than its row.
      const isOwn = ({ id }: Message) => id in live || unsaved.has(id);
      const read = buildTree([...messages, ...[...tree.byId.values()].filter(isOwn)]);
      const isLive = Object.keys(live).length > 0;
      const leafId = isLive ? row.leafId : soundLeaf(read, row.leafId);
      const isSame =
        documents.length === shown.length && documents.every((d, i) => d.id === shown[i]?.id);
      return { tree: read, row: { ...row, leafId }, documents: isSame ? shown : documents };
    });
  }

  /** Takes over what another tab changed in the chat. The messages are read only where one did. */
  follow(stored: ChatRow): void {
    const chat = this.#chat;
    const { row, changes, tree } = chat.state.getState();
    const { leafId, updatedAt, ...described } = stored;
    if (changes === 0) chat.showRow(described);
    if (!chat.knownTimes.has(updatedAt)) chat.isOvertaken = true;
    this.#isBehind = chat.isWriting;
    if (this.#isBehind) return;
    // Its end may have come in the millisecond of its beginning.
    const isWritten = [...tree.byId.values()].some(({ state }) => state === 'running');
    if (leafId === row.leafId && !isWritten && !chat.isOvertaken) return;
    chat.isOvertaken = false;
    chat.knownTimes.add(updatedAt);
    chat.showRow({ leafId, updatedAt });
    this.load();
  }

  /** Once the work here is done, what another tab did meanwhile is read. */
  async #catchUp(): Promise<void> {
    const { id, ports, signal } = this.#chat;
    if (!this.#isBehind || this.#chat.isWriting) return;
    this.#isBehind = false;
    const stored = await ports.store.conversations.get(id);
    if (stored && !signal.aborted) this.follow(stored);
  }
}
