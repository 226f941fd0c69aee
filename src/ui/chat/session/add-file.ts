import { holdsText } from '#documents/holds-text.ts';
import { isDocument } from '#documents/is-document.ts';
import type { StoredFile } from '#storage/chat-records.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { isStorageFull, STORAGE_PATH } from '#ui/state/storage-full.ts';
import { addDocument } from './add-document.ts';
import { AttachError, attachFile } from './attach-files.ts';
import type { ChatContext } from './chat-context.ts';

/**
 * Documents are read into the open chat, pictures and sound go with a message.
 * @param owner says which one: a message that was sent meanwhile, or null for the next.
 * @param again attaches a file once more that failed for want of storage or of a model.
 * @returns whether all could be added.
 */
export async function addEach(
  chat: ChatContext,
  files: readonly File[],
  owner: () => string | null,
  again: (file: File) => void,
): Promise<boolean> {
  let isFine = true;
  for (const file of files) {
    try {
      if (await isRead(file)) await addDocument(chat, file);
      else attach(chat, await attachFile(chat, file), owner());
    } catch (error) {
      isFine = false;
      const help = error instanceof AttachError ? error.help : storageHelp(error);
      const retry = willAlwaysFail(error) ? null : () => again(file);
      const refusal = { text: describeError(error), help, retry };
      chat.state.setState(({ problems }) => ({ problems: [...problems, refusal] }));
    }
  }
  return isFine;
}

/** The file itself is refused. By name: the class of an error from another thread is lost. */
function willAlwaysFail(error: unknown): boolean {
  return error instanceof Error && /^(?:Attach|Document)Error$/.test(error.name);
}

const storageHelp = (error: unknown) => (isStorageFull(error) ? STORAGE_PATH : null);

/** By name first: browsers report .ts files as video. */
async function isRead(file: File): Promise<boolean> {
  if (isDocument(file.name)) return true;
  return !/^(image|audio|video)\//.test(file.type) && holdsText(file);
}

function attach(chat: ChatContext, file: StoredFile, owner: string | null): void {
  chat.state.setState(({ attached, waiting }) => {
    // A recalled message restores its files, too.
    if (!waiting.some(({ id }) => id === owner)) return { attached: [...attached, file] };
    const give = (message: (typeof waiting)[number]) =>
      message.id === owner ? { ...message, files: [...message.files, file.id] } : message;
    return { waiting: waiting.map(give) };
  });
}
