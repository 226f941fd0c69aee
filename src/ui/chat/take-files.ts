import { isDocument } from '#documents/read-document.ts';
import type { StoredFile } from '#storage/chat-records.ts';
import { joinTexts } from '#storage/drafts.ts';
import type { Services } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { addDocument } from './add-document.ts';
import { attachFile, mediaKind } from './attach-files.ts';
import { readFile, removeFile } from './chat-files.ts';
import { useChatStore } from './chat-store.ts';

/**
 * Documents are read into the open chat, pictures and sound go with a message.
 * @param owner says which one: a message that was sent meanwhile, or null for the next.
 * @returns whether all could be taken.
 */
export async function takeFiles(
  services: Services,
  files: readonly File[],
  owner: () => string | null,
): Promise<boolean> {
  let isFine = true;
  for (const file of files) {
    try {
      const isMedia = mediaKind(file) !== null;
      if (!isMedia && isDocument(file.name)) await addDocument(services, file);
      else attach(await attachFile(services, file), owner());
    } catch (error) {
      isFine = false;
      const { message } = error as Error;
      useChatStore.setState(({ problems }) => ({ problems: [...problems, message] }));
    }
  }
  return isFine;
}

function attach(file: StoredFile, owner: string | null): void {
  useChatStore.setState(({ attached, waiting }) => {
    // A message that was taken back gives its files back, too.
    if (!waiting.some(({ id }) => id === owner)) return { attached: [...attached, file] };
    const give = (message: (typeof waiting)[number]) =>
      message.id === owner ? { ...message, files: [...message.files, file.id] } : message;
    return { waiting: waiting.map(give) };
  });
}

export function detach(services: Services, id: string): void {
  useChatStore.setState(({ attached }) => ({ attached: attached.filter((f) => f.id !== id) }));
  tryOrSay('The file', removeFile(services.database, id));
}

/** Puts a message that waits back into the composer, below what is written there. */
export async function takeBack({ database }: Services, messageId: string): Promise<void> {
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
