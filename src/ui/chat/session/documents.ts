import type { ChatContext } from './chat-context.ts';

export async function removeDocument(chat: ChatContext, id: string): Promise<void> {
  const database = await chat.ports.store.opened;
  chat.state.setState(({ documents }) => ({ documents: documents.filter((d) => d.id !== id) }));
  await database.transaction('rw', database.documents, database.passages, async () => {
    await database.documents.delete(id);
    await database.passages.where('documentId').equals(id).delete();
  });
}
