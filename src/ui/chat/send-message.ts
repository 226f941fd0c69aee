import type { Message } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { answer, keepMessage } from './answer.ts';
import { isAnswering, showConversation, useChatStore } from './chat-store.ts';
import { findSources } from './find-sources.ts';
import { newestLeaf } from './message-tree.ts';
import { ensureStored, refreshList } from './open-chat.ts';
import { answerToolCalls } from './tool-calls.ts';

const TITLE_LENGTH = 60;

interface Draft {
  text: string;
  /** Ids of attached files. */
  files: string[];
}

/** Sends a message in the open chat; while an answer is being written it waits in line. */
export async function sendMessage(services: Services, draft: Draft): Promise<void> {
  const { conversation, waiting } = useChatStore.getState();
  if (!conversation) return;
  if (isAnswering(conversation.id)) {
    useChatStore.setState({ waiting: [...waiting, { id: crypto.randomUUID(), ...draft }] });
    return;
  }
  await say(services, conversation.leafId, draft);
}

/** A new version of a message of the person; the old one and its answers stay as a branch. */
export async function editMessage(
  services: Services,
  message: Message,
  text: string,
): Promise<void> {
  await say(services, message.parentId, { text, files: message.files ?? [] });
}

/** Another answer to the same question; the first stays as a branch. */
export async function regenerate(services: Services, message: Message): Promise<void> {
  if (message.parentId === null) return;
  await answerAndGoOn(services, message.parentId);
}

/** Shows another branch. */
export async function showVersion(services: Services, id: string): Promise<void> {
  const { conversation, tree, isTemporary } = useChatStore.getState();
  if (!conversation) return;
  const leafId = newestLeaf(tree, id);
  showConversation(conversation.id, { leafId });
  if (!isTemporary) await services.conversations.update(conversation.id, { leafId });
}

export function takeBack(id: string): void {
  useChatStore.setState(({ waiting }) => ({ waiting: waiting.filter((w) => w.id !== id) }));
}

async function say(services: Services, parentId: string | null, draft: Draft): Promise<void> {
  await ensureStored(services);
  const { conversation, documents } = useChatStore.getState();
  if (!conversation) return;
  const message: Message = {
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    parentId,
    role: 'user',
    createdAt: Date.now(),
    text: draft.text,
    state: 'done',
  };
  if (draft.files.length > 0) message.files = draft.files;
  if (documents.length > 0) message.sources = await findSources(services, draft.text);
  await keepMessage(services, message, message.id);
  await nameChat(services, draft.text);
  await answerAndGoOn(services, message.id);
}

/** Answers, runs what tools it may, then takes the next message in line. */
export async function answerAndGoOn(services: Services, parentId: string): Promise<void> {
  const done = await answer(services, parentId);
  if (done?.toolCalls?.length) {
    const last = await answerToolCalls(services, done);
    if (last !== null) return answerAndGoOn(services, last);
    return;
  }
  const { waiting, conversation } = useChatStore.getState();
  const [next, ...others] = waiting;
  // A stopped answer stops the line too: the person looks first.
  if (!next || !done || done.state !== 'done' || conversation?.id !== done.conversationId) return;
  useChatStore.setState({ waiting: others });
  await say(services, conversation.leafId, next);
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
