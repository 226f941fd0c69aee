import type { Conversation as ChatRow } from '#storage/chat-records.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatBook } from './chat-book.ts';
import { chatTitle } from './conversation-state.ts';

/**
 * Deletes chats; a toast offers to undo it.
 * @param show opens a path: that of an empty chat, or of the restored one.
 * @param more something that is deleted with them, and comes back with them.
 */
export async function removeChats(
  book: ChatBook,
  rows: readonly ChatRow[],
  show: (path: string) => void,
  more?: { text: string; remove: () => Promise<() => Promise<void>> },
): Promise<void> {
  const { conversations } = book.ports.store;
  const shownId = book.shown?.id;
  const wasShown = rows.some(({ id }) => id === shownId);
  // Unsent words come back with the chat.
  for (const { id } of rows) await book.saveDraft(id);
  for (const { id } of rows) book.end(id);
  if (wasShown) {
    book.start();
    show('/chat');
  }
  const removed: (() => Promise<void>)[] = [];
  const restore = async () => {
    for (const undo of removed) await undo();
    await settle(book, rows);
    await book.refreshList();
    if (shownId && wasShown) show(itemPath('/chat', shownId));
  };
  try {
    for (const { id } of rows) removed.push(await conversations.remove(id));
    if (more) removed.push(await more.remove());
  } finally {
    // Where one cannot be deleted, the others come back by the same press.
    const { length: count } = removed;
    const { deleted, deletedMany } = chatText;
    if (count > 0) {
      const text = count > 1 ? deletedMany(count) : deleted(rows.map(chatTitle)[0] ?? '');
      book.ports.notify({
        text: more?.text ?? text,
        action: { label: chatText.undo, run: restore },
      });
    }
    await book.refreshList();
  }
}

/** Marks the answers as stopped that were being written when their chats were deleted. */
async function settle({ ports }: ChatBook, rows: readonly ChatRow[]): Promise<void> {
  const { conversations } = ports.store;
  const messages = await Promise.all(rows.map(({ id }) => conversations.messages(id)));
  const restored = new Set(messages.flat().map(({ id }) => id));
  await conversations.settleInterrupted((id) => !restored.has(id));
}
