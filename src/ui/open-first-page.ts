import { appPath, BASE } from '#contract/app-path.ts';
import { startChat } from '#ui/chat/session/open-chat.ts';

/**
 * Before the first picture: a chat begun in an effect would have it drawn twice. The address stays as it was asked
 * for: once it changes, Chromium starts the service worker in a process of its own (decision 024).
 */
export function openFirstPage(): void {
  if (location.pathname === BASE || location.pathname === appPath('/chat')) startChat();
}
