import { expect, test } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { CHAT_SETTINGS } from '#testing/chat-settings.ts';
import { Conversations, emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import { moveDraft, newChatDrafts, readDraft, saveDraft } from './drafts.ts';

const open = () => new AlcoveDatabase(`drafts-${crypto.randomUUID()}`);

/** A draft is stored only for a chat that is. */
async function addChat(database: AlcoveDatabase, id: string): Promise<void> {
  await new Conversations(() => database).add(emptyConversation(id, CHAT_SETTINGS, 1));
}

test('an empty draft is not stored', async () => {
  const database = open();
  await addChat(database, 'a');
  await saveDraft(database, { conversationId: 'a', text: 'half', files: ['f'] });
  await saveDraft(database, { conversationId: 'a', text: '', files: ['f'] });
  expect(await readDraft(database, 'a')).toMatchObject({ text: '', files: ['f'] });
  await saveDraft(database, { conversationId: 'a', text: '', files: [] });
  expect(await database.drafts.count()).toBe(0);
});

test('the draft of a new chat stays with it when it is stored', async () => {
  const database = open();
  await saveDraft(database, { conversationId: 'a', text: 'half', files: [] }, true);
  expect(await newChatDrafts(database)).toEqual(['a']);
  await addChat(database, 'a');
  expect(await newChatDrafts(database)).toEqual([]);
  await saveDraft(database, { conversationId: 'a', text: 'half a', files: [] });
  expect(await readDraft(database, 'a')).toMatchObject({ text: 'half a' });
});

test('the draft of a new chat moves to another one, once', async () => {
  const database = open();
  await saveDraft(database, { conversationId: 'a', text: 'half', files: [] }, true);
  expect(await moveDraft(database, 'a', 'b')).toBe('half');
  expect(await moveDraft(database, 'a', 'c')).toBe('');
  expect(await database.drafts.toArray()).toEqual([
    { conversationId: 'b', text: 'half', files: [] },
  ]);
});

test('a draft goes and comes back with its chat, and travels in a backup', async () => {
  const [database, elsewhere] = [open(), open()];
  const chats = new Conversations(() => database);
  await chats.add(emptyConversation('a', CHAT_SETTINGS, 1));
  await saveDraft(database, { conversationId: 'a', text: 'half', files: [] });
  await saveDraft(elsewhere, { conversationId: 'new', text: 'stays', files: [] }, true);
  const undo = await chats.remove('a');
  expect(await readDraft(database, 'a')).toBeUndefined();
  await undo();
  await saveDraft(database, { conversationId: 'new', text: 'other', files: [] }, true);
  await importBackup(elsewhere, await exportBackup(database));
  expect(await readDraft(elsewhere, 'a')).toMatchObject({ text: 'half' });
  // Nothing is overwritten.
  expect(await readDraft(elsewhere, 'new')).toMatchObject({ text: 'stays' });
});
