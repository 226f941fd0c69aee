import type { Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { answer, keepMessage } from './answer.ts';
import { hideMessage, showConversation, useChatStore, type WaitingMessage } from './chat-store.ts';
import { isUntitled } from './chat-title.ts';
import { ensureStored, refreshList } from './open-chat.ts';

const TITLE_LENGTH = 60;

/**
 * Puts a person's message under `parentId` in the open chat and has it answered. A message that cannot be
 * kept, or whose chat was left before it was, is no message: it goes back to where it came from.
 * @returns whether the answer is whole, so that the next message may follow.
 */
export async function say(
  services: Services,
  parentId: string | null,
  said: WaitingMessage,
): Promise<boolean> {
  const { conversation, isTemporary } = useChatStore.getState();
  if (!conversation) return false;
  const { id, text, files } = said;
  const message: Message = {
    id,
    conversationId: conversation.id,
    parentId,
    role: 'user',
    createdAt: Date.now(),
    text,
    state: 'done',
  };
  if (files.length > 0) message.files = [...files];
  try {
    await ensureStored(services);
    if (isOpen(conversation.id) && useChatStore.getState().documents.length > 0) {
      const { findSources } = await import('./find-sources.ts');
      message.sources = await findSources(services, text);
    }
    if (!isOpen(conversation.id)) {
      await giveBack(services, conversation.id, isTemporary, said);
      return false;
    }
    await keepMessage(services, message, id);
  } catch (error) {
    hideMessage(message);
    await giveBack(services, conversation.id, isTemporary, said);
    throw error;
  }
  if (!isOpen(conversation.id)) return false;
  await nameChat(services, text);
  return answerWhole(services, conversation.id, id);
}

/** Into the line of the open chat, else into the draft of the one that was left. */
async function giveBack(
  { storage }: Services,
  conversationId: string,
  isTemporary: boolean,
  said: WaitingMessage,
): Promise<void> {
  if (isOpen(conversationId)) {
    useChatStore.setState(({ waiting }) => ({ waiting: [said, ...waiting] }));
  } else if (!isTemporary) {
    const { addToDraft } = await import('#storage/drafts.ts');
    await addToDraft(await storage, { conversationId, text: said.text, files: [...said.files] });
  }
}

/** Rounds of tool calls one message may start: a small model may call for ever. */
const MAX_TOOL_ROUNDS = 10;

/**
 * Answers and runs what tools it may, as long as the chat is open.
 * @returns whether the answer is whole.
 */
export async function answerWhole(
  services: Services,
  conversationId: string,
  parentId: string,
  round = 0,
): Promise<boolean> {
  if (!isOpen(conversationId)) return false;
  if (round > MAX_TOOL_ROUNDS) {
    showToast({ text: chatText.tooManyRounds(MAX_TOOL_ROUNDS) });
    return false;
  }
  const done = await answer(services, parentId);
  if (!done?.toolCalls?.length) return done?.state === 'done';
  const { answerToolCalls } = await import('./tool-calls.ts');
  const last = await answerToolCalls(services, done);
  // Null: a person has to answer first.
  return last !== null && answerWhole(services, conversationId, last, round + 1);
}

const isOpen = (conversationId: string) =>
  useChatStore.getState().conversation?.id === conversationId;

async function nameChat(services: Services, text: string): Promise<void> {
  const { conversation, isTemporary } = useChatStore.getState();
  if (!conversation || conversation.named || !isUntitled(conversation)) return;
  const line = text.trim().split('\n')[0] ?? '';
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
  if (title === '') return;
  showConversation(conversation.id, { title });
  if (isTemporary) return;
  await services.conversations.update(conversation.id, { title });
  await refreshList(services);
}
