import type { Conversation } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';

/** The name of a chat; one that has none yet is a new chat, in the language of the app. */
export function chatTitle({ title, named }: Pick<Conversation, 'title' | 'named'>): string {
  return isUntitled({ title, named }) ? chatText.newChat : title;
}

/** Whether a chat has no name yet. Earlier versions stored `New chat` for that. */
export function isUntitled({ title, named }: Pick<Conversation, 'title' | 'named'>): boolean {
  return title === '' || (!named && title === 'New chat');
}
