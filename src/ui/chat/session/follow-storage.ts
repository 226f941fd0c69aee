import type { Conversation } from '#storage/chat-records.ts';
import { watch } from '#storage/watch.ts';
import type { Services } from '#ui/services.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { runs, useChatStore } from './chat-store.ts';
import { keepDrafts } from './keep-drafts.ts';
import { startChat } from './open-chat.ts';

/**
 * Shows what is stored as it is, whichever tab changed it: chats that came with an import are listed,
 * and nothing of a deleted one stays on the page. Unsent drafts are stored.
 * @returns how to stop.
 */
export function followStorage(services: Services): () => void {
  const stops = [
    keepDrafts(services),
    watch(
      () => services.conversations.list(),
      (list) => void showList(services, list).catch(reportError),
      reportError,
    ),
    onCleared((kind) => {
      if (kind !== 'chats' || useChatStore.getState().isTemporary) return;
      leaveChat();
      useChatStore.setState({ list: [] });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function showList({ conversations }: Services, list: readonly Conversation[]): Promise<void> {
  const { conversation, list: before } = useChatStore.getState();
  const known = new Set(list.map(({ id }) => id));
  const missing = new Set(before?.map(({ id }) => id).filter((id) => !known.has(id)));
  for (const id of missing) {
    // A list that was read before a chat was stored does not have it either.
    if ((await conversations.get(id)) !== undefined) return;
    for (const run of runs.values()) if (run.conversationId === id) run.controller.abort();
    if (id === conversation?.id) leaveChat();
  }
  useChatStore.setState({ list });
}

/** Opens an empty chat in place of one that is no longer stored. */
function leaveChat(): void {
  const { conversation } = useChatStore.getState();
  for (const run of runs.values()) {
    if (run.conversationId === conversation?.id) run.controller.abort();
  }
  // First, so that it is not stored as a draft again.
  useChatStore.setState({ text: '', attached: [], waiting: [] });
  startChat();
  if (/\/chat\/[^/]+$/.test(location.pathname)) {
    history.replaceState(null, '', location.pathname.replace(/\/[^/]+$/, ''));
  }
}
