import type { Passage } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { useChatStore } from './chat-store.ts';

/** Vectors of temporary chats: in memory only. */
export const temporaryPassages = new Map<string, Passage[]>();

export async function removeDocument({ storage }: Services, id: string): Promise<void> {
  const database = await storage;
  useChatStore.setState(({ documents }) => ({ documents: documents.filter((d) => d.id !== id) }));
  await database.transaction('rw', database.documents, database.passages, async () => {
    await database.documents.delete(id);
    await database.passages.where('documentId').equals(id).delete();
  });
}
