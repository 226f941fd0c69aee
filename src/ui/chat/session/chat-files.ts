import type { StoredFile } from '#storage/chat-records.ts';
import { storable } from '#storage/storable.ts';
import type { ChatContext } from './chat-context.ts';

/** Stores a file of the open chat; one of a temporary chat stays in memory. */
export async function storeFile(chat: ChatContext, file: StoredFile): Promise<void> {
  if (chat.state.getState().isTemporary) chat.temporaryFiles.set(file.id, file);
  else await (await chat.ports.store.opened).files.add(await storable(file));
}

export async function removeFile(chat: ChatContext, id: string): Promise<void> {
  if (!chat.temporaryFiles.delete(id)) await (await chat.ports.store.opened).files.delete(id);
}
