import type { Draft } from '#storage/chat-records.ts';
import { joinTexts, moveDraft, newChatDrafts, readDraft, saveDraft } from '#storage/drafts.ts';
import { reportFault } from '#storage/report-fault.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatCore } from './chat-core.ts';
import type { ConversationState } from './conversation-state.ts';

/** Milliseconds of writing that a crash may cost; storing more often is felt while an answer is written. */
const DELAY_MS = 1_000;

/** The lock of a new chat: while it is held, its draft belongs to a tab that is open. */
const draftLock = (id: string) => `alcove-draft:${id}`;

/** The unsent draft of one chat in the database: restored once, then saved as it changes. */
export class SavedDraft {
  readonly #chat: ChatCore;
  readonly #stops: (() => void)[];
  #hasChanges = false;
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves when the tab may give up the draft of a new chat. */
  #release = () => {};

  constructor(chat: ChatCore) {
    this.#chat = chat;
    const { state, ports } = chat;
    const unsubscribe = state.subscribe((now, before) => {
      // An answer that is being written changes the state many times a second.
      if (hasChanged(now, before)) this.#note();
    });
    this.#stops = [unsubscribe, ports.onLeave(() => void this.flush())];
    this.#begin().catch(reportFault);
  }

  /** Saves the last changes immediately, as the page may end. @returns when all changes so far are saved */
  async flush(): Promise<void> {
    const before = this.#saving;
    this.#saving = this.#save();
    await Promise.all([before, this.#saving]);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { state, ports, signal } = this.#chat;
    if (!this.#hasChanges || signal.aborted) return;
    this.#hasChanges = false;
    const now = state.getState();
    try {
      await saveDraft(await ports.store.opened, toDraft(this.#chat.id, now), !now.isStored);
      this.#chat.saved(chatText.draftNotSaved);
    } catch (error) {
      // Saved with the next change, or when the page is left.
      this.#hasChanges = true;
      this.#chat.warn(chatText.draftNotSaved, error);
    }
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.flush();
    this.#release();
  }

  #note(): void {
    this.#hasChanges = true;
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS);
  }

  async #begin(): Promise<void> {
    const { state } = this.#chat;
    if (state.getState().isStored) await this.#restore();
    else await this.#adopt();
    // Text typed before the draft was restored.
    if (hasWords(state.getState())) this.#note();
  }

  /** Text typed in the meantime stays. */
  async #restore(): Promise<void> {
    const { id, state, rows, ports } = this.#chat;
    const draft = await readDraft(await ports.store.opened, id);
    if (!draft) return;
    const files = await Promise.all(draft.files.map((file) => rows.file(file)));
    state.setState(({ text, attached }) => ({
      text: joinTexts([draft.text, text]),
      attached: [...files.filter((file) => file !== undefined), ...attached],
    }));
  }

  /** A new chat takes the words of another one whose tab was closed or has crashed. */
  async #adopt(): Promise<void> {
    const { id, state, ports } = this.#chat;
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    ports.locks.request(draftLock(id), () => held).catch(reportFault);
    const database = await ports.store.opened;
    for (const other of await newChatDrafts(database)) {
      if (other === id) continue;
      const text = await ports.locks.request(draftLock(other), { ifAvailable: true }, (lock) =>
        lock ? moveDraft(database, other, id) : '',
      );
      if (text === '') continue;
      state.setState(({ text: written }) => ({ text: joinTexts([text, written]) }));
      return;
    }
  }
}

const hasWords = ({ text, attached, waiting }: ConversationState) =>
  text !== '' || attached.length > 0 || waiting.length > 0;

const hasChanged = (state: ConversationState, before: ConversationState) =>
  (['text', 'attached', 'waiting', 'sending', 'isStored'] as const).some(
    (name) => state[name] !== before[name],
  );

/** Messages that are not stored yet are words in the composer when the chat is opened again. */
function toDraft(conversationId: string, state: ConversationState): Draft {
  const { text, attached, waiting, sending } = state;
  const unsent = sending ? [sending, ...waiting] : waiting;
  return {
    conversationId,
    text: joinTexts([...unsent.map((message) => message.text), text]),
    files: [...unsent.flatMap((message) => message.files), ...attached.map(({ id }) => id)],
  };
}
