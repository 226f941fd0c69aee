import { isDocument } from '#documents/is-document.ts';
import type { StoredFile } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { addDocument } from './add-document.ts';
import { attachFile } from './attach-files.ts';
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
      // By name first: browsers take the type of a .ts file for video.
      if (isDocument(file.name)) await addDocument(services, file);
      else attach(await attachFile(services, file), owner());
    } catch (error) {
      isFine = false;
      const message = describeError(error);
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
