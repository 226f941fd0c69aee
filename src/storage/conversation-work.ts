import type { AlcoveDatabase } from './database.ts';
import { searchWords } from './search-words.ts';
import { tablesOf } from './tables.ts';

/** Tables of what hangs on a conversation. */
const CONTENT_TABLES = tablesOf('chats').filter((name) => name !== 'conversations');

/** Removes a conversation with all that hangs on it. @returns how to undo it. */
export async function removeConversation(
  db: AlcoveDatabase,
  id: string,
): Promise<() => Promise<void>> {
  const content = CONTENT_TABLES.map((name) => db.table(name));
  const tables = [db.conversations, ...content];
  const removed = await db.transaction('rw', tables, async () => {
    const conversation = await db.conversations.get(id);
    const found = content.map((table) => table.where('conversationId').equals(id));
    const rows = await Promise.all(found.map((some) => some.toArray()));
    await Promise.all(found.map((some) => some.delete()));
    await db.conversations.delete(id);
    return { conversation, rows };
  });
  return async () => {
    const { conversation, rows } = removed;
    if (!conversation) return;
    await db.transaction('rw', tables, async () => {
      await db.conversations.put(conversation);
      for (const [i, table] of content.entries()) await table.bulkPut(rows[i] ?? []);
    });
  };
}

/** Ids of conversations in which every word of the query begins a word of one message or of the title. */
export async function searchConversations(db: AlcoveDatabase, query: string): Promise<Set<string>> {
  const wanted = searchWords(query);
  if (wanted.length === 0) return new Set();
  const [byMessage, titled] = await Promise.all([
    messagesWith(db, wanted),
    db.conversations.filter((row) => hasAll(searchWords(row.title), wanted)).primaryKeys(),
  ]);
  return new Set([...byMessage, ...titled]);
}

async function messagesWith(db: AlcoveDatabase, wanted: string[]): Promise<string[]> {
  // The longest word is the rarest: only its messages are read.
  const [rarest = '', ...others] = [...wanted].sort((a, b) => b.length - a.length);
  const rows = await db.words.where('words').startsWith(rarest).distinct().toArray();
  return rows.filter((row) => hasAll(row.words, others)).map((row) => row.conversationId);
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
