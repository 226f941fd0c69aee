import { joinTexts } from '#storage/drafts.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { readFile, removeFile } from './chat-files.ts';
import { useChatStore } from './chat-store.ts';

/** Takes a picture or a recording from the next message, and out of the store. */
export function detach(services: Services, id: string): void {
  useChatStore.setState(({ attached }) => ({ attached: attached.filter((f) => f.id !== id) }));
  const removed = services.storage.then((storage) => removeFile(storage, id));
  tryOrSay(chatText.fileNotRemoved, removed);
}

/** Puts a message that waits back into the composer, below what is written there. */
export async function takeBack({ storage }: Services, messageId: string): Promise<void> {
  const database = await storage;
  const message = useChatStore.getState().waiting.find(({ id }) => id === messageId);
  if (!message) return;
  useChatStore.setState(({ waiting, text }) => ({
    waiting: waiting.filter(({ id }) => id !== messageId),
    text: joinTexts([text, message.text]),
  }));
  const files = await Promise.all(message.files.map((id) => readFile(database, id)));
  const found = files.filter((file) => file !== undefined);
  useChatStore.setState(({ attached }) => ({ attached: [...attached, ...found] }));
}
