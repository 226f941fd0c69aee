import { startChat } from './chat/open-chat.ts';

/** Before the first picture: a redirect, or a chat begun in an effect, would have it drawn twice. */
export function openFirstPage(): void {
  if (location.pathname === '/') history.replaceState(history.state, '', '/chat');
  if (location.pathname === '/chat') startChat();
}
