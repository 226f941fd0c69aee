import { queryWords, searchWords } from '#base/words.ts';
import type { AlcoveDatabase } from './database.ts';
import { type Excerpt, findExcerpt } from './find-excerpt.ts';
import { type RowPlaces, removeRows } from './remove-rows.ts';
import { tablesOf } from './tables.ts';

/** Cleared with the chats, and part of none. */
const OF_NO_CHAT: ReadonlySet<string> = new Set(['projects', 'vectorStores', 'vectorStoreFiles']);

/** A conversation and all that belongs to it. */
const PLACES: RowPlaces = tablesOf('chats')
  .filter((name) => !OF_NO_CHAT.has(name))
  .map((name) => (name === 'conversations' ? [name, 'id'] : [name, 'conversationId']));

/** Removes a conversation with its messages, files and documents. @returns a function that undoes it. */
export const removeConversation = (
  database: AlcoveDatabase,
  id: string,
): Promise<() => Promise<void>> => removeRows(database, PLACES, id);

/** A message that a search found. */
export interface SearchHit extends Excerpt {
  messageId: string;
}

/** Conversations whose messages are read for the words around the hit. */
const MAX_EXCERPTS = 100;

/**
 * Conversations in which every word of the query begins a word of one message or of the title, with the place in
 * the message; null where there is only the title.
 */
export async function searchConversations(
  db: AlcoveDatabase,
  query: string,
): Promise<Map<string, SearchHit | null>> {
  const wanted = queryWords(query);
  if (wanted.length === 0) return new Map();
  const [byMessage, titled] = await Promise.all([
    messagesWith(db, wanted),
    db.conversations.filter((row) => hasAll(searchWords(row.title), wanted)).primaryKeys(),
  ]);
  const found = new Map<string, SearchHit | null>(titled.map((id) => [id, null]));
  for (const id of byMessage.keys()) found.set(id, null);
  const ids = [...byMessage.values()].slice(0, MAX_EXCERPTS);
  for (const message of await db.messages.bulkGet(ids)) {
    const excerpt = message && findExcerpt(message.text, wanted);
    if (excerpt) found.set(message.conversationId, { messageId: message.id, ...excerpt });
  }
  return found;
}

/** One message of each conversation that has all the words. */
async function messagesWith(db: AlcoveDatabase, wanted: string[]): Promise<Map<string, string>> {
  // The longest word is the rarest: only its messages are read.
  const [rarest = '', ...others] = [...wanted].sort((a, b) => b.length - a.length);
  const rows = await db.words.where('words').startsWith(rarest).distinct().toArray();
  const all = rows.filter((row) => hasAll(row.words, others));
  return new Map(all.map(({ id, conversationId }) => [conversationId, id]));
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}

/** Marks answers as stopped that were being written when their page went away. */
export async function settleInterrupted(
  db: AlcoveDatabase,
  isAlive: (id: string) => boolean,
): Promise<void> {
  const running = await db.messages.where('state').equals('running').toArray();
  for (const { id, conversationId, text } of running.filter((row) => !isAlive(row.id))) {
    await db.messages.update(id, { state: 'stopped' });
    await db.words.put({ id, conversationId, words: searchWords(text) });
  }
}
