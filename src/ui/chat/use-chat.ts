import { useStore } from 'zustand';
import { useSession } from '#ui/services.ts';
import type { ChatState } from './session/chat-context.ts';
import { ChatSession } from './session/chat-session.ts';

export function useChatSession(): ChatSession {
  return useSession(ChatSession);
}

/** A part of the state of the chats, kept up to date. */
export function useChat<T>(select: (state: ChatState) => T): T {
  return useStore(useChatSession().state, select);
}
