import type { Draft } from '#storage/chat-records.ts';
import { joinTexts, NEW_CHAT, readDraft, saveDraft } from '#storage/drafts.ts';
import { reportFault } from '#storage/report-fault.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatContext, ChatState } from './chat-context.ts';

/** Milliseconds of writing that a crash may cost; storing more often is felt while an answer is written. */
const DELAY_MS = 1_000;

/**
 * Stores the unsent draft of the open chat and restores it when the chat is opened.
 * @returns a function that stops it.
 */
export function followDrafts(chat: ChatContext): () => void {
  const { database } = chat.ports.store;
  let pending: { draft: Draft; wasNew: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let key: string | null = null;

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    const last = pending;
    pending = null;
    if (!last) return;
    try {
      await saveDraft(database, last.draft, last.wasNew);
      chat.saved(chatText.draftNotSaved);
    } catch (error) {
      // Saved with the next change, or when the page is left.
      pending ??= last;
      chat.warn(chatText.draftNotSaved, error);
    }
  }

  function note(draft: Draft, wasNew: boolean) {
    pending = { draft, wasNew: wasNew || (pending?.wasNew ?? false) };
    timer ??= setTimeout(flush, DELAY_MS);
  }

  async function changeChat(state: ChatState, before: ChatState | null) {
    const from = key;
    key = keyOf(chat, state);
    // Words of a new chat that came along into a temporary one are stored nowhere.
    if (
      from === NEW_CHAT &&
      state.isTemporary &&
      state.text !== '' &&
      state.text === before?.text
    ) {
      note({ conversationId: NEW_CHAT, text: '', files: [] }, false);
    }
    await flush();
    if (key === null) return;
    await restore(chat, key, state);
    // Text typed before the session started.
    const now = chat.state.getState();
    if (keyOf(chat, now) === key && hasWords(now)) note(toDraft(key, now), false);
  }

  const unsubscribe = chat.state.subscribe((state, before) => {
    const isOther = state.conversation?.id !== before.conversation?.id;
    // An answer that is being written changes the store many times a second.
    if (!isOther && state.list === before.list && !hasChanged(state, before)) return;
    const now = keyOf(chat, state);
    if (isOther || (key === null && now !== null)) {
      changeChat(state, before).catch(reportFault);
      return;
    }
    const gotRow = key === NEW_CHAT && now !== key;
    if (now === null || !(gotRow || hasChanged(state, before))) return;
    note(toDraft(now, state), gotRow);
    key = now;
  });
  const leave = () => void flush();
  const stopListening = chat.ports.onLeave(leave);
  changeChat(chat.state.getState(), null).catch(reportFault);
  return () => {
    unsubscribe();
    stopListening();
    leave();
  };
}

/** Null where nothing is stored, or while it is not known whether the chat has a row. */
function keyOf(chat: ChatContext, { conversation, isTemporary, list }: ChatState): string | null {
  if (!conversation || isTemporary || list === null) return null;
  return chat.isStored() ? conversation.id : NEW_CHAT;
}

const hasWords = ({ text, attached, waiting }: ChatState) =>
  text !== '' || attached.length > 0 || waiting.length > 0;

function hasChanged(state: ChatState, before: ChatState): boolean {
  return (
    state.text !== before.text ||
    state.attached !== before.attached ||
    state.waiting !== before.waiting
  );
}

/** Messages that wait in line are words in the composer when the chat is opened again. */
function toDraft(conversationId: string, { text, attached, waiting }: ChatState): Draft {
  const files = [...waiting.flatMap((message) => message.files), ...attached.map(({ id }) => id)];
  return {
    conversationId,
    text: joinTexts([...waiting.map((message) => message.text), text]),
    files,
  };
}

/** Text typed in the meantime stays. */
async function restore(chat: ChatContext, key: string, { conversation }: ChatState) {
  const { database } = chat.ports.store;
  const draft = await readDraft(database, key);
  if (!draft) return;
  const files = await Promise.all(draft.files.map((id) => chat.readFile(id)));
  const found = files.filter((file) => file !== undefined);
  chat.state.setState((state) => {
    if (state.conversation?.id !== conversation?.id) return {};
    // A chat that is left and reopened immediately is restored twice.
    const isThere = state.text.startsWith(draft.text);
    const ids = new Set(state.attached.map(({ id }) => id));
    return {
      text: isThere ? state.text : joinTexts([draft.text, state.text]),
      attached: [...found.filter(({ id }) => !ids.has(id)), ...state.attached],
    };
  });
}
