import { joinTexts } from '#storage/drafts.ts';
import type { ChatContext } from './chat-context.ts';
import { removeFile } from './chat-files.ts';

/** Removes a picture or a recording from the next message and from the store. */
export async function detachFile(chat: ChatContext, id: string): Promise<void> {
  chat.state.setState(({ attached }) => ({ attached: attached.filter((f) => f.id !== id) }));
  await removeFile(chat, id);
}

/** Puts a queued message back into the composer, below its current text. */
export async function recallMessage(chat: ChatContext, messageId: string): Promise<void> {
  const message = chat.state.getState().waiting.find(({ id }) => id === messageId);
  if (!message) return;
  chat.state.setState(({ waiting, text }) => ({
    waiting: waiting.filter(({ id }) => id !== messageId),
    text: joinTexts([text, message.text]),
  }));
  const files = await Promise.all(message.files.map((id) => chat.readFile(id)));
  const found = files.filter((file) => file !== undefined);
  chat.state.setState(({ attached }) => ({ attached: [...attached, ...found] }));
}
