import type { Conversation } from '#storage/chat-records.ts';
import { watch } from '#storage/watch.ts';
import { onCleared } from '#ui/state/cleared.ts';
import type { ChatContext } from './chat-context.ts';
import { followDrafts } from './drafts.ts';
import { startChat } from './open-chat.ts';

/**
 * Follows the database, whichever tab changes it: imported chats are listed,
 * and nothing of a deleted one stays on the page. Unsent drafts are stored.
 * `onGone`: the open chat is no longer stored. @returns a function that stops it.
 */
export function followStorage(chat: ChatContext, onGone: () => void): () => void {
  const stops = [
    followDrafts(chat),
    watch(
      () => chat.ports.store.conversations.list(),
      (list) => void showList(chat, list, onGone).catch(reportError),
      reportError,
    ),
    onCleared((kind) => {
      if (kind !== 'chats' || chat.state.getState().isTemporary) return;
      leaveChat(chat, onGone);
      chat.state.setState({ list: [] });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function showList(
  chat: ChatContext,
  list: readonly Conversation[],
  onGone: () => void,
): Promise<void> {
  const { conversation, list: before } = chat.state.getState();
  const known = new Set(list.map(({ id }) => id));
  const missing = new Set(before?.map(({ id }) => id).filter((id) => !known.has(id)));
  for (const id of missing) {
    // A list that was read before a chat was stored does not have it either.
    if ((await chat.ports.store.conversations.get(id)) !== undefined) return;
    chat.stopAnswers(id);
    if (id === conversation?.id) leaveChat(chat, onGone);
  }
  chat.state.setState({ list });
}

/** Opens an empty chat in place of one that is no longer stored. */
function leaveChat(chat: ChatContext, onGone: () => void): void {
  const { conversation } = chat.state.getState();
  chat.stopAnswers(conversation?.id);
  // First, so that it is not stored as a draft again.
  chat.state.setState({ text: '', attached: [], waiting: [] });
  startChat(chat);
  onGone();
}
