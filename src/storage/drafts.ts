import type { Draft } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { whenWritten } from './when-written.ts';

/**
 * Saves the draft of a chat; an empty draft is deleted. `isNew`: the chat has no row yet; else a draft is stored
 * only while its chat is. Past Dexie, whose bookkeeping for watchers would cost the page more than the write.
 */
export async function saveDraft(
  database: AlcoveDatabase,
  draft: Draft,
  isNew = false,
): Promise<void> {
  const { conversationId, text, files } = draft;
  if (!database.isOpen()) await database.open();
  const options = { durability: 'relaxed' } as const;
  const tables = ['drafts', 'conversations'];
  const write = database.backendDB().transaction(tables, 'readwrite', options);
  const store = write.objectStore('drafts');
  if (text === '' && files.length === 0) store.delete(conversationId);
  else if (isNew) store.put(draft);
  else {
    // Deleting a chat deletes its draft.
    const chat = write.objectStore('conversations').count(conversationId);
    chat.onsuccess = () => {
      if (chat.result > 0) store.put(draft);
    };
  }
  await whenWritten(write);
}

export function readDraft(
  { drafts }: AlcoveDatabase,
  conversationId: string,
): Promise<Draft | undefined> {
  return drafts.get(conversationId);
}

/** Ids of chats without a row that have a draft: new chats, here, in another tab, or of a tab that was closed. */
export async function newChatDrafts({ drafts, conversations }: AlcoveDatabase): Promise<string[]> {
  const ids = (await drafts.toCollection().primaryKeys()) as string[];
  const rows = await conversations.bulkGet(ids);
  return ids.filter((_, i) => rows[i] === undefined);
}

/** Moves the text of a new chat whose tab was closed to another new chat. @returns it, if it is still there */
export function moveDraft(database: AlcoveDatabase, from: string, to: string): Promise<string> {
  const { drafts } = database;
  return database.transaction('rw', drafts, async () => {
    const { text = '' } = (await drafts.get(from)) ?? {};
    await drafts.delete(from);
    if (text !== '') await drafts.put({ conversationId: to, text, files: [] });
    return text;
  });
}

/** Texts below one another, as one draft. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n');
