import type { StoredFile } from '#storage/chat-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { storable } from '#storage/storable.ts';
import { useChatStore } from './chat-store.ts';

/** Files of temporary chats: in memory only, gone with the page. */
const temporary = new Map<string, StoredFile>();

/** Keeps a file with the open chat; one of a temporary chat is never stored. */
export async function keepFile({ files }: AlcoveDatabase, file: StoredFile): Promise<void> {
  if (useChatStore.getState().isTemporary) temporary.set(file.id, file);
  else await files.add(await storable(file));
}

export async function readFile(
  { files }: AlcoveDatabase,
  id: string,
): Promise<StoredFile | undefined> {
  return temporary.get(id) ?? files.get(id);
}

export async function removeFile({ files }: AlcoveDatabase, id: string): Promise<void> {
  if (!temporary.delete(id)) await files.delete(id);
}
