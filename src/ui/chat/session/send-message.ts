import type { Message } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { continueAnswer } from './answer.ts';
import { claimArriving } from './attachments.ts';
import { showConversation, useChatStore, type WaitingMessage } from './chat-store.ts';
import { holdLine } from './line.ts';
import { newestLeaf } from './message-tree.ts';
import { answerWhole, say } from './turn.ts';

/**
 * Sends a message with the attached files in the open chat. While an answer is being written
 * or a file is being read it waits in line.
 */
export async function sendMessage(services: Services, text: string): Promise<void> {
  const { conversation, attached, waiting, held } = useChatStore.getState();
  if (!conversation) return;
  const message = newMessage(
    text,
    attached.map(({ id }) => id),
  );
  claimArriving(conversation.id, message.id);
  useChatStore.setState({ attached: [], problems: [] });
  const { id, leafId } = conversation;
  if (held[id]) useChatStore.setState({ waiting: [...waiting, message] });
  else await holdLine(services, id, () => say(services, leafId, message));
}

/** A new version of a message of the person; the old one and its answers stay as a branch. */
export async function editMessage(
  services: Services,
  { conversationId, parentId, files = [] }: Message,
  text: string,
): Promise<void> {
  await holdLine(services, conversationId, () => say(services, parentId, newMessage(text, files)));
}

/** Another answer to the same question; the first stays as a branch. */
export async function regenerate(
  services: Services,
  { conversationId, parentId }: Message,
): Promise<void> {
  if (parentId === null) return;
  await holdLine(services, conversationId, () => answerWhole(services, conversationId, parentId));
}

/** Writes on at the end of an answer that was stopped or cut off. */
export async function goOnWith(services: Services, message: Message): Promise<void> {
  await holdLine(services, message.conversationId, () => continueAnswer(services, message));
}

/** Shows another branch. */
export async function showVersion(services: Services, id: string): Promise<void> {
  const { conversation, tree, isTemporary } = useChatStore.getState();
  if (!conversation) return;
  const leafId = newestLeaf(tree, id);
  showConversation(conversation.id, { leafId });
  if (!isTemporary) await services.conversations.update(conversation.id, { leafId });
}

function newMessage(text: string, files: readonly string[]): WaitingMessage {
  return { id: crypto.randomUUID(), text, files };
}
