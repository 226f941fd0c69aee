import { expect, test } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { CHAT_SETTINGS } from '#testing/plain-chat.ts';
import { Conversations, emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import { newChatDrafts, readDraft, saveDraft } from './drafts.ts';

const open = () => new AlcoveDatabase(`drafts-${crypto.randomUUID()}`);

/** A draft is stored only for a chat that is. */
async function addChat(database: AlcoveDatabase, id: string): Promise<void> {
  await new Conversations(() => database).add(emptyConversation(id, CHAT_SETTINGS, 1));
}

test('an empty draft is not stored', async () => {
  const database = open();
  await addChat(database, 'a');
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: ['f'] });
  await saveDraft(database, 'a', { writer: 'tab', text: '', files: ['f'] });
  expect(await readDraft(database, 'a')).toMatchObject([{ text: '', files: ['f'] }]);
  await saveDraft(database, 'a', { writer: 'tab', text: '', files: [] });
  expect(await database.drafts.count()).toBe(0);
});

test('the draft of a new chat stays with it when it is stored', async () => {
  const database = open();
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: [] }, { isNew: true });
  expect(await newChatDrafts(database)).toEqual(['a']);
  await addChat(database, 'a');
  expect(await newChatDrafts(database)).toEqual([]);
  await saveDraft(database, 'a', { writer: 'tab', text: 'half a', files: [] });
  expect(await readDraft(database, 'a')).toMatchObject([{ text: 'half a' }]);
});

test('the draft of a new chat moves to another one in one step', async () => {
  const database = open();
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: [] }, { isNew: true });
  const taken = [{ id: 'a', writer: 'tab' }];
  const part = { text: 'half', files: [] };
  await saveDraft(database, 'b', { writer: 'next', ...part }, { isNew: true, taken });
  expect(await database.drafts.toArray()).toEqual([
    { conversationId: 'b', ...part, parts: [{ writer: 'next', ...part }] },
  ]);
});

test('each tab has its part of the draft of a chat, and a row of an earlier version is one', async () => {
  const database = open();
  await addChat(database, 'a');
  await database.drafts.put({ conversationId: 'a', text: 'old', files: ['f'] });
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: [] });
  await saveDraft(database, 'a', { writer: 'other', text: 'another half', files: ['g'] });
  await saveDraft(database, 'a', { writer: 'tab', text: 'whole', files: [] });
  const texts = async () => (await readDraft(database, 'a')).map(({ text }) => text);
  expect(await texts()).toEqual(['old', 'another half', 'whole']);
  expect(await database.drafts.get('a')).toMatchObject({
    text: 'old\n\nanother half\n\nwhole',
    files: ['f', 'g'],
  });
  const taken = [{ id: 'a', writer: 'a' }];
  await saveDraft(database, 'a', { writer: 'tab', text: 'old\n\nwhole', files: ['f'] }, { taken });
  await saveDraft(database, 'a', { writer: 'other', text: '', files: [] });
  expect(await readDraft(database, 'a')).toEqual([
    { writer: 'tab', text: 'old\n\nwhole', files: ['f'] },
  ]);
  const row = { conversationId: 'b', text: 'stays', files: [], parts: [null, 3] };
  await database.drafts.put(row as never);
  expect(await readDraft(database, 'b')).toMatchObject([{ writer: 'b', text: 'stays' }]);
});

test('a draft goes and comes back with its chat, and travels in a backup', async () => {
  const [database, elsewhere] = [open(), open()];
  const chats = new Conversations(() => database);
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  await saveDraft(database, 'a', { writer: 'tab', text: 'half', files: [] });
  await saveDraft(elsewhere, 'new', { writer: 'tab', text: 'stays', files: [] }, { isNew: true });
  const undo = await chats.remove('a');
  expect(await readDraft(database, 'a')).toEqual([]);
  await undo();
  await saveDraft(database, 'new', { writer: 'tab', text: 'other', files: [] }, { isNew: true });
  await importBackup(elsewhere, await exportBackup(database));
  expect(await readDraft(elsewhere, 'a')).toMatchObject([{ text: 'half' }]);
  // Nothing is overwritten.
  expect(await readDraft(elsewhere, 'new')).toMatchObject([{ text: 'stays' }]);
});
