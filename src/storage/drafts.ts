import { whenWritten } from '#base/promises.ts';
import type { Draft, DraftPart } from './chat-records.ts';
import type { AlcoveDatabase } from './database.ts';

/** A part of a draft: the chat that it is stored with, and the tab that wrote it. */
export interface DraftPlace {
  id: string;
  writer: string;
}

interface SaveOptions {
  /** The chat has no row yet; else a draft is stored only while its chat is. */
  isNew?: boolean;
  /** Parts of closed tabs that are in this one: they go in the same step. */
  taken?: readonly DraftPlace[];
}

/**
 * Saves what one tab has not sent of a chat; parts of other tabs stay. Past Dexie, whose bookkeeping for watchers
 * would cost the page more than the write.
 */
export async function saveDraft(
  database: AlcoveDatabase,
  conversationId: string,
  part: DraftPart,
  { isNew = false, taken = [] }: SaveOptions = {},
): Promise<void> {
  if (!database.isOpen()) await database.open();
  const options = { durability: 'relaxed' } as const;
  const tables = ['drafts', 'conversations'];
  const write = database.backendDB().transaction(tables, 'readwrite', options);
  const store = write.objectStore('drafts');
  const change = (id: string, gone: ReadonlySet<string>, added: DraftPart[]) => {
    const stored = store.get(id);
    stored.onsuccess = () => {
      const others = partsOf(stored.result).filter(({ writer }) => !gone.has(writer));
      const draft = toDraft(id, [...others, ...added]);
      if (draft) store.put(draft);
      else store.delete(id);
    };
  };
  const chat = write.objectStore('conversations').count(conversationId);
  chat.onsuccess = () => {
    // Deleting a chat deletes its draft.
    const mayStore = (isNew || chat.result > 0) && !isEmpty(part);
    const places = [{ id: conversationId, writer: part.writer }, ...taken];
    for (const id of new Set(places.map((place) => place.id))) {
      const here = places.filter((place) => place.id === id);
      const gone = new Set(here.map(({ writer }) => writer));
      change(id, gone, mayStore && id === conversationId ? [part] : []);
    }
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

const isEmpty = ({ text, files, refused = [] }: DraftPart) =>
  text === '' && files.length + refused.length === 0;

/** Texts below one another, as one draft. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n');
