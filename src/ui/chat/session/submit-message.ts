import type { Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import { answer, saveMessage } from './answers.ts';
import type { ChatContext, WaitingMessage } from './chat-context.ts';
import { isUntitled } from './chat-title.ts';
import { ensureStored, refreshList } from './open-chat.ts';

const TITLE_LENGTH = 60;

/**
 * Puts a person's message under `parentId` in the open chat and has it answered. A message that cannot be
 * saved, or whose chat was left first, returns to the queue or the draft.
 * @returns whether the answer is whole, so that the next message may follow.
 */
export async function submitMessage(
  chat: ChatContext,
  parentId: string | null,
  said: WaitingMessage,
): Promise<boolean> {
  const { conversation, isTemporary } = chat.state.getState();
  if (!conversation) return false;
  const { id, text, files } = said;
  const message: Message = {
    id,
    conversationId: conversation.id,
    parentId,
    role: 'user',
    createdAt: chat.ports.clock(),
    text,
    state: 'done',
  };
  if (files.length > 0) message.files = [...files];
  try {
    await ensureStored(chat);
    if (chat.isOpen(conversation.id) && chat.state.getState().documents.length > 0) {
      const { findSources } = await import('./find-sources.ts');
      message.sources = await findSources(chat, text);
    }
    if (!chat.isOpen(conversation.id)) {
      await restoreMessage(chat, conversation.id, isTemporary, said);
      return false;
    }
    await saveMessage(chat, message, id);
  } catch (error) {
    chat.hideMessage(message);
    await restoreMessage(chat, conversation.id, isTemporary, said);
    throw error;
  }
  if (!chat.isOpen(conversation.id)) return false;
  await nameChat(chat, text);
  return answerWithTools(chat, conversation.id, id);
}

/** Into the line of the open chat, else into the draft of the one that was left. */
async function restoreMessage(
  chat: ChatContext,
  conversationId: string,
  isTemporary: boolean,
  said: WaitingMessage,
): Promise<void> {
  if (chat.isOpen(conversationId)) {
    chat.state.setState(({ waiting }) => ({ waiting: [said, ...waiting] }));
  } else if (!isTemporary) {
    const { addToDraft } = await import('#storage/drafts.ts');
    await addToDraft(await chat.ports.store.opened, {
      conversationId,
      text: said.text,
      files: [...said.files],
    });
  }
}

/** Rounds of tool calls one message may start: a small model may call for ever. */
const MAX_TOOL_ROUNDS = 10;

/**
 * Answers, and runs permitted tools, as long as the chat is open.
 * @returns whether the answer is whole.
 */
export async function answerWithTools(
  chat: ChatContext,
  conversationId: string,
  parentId: string,
  round = 0,
): Promise<boolean> {
  if (!chat.isOpen(conversationId)) return false;
  if (round > MAX_TOOL_ROUNDS) {
    chat.ports.notify({ text: chatText.tooManyRounds(MAX_TOOL_ROUNDS) });
    return false;
  }
  const done = await answer(chat, parentId);
  if (!done?.toolCalls?.length) return done?.state === 'done';
  const { answerToolCalls } = await import('./tool-calls.ts');
  const last = await answerToolCalls(chat, done);
  // Null: a person has to answer first.
  return last !== null && answerWithTools(chat, conversationId, last, round + 1);
}

async function nameChat(chat: ChatContext, text: string): Promise<void> {
  const { conversation, isTemporary } = chat.state.getState();
  if (!conversation || conversation.named || !isUntitled(conversation)) return;
  const line = text.trim().split('\n')[0] ?? '';
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
  if (title === '') return;
  chat.showConversation(conversation.id, { title });
  if (isTemporary) return;
  await chat.ports.store.conversations.update(conversation.id, { title });
  await refreshList(chat);
}
