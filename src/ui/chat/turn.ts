import type { Message } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { answer, keepMessage } from './answer.ts';
import { hideMessage, showConversation, useChatStore, type WaitingMessage } from './chat-store.ts';
import { ensureStored, refreshList } from './open-chat.ts';

const TITLE_LENGTH = 60;

/**
 * Puts a person's message under `parentId` and has it answered.
 * A message that cannot be kept goes back into the line.
 * @returns whether the answer is whole, so that the next message may follow.
 */
export async function say(
  services: Services,
  parentId: string | null,
  said: WaitingMessage,
): Promise<boolean> {
  const conversationId = useChatStore.getState().conversation?.id;
  if (conversationId === undefined) return false;
  const { id, text, files } = said;
  const message: Message = {
    id,
    conversationId,
    parentId,
    role: 'user',
    createdAt: Date.now(),
    text,
    state: 'done',
  };
  if (files.length > 0) message.files = [...files];
  try {
    await ensureStored(services);
    if (useChatStore.getState().documents.length > 0) {
      const { findSources } = await import('./find-sources.ts');
      message.sources = await findSources(services, text);
    }
    await keepMessage(services, message, id);
  } catch (error) {
    hideMessage(message);
    useChatStore.setState(({ waiting, conversation }) =>
      conversation?.id === conversationId ? { waiting: [said, ...waiting] } : {},
    );
    throw error;
  }
  await nameChat(services, text);
  return answerWhole(services, id);
}

/** Answers and runs what tools it may. @returns whether the answer is whole. */
export async function answerWhole(services: Services, parentId: string): Promise<boolean> {
  const done = await answer(services, parentId);
  if (!done?.toolCalls?.length) return done?.state === 'done';
  const { answerToolCalls } = await import('./tool-calls.ts');
  const last = await answerToolCalls(services, done);
  // Null: a person has to answer first.
  return last !== null && answerWhole(services, last);
}

async function nameChat(services: Services, text: string): Promise<void> {
  const { conversation, isTemporary } = useChatStore.getState();
  if (!conversation || conversation.named || conversation.title !== 'New chat') return;
  const line = text.trim().split('\n')[0] ?? '';
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
  if (title === '') return;
  showConversation(conversation.id, { title });
  if (isTemporary) return;
  await services.conversations.update(conversation.id, { title });
  await refreshList(services);
}
