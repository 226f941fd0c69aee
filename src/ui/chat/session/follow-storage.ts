import { watch } from '#storage/watch.ts';
import { onCleared } from '#ui/state/cleared.ts';
import type { ChatBook } from './chat-book.ts';
import { SavedDraft } from './drafts.ts';

/**
 * Follows the database, whichever tab changes it: imported chats are listed, and nothing of a deleted one stays on
 * the page. Unsent drafts are stored. `onGone`: the shown chat is no longer stored. @returns a function that stops it
 */
export function followStorage(book: ChatBook, onGone: () => void): () => void {
  const stops = [
    book.saveDrafts((conversation) => new SavedDraft(conversation)),
    watch(
      () => book.ports.store.conversations.list(),
      (list) => void book.follow(list).then((isGone) => isGone && onGone(), reportError),
      reportError,
    ),
    watch(
      () => book.ports.store.conversations.projects(),
      (projects) => book.state.setState({ projects }),
      reportError,
    ),
    onCleared((kind) => {
      if (kind === 'chats' && book.clear()) onGone();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
