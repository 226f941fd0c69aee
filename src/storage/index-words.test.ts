import { expect, test } from 'vitest';
import { searchWords } from '#base/words.ts';
import { CHAT_SETTINGS } from '#testing/chat-settings.ts';
import type { Message } from './chat-records.ts';
import { Conversations, emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import { indexWords } from './index-words.ts';

/** Chats of one message each, with the words an earlier release stored: whole runs. */
async function fill(name: string, texts: readonly string[]) {
  const database = new AlcoveDatabase(`index-words-${name}`);
  const chats = new Conversations(() => database);
  for (const [i, text] of texts.entries()) {
    const conversationId = `chat-${i}`;
    await chats.add(emptyConversation(conversationId, CHAT_SETTINGS, i));
    const id = `message-${String(i).padStart(3, '0')}`;
    const base = { id, conversationId, parentId: null, role: 'user', createdAt: i, state: 'done' };
    await chats.saveMessage({ ...base, text } as Message, id, i);
    await database.words.put({ id, conversationId, words: [text.slice(0, 40)] });
  }
  return { database, chats };
}

const TEXTS = [
  '苍鹭站在河边等待鱼',
  '青鷺は川辺に立って魚を待つ',
  'นกกระสายืนอยู่ริมแม่น้ำ',
  'heron at the river',
];

test('messages of an earlier release are found by words inside unspaced scripts', async () => {
  const { database, chats } = await fill('scripts', TEXTS);
  expect([...(await chats.search('等待')).keys()]).toEqual([]);
  for await (const _ of indexWords(database, ''));
  expect([...(await chats.search('等待')).keys()]).toEqual(['chat-0']);
  expect([...(await chats.search('川辺')).keys()]).toEqual(['chat-1']);
  expect([...(await chats.search('แม่น้ำ')).keys()]).toEqual(['chat-2']);
});

test('indexing stops after a piece and resumes there; deleted messages stay deleted', async () => {
  const texts = Array.from({ length: 50 }, (_, i) => `第${i}苍鹭站在河边`);
  const { database, chats } = await fill('resumes', texts);
  const isIndexed = async (i: number) =>
    (await database.words.get(`message-${String(i).padStart(3, '0')}`))?.words.length ===
    searchWords(texts[i] ?? '').length;
  let after = '';
  for await (const id of indexWords(database, '')) {
    after = id;
    break;
  }
  const done = Number(after.slice(-3));
  expect(done).toBeLessThan(20);
  expect([await isIndexed(done), await isIndexed(done + 1), await isIndexed(49)]).toEqual([
    true,
    false,
    false,
  ]);
  await chats.remove('chat-48');
  for await (const id of indexWords(database, after)) expect(id > after).toBe(true);
  expect([await isIndexed(done + 1), await isIndexed(49)]).toEqual([true, true]);
  expect(await database.words.get('message-048')).toBeUndefined();
});

test('words that are indexed already are not written again', async () => {
  const { database } = await fill('same', TEXTS);
  for await (const _ of indexWords(database, ''));
  let writes = 0;
  database.words.hook('updating', () => void writes++);
  for await (const _ of indexWords(database, ''));
  expect(writes).toBe(0);
});
