import { appPath, BASE } from '#contract/app-path.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import type { Services } from './services.ts';

/**
 * Before the first picture: a chat begun in an effect would have it drawn twice. The address is not
 * changed: once it changes, Chromium starts the service worker in a separate process (decision 024).
 */
export function openFirstPage(services: Services): void {
  const isChat = location.pathname === BASE || location.pathname === appPath('/chat');
  if (isChat) services.session(ChatBook).start();
}
