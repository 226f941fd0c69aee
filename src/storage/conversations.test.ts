import { expect, test } from 'vitest';
import { CHAT_SETTINGS } from '#testing/plain-chat.ts';
import type { Message } from './chat-records.ts';
import { Conversations, emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';

function open() {
  const database = new AlcoveDatabase(`chats-${crypto.randomUUID()}`);
  return { database, chats: new Conversations(() => database) };
}

function message(id: string, conversationId: string, text: string): Message {
  return {
    id,
    conversationId,
    parentId: null,
    role: 'user',
    createdAt: 1,
    text,
    state: 'done',
  };
}

test('pinned conversations come first, then the latest', async () => {
  const { chats } = open();
  for (const [i, id] of ['a', 'b', 'c'].entries())
    await chats.add(emptyConversation(id, CHAT_SETTINGS, i));
  await chats.update('a', { pinned: true });
  expect((await chats.list()).map((c) => c.id)).toEqual(['a', 'c', 'b']);
});

test('a conversation that is added twice concurrently is stored once, unchanged', async () => {
  const { chats } = open();
  const conversation = emptyConversation('a', CHAT_SETTINGS, 1);
  await Promise.all([chats.add(conversation), chats.add(conversation)]);
  await chats.update('a', { title: 'Birds' });
  await chats.add(conversation);
  expect((await chats.list()).map((c) => c.title)).toEqual(['Birds']);
});

test('search finds beginnings of words, without case and accents, in messages and titles', async () => {
  const { chats } = open();
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  await chats.add(emptyConversation('b', CHAT_SETTINGS, 2));
  await chats.saveMessage(message('1', 'a', 'Der Zug fährt nach Köln'), '1', 3);
  await chats.saveMessage(message('2', 'b', 'koala bears'), '2', 4);
  await chats.update('b', { title: 'Zoo visit' });
  expect([...(await chats.search('kol fahr')).keys()]).toEqual(['a']);
  expect([...(await chats.search('KO')).keys()].sort()).toEqual(['a', 'b']);
  expect([...(await chats.search('zoo')).keys()]).toEqual(['b']);
  expect((await chats.search('zug koala')).size).toBe(0);
  expect((await chats.search('  ')).size).toBe(0);
});

test('a removed conversation is gone with its rows, and undo brings all of them back', async () => {
  const { database, chats } = open();
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  await chats.saveMessage(message('1', 'a', 'hello there'), '1', 2);
  const undo = await chats.remove('a');
  expect(await database.messages.count()).toBe(0);
  expect((await chats.search('hello')).size).toBe(0);
  await undo();
  expect(await chats.get('a')).toMatchObject({ leafId: '1' });
  expect(await chats.messages('a')).toHaveLength(1);
  expect((await chats.search('hello')).size).toBe(1);
});

test('an answer whose page went away is stored as stopped; a living one is left alone', async () => {
  const { chats, database } = open();
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  for (const id of ['dead', 'alive']) {
    await chats.saveMessage({ ...message(id, 'a', ''), state: 'running' }, id, 2);
    await chats.saveProgress(id, { text: `${id} words` });
  }
  await chats.settleInterrupted((id) => id === 'alive');
  expect(await database.messages.get('dead')).toMatchObject({
    state: 'stopped',
    text: 'dead words',
  });
  expect(await database.messages.get('alive')).toMatchObject({ state: 'running' });
  expect((await chats.search('dead')).size).toBe(1);
});

test('five thousand messages come back whole', async () => {
  const { chats, database } = open();
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  const rows = Array.from({ length: 5_000 }, (_, i) => message(`m${i}`, 'a', `text ${i}`));
  await database.messages.bulkAdd(rows);
  expect((await chats.messages('a')).length).toBe(5_000);
});
