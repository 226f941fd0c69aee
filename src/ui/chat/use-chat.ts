import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useSession } from '#ui/services.ts';
import { type BookState, ChatBook } from './session/chat-book.ts';
import type { Conversation } from './session/conversation.ts';
import type { ConversationState } from './session/conversation-state.ts';

/** Which chats exist, and which is shown. */
export function useChatBook(): ChatBook {
  return useSession(ChatBook);
}

/** A part of the state of the book, kept up to date. */
export function useBook<T>(select: (state: BookState) => T): T {
  return useStore(useChatBook().state, select);
}

/** The chat that the components below belong to. */
export const ConversationContext = createContext<Conversation | null>(null);

export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error('There is no conversation above this component.');
  return conversation;
}

/** A part of the state of the chat above, kept up to date. */
export function useChat<T>(select: (state: ConversationState) => T): T {
  return useStore(useConversation().state, select);
}

/** The name of the chat that is shown; null for one that has none yet. */
export function useShownTitle(book: ChatBook): string | null {
  const shown = useStore(book.state, (state) => state.shown);
  const subscribe = useCallback(
    (listen: () => void) => shown?.state.subscribe(listen) ?? (() => {}),
    [shown],
  );
  const read = () => shown?.row.title || null;
  return useSyncExternalStore(subscribe, read, read);
}
