import type { Draft, DraftPart } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';
import { whenWritten } from './when-written.ts';

/**
 * Saves what one tab has not sent of a chat; parts of other tabs stay as they are. `isNew`: the chat has no row yet;
 * else a draft is stored only while its chat is. Past Dexie, whose bookkeeping for watchers would cost the page more
 * than the write.
 */
export async function saveDraft(
  database: AlcoveDatabase,
  conversationId: string,
  part: DraftPart,
  isNew = false,
): Promise<void> {
  if (!database.isOpen()) await database.open();
  const options = { durability: 'relaxed' } as const;
  const tables = ['drafts', 'conversations'];
  const write = database.backendDB().transaction(tables, 'readwrite', options);
  const store = write.objectStore('drafts');
  const chat = write.objectStore('conversations').count(conversationId);
  const stored = store.get(conversationId);
  stored.onsuccess = () => {
    const others = partsOf(stored.result).filter(({ writer }) => writer !== part.writer);
    const draft = toDraft(conversationId, isEmpty(part) ? others : [...others, part]);
    if (!draft) store.delete(conversationId);
    // Deleting a chat deletes its draft.
    else if (isNew || chat.result > 0) store.put(draft);
  };
  await whenWritten(write);
}

/** The parts of a chat's draft, the oldest first. */
export async function readDraft(
  { drafts }: AlcoveDatabase,
  conversationId: string,
): Promise<DraftPart[]> {
  return partsOf(await drafts.get(conversationId));
}

/** Ids of chats without a row that have a draft: new chats, here, in another tab, or of a tab that was closed. */
export async function newChatDrafts({ drafts, conversations }: AlcoveDatabase): Promise<string[]> {
  const ids = (await drafts.toCollection().primaryKeys()) as string[];
  const rows = await conversations.bulkGet(ids);
  return ids.filter((_, i) => rows[i] === undefined);
}

/**
 * Makes the part that a closed tab left in a chat's draft one of `writer`, for the chat `to`. Words of another chat come
 * into one that has no row only, and without files. @returns it, if it is still there
 */
export function takeDraft(
  database: AlcoveDatabase,
  from: { id: string; writer: string },
  to: { id: string; writer: string },
): Promise<DraftPart | null> {
  const { drafts, conversations } = database;
  return database.transaction('rw', drafts, conversations, async () => {
    if (from.id !== to.id && (await conversations.get(to.id))) return null;
    const parts = partsOf(await drafts.get(from.id));
    const found = parts.find(({ writer }) => writer === from.writer);
    if (!found) return null;
    const taken = { ...found, writer: to.writer, files: from.id === to.id ? found.files : [] };
    const put = async (id: string, rest: DraftPart[]) => {
      const draft = toDraft(id, rest);
      await (draft ? drafts.put(draft) : drafts.delete(id));
    };
    await put(
      from.id,
      parts.filter((part) => part !== found),
    );
    if (isEmpty(taken)) return null;
    const own = partsOf(await drafts.get(to.id));
    const before = own.filter(({ writer }) => writer === to.writer);
    const others = own.filter(({ writer }) => writer !== to.writer);
    await put(to.id, [...others, { ...join([...before, taken]), writer: to.writer }]);
    return taken;
  });
}

/**
 * Rows of earlier versions are one part, whose writer was known by the chat's id; so is what an unreadable list of
 * parts leaves.
 */
function partsOf(draft: Draft | undefined): DraftPart[] {
  if (!draft) return [];
  const { conversationId, text, files, parts } = draft;
  const sound = Array.isArray(parts) ? parts.filter(isPart) : [];
  return sound.length > 0 ? sound : [{ writer: conversationId, text, files }];
}

/** Rows that are read past Dexie are not parsed. */
const isPart = (part: Partial<DraftPart> | null) =>
  typeof part?.writer === 'string' && typeof part.text === 'string' && Array.isArray(part.files);

function toDraft(conversationId: string, parts: DraftPart[]): Draft | null {
  return parts.length === 0 ? null : { conversationId, ...join(parts), parts };
}

const join = (parts: readonly DraftPart[]) => ({
  text: joinTexts(parts.map(({ text }) => text)),
  files: parts.flatMap(({ files }) => files),
});

const isEmpty = ({ text, files }: DraftPart) => text === '' && files.length === 0;

/** Texts below one another, as one draft. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n');
