import { expect, test } from 'vitest';
import { CHAT_SETTINGS } from '#testing/chat-settings.ts';
import { exportEverything, importEverything } from './backup.ts';
import type { Message } from './chat-records.ts';
import { Conversations, emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import { importChatGpt } from './import-chatgpt.ts';
import { KeyRing } from './key-ring.ts';

const open = () => new AlcoveDatabase(`backup-${crypto.randomUUID()}`);

async function fill(database: AlcoveDatabase) {
  const chats = new Conversations(database);
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  const message: Message = {
    id: '1',
    conversationId: 'a',
    parentId: null,
    role: 'user',
    createdAt: 1,
    text: 'Grüße, 世界',
    state: 'done',
  };
  await chats.saveMessage(message, '1', 2);
  const vector = new Float32Array([0.5, -1.25]);
  const passage = {
    id: 'p',
    conversationId: 'a',
    documentId: 'd',
    start: 0,
    end: 2,
    text: 'hi',
    vector,
  };
  await database.passages.add(passage);
  const { key } = await new KeyRing(database, () => 1).create('mine');
  return key;
}

test('an export imported elsewhere gives everything back, keys working', async () => {
  const [from, to] = [open(), open()];
  const key = await fill(from);
  const file = await exportEverything(from, 5);
  expect(await importEverything(to, file)).toEqual({ added: 5, kept: 0 });
  expect(await to.messages.get('1')).toEqual(await from.messages.get('1'));
  expect((await to.passages.get('p'))?.vector).toEqual(new Float32Array([0.5, -1.25]));
  expect((await new Conversations(to).search('gruße')).size).toBe(1);
  expect(await new KeyRing(to, () => 1).verify(key)).toMatchObject({ name: 'mine' });
});

test('a second import adds nothing and overwrites nothing', async () => {
  const database = open();
  await fill(database);
  const file = await exportEverything(database, 5);
  await database.messages.update('1', { text: 'changed since' });
  expect(await importEverything(database, file)).toEqual({ added: 0, kept: 5 });
  expect(await database.messages.get('1')).toMatchObject({ text: 'changed since' });
});

test('other files are refused in words', async () => {
  const refuse = (text: string) => importEverything(open(), new Blob([text]));
  await expect(refuse('')).rejects.toThrow('empty');
  await expect(refuse('hello')).rejects.toThrow('damaged');
  await expect(refuse('{"format":"other"}')).rejects.toThrow('no Alcove export');
  await expect(refuse('{"format":"alcove-backup","version":9}')).rejects.toThrow('newer');
});

test('a ChatGPT export comes in with its branches, once', async () => {
  const database = open();
  const say = (id: string, parent: string | null, role: string, text: string) => ({
    id,
    parent,
    message: {
      author: { role },
      create_time: 10,
      content: { content_type: 'text', parts: [text] },
    },
  });
  const mapping = {
    root: { id: 'root', parent: null, message: null },
    sys: say('sys', 'root', 'system', ''),
    q: say('q', 'sys', 'user', 'Hello?'),
    a1: say('a1', 'q', 'assistant', 'First'),
    a2: say('a2', 'q', 'assistant', 'Second'),
  };
  const text = JSON.stringify([
    { id: 'x', title: 'Old', create_time: 9, mapping, current_node: 'a2' },
  ]);
  expect(await importChatGpt(database, text, 'm')).toEqual({ added: 1, kept: 0 });
  expect(await importChatGpt(database, text, 'm')).toEqual({ added: 0, kept: 1 });
  const [chat] = await database.conversations.toArray();
  expect(chat).toMatchObject({ title: 'Old', leafId: 'chatgpt-x:a2' });
  const messages = await database.messages.toArray();
  expect(messages.map((m) => [m.text, m.parentId])).toEqual([
    ['First', 'chatgpt-x:q'],
    ['Second', 'chatgpt-x:q'],
    ['Hello?', null],
  ]);
  await expect(importChatGpt(database, '[{"a":1}]', 'm')).rejects.toThrow('No chats');
});
