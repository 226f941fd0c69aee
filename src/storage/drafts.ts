import type { Draft } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { whenWritten } from './when-written.ts';

/** The draft of the chat that has no row yet. */
export const NEW_CHAT = 'new';

/**
 * Saves the draft of a chat; an empty draft is deleted.
 * When the new chat got its row meanwhile, its draft moves to that row.
 * Past Dexie, whose bookkeeping for watchers would cost the page more than the write.
 */
export async function saveDraft(
  database: AlcoveDatabase,
  draft: Draft,
  wasNew: boolean,
): Promise<void> {
  const { conversationId, text, files } = draft;
  if (!database.isOpen()) await database.open();
  const options = { durability: 'relaxed' } as const;
  const tables = ['drafts', 'conversations'];
  const write = database.backendDB().transaction(tables, 'readwrite', options);
  const store = write.objectStore('drafts');
  if (wasNew && conversationId !== NEW_CHAT) store.delete(NEW_CHAT);
  if (text === '' && files.length === 0) store.delete(conversationId);
  else if (conversationId === NEW_CHAT) store.put(draft);
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

/** Prepends the text of a recalled message to the draft of its chat. */
export async function addToDraft(database: AlcoveDatabase, added: Draft): Promise<void> {
  const { drafts, conversations } = database;
  await database.transaction('rw', drafts, conversations, async () => {
    const isGone =
      added.conversationId !== NEW_CHAT && !(await conversations.get(added.conversationId));
    if (isGone) return;
    const before = await drafts.get(added.conversationId);
    const text = joinTexts([added.text, before?.text ?? '']);
    const files = [...added.files, ...(before?.files ?? [])];
    await drafts.put({ conversationId: added.conversationId, text, files });
  });
}

/** Texts below one another, as one draft. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n');
