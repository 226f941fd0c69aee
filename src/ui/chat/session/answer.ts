import type { Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { refreshHost } from '#ui/state/models.ts';
import { showToast } from '#ui/state/toasts.ts';
import {
  isAnswering,
  isStored,
  PLAIN_SETTINGS,
  runs,
  showConversation,
  showMessage,
  useChatStore,
} from './chat-store.ts';
import { asSeenBy, pathTo } from './message-tree.ts';

/** What writes answers: not needed before there is a question. */
export const loadWriter = () => import('./write-answer.ts');

/** Stores a message, or only shows it in a temporary chat, and makes it the leaf. */
export async function keepMessage(
  services: Services,
  message: Message,
  leafId: string,
): Promise<void> {
  const { conversation } = useChatStore.getState();
  const stored = isStored() || conversation?.id !== message.conversationId;
  showMessage(message);
  showConversation(message.conversationId, { leafId, updatedAt: Date.now() });
  if (stored) await services.conversations.saveMessage(message, leafId, Date.now());
}

/**
 * Answers the message `parentId` of the open chat, with both models where there are two.
 * @returns the first model's answer.
 */
export async function answer(services: Services, parentId: string): Promise<Message | null> {
  const { conversation } = useChatStore.getState();
  if (!conversation) return null;
  const { model, secondModel } = conversation.settings;
  const first = answerWith(services, parentId, model, 0);
  if (secondModel !== null)
    await Promise.all([first, answerWith(services, parentId, secondModel, 1)]);
  return first;
}

async function answerWith(
  services: Services,
  parentId: string,
  model: string,
  lane: 0 | 1,
): Promise<Message | null> {
  const { conversation } = useChatStore.getState();
  if (!conversation) return null;
  const message: Message = {
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    parentId,
    role: 'assistant',
    createdAt: Date.now(),
    text: '',
    state: 'running',
    model,
    lane,
  };
  begin(message);
  // The second model's answers hang beside: the leaf stays in the first lane.
  const leafId = useChatStore.getState().conversation?.leafId ?? parentId;
  await keepMessage(services, message, lane === 0 ? message.id : leafId).catch(
    endThenThrow(message.id),
  );
  return stream(services, message, parentId);
}

/** Writes on at the end of an answer. @returns whether it is whole now. */
export async function continueAnswer(services: Services, message: Message): Promise<boolean> {
  if (isAnswering(message.conversationId)) return false;
  const { error: _, finish: __, ...rest } = message;
  const again: Message = { ...rest, state: 'running' };
  begin(again);
  const leafId = useChatStore.getState().conversation?.leafId ?? message.id;
  await keepMessage(services, again, leafId).catch(endThenThrow(message.id));
  const done = await stream(services, again, message.id);
  return done.state === 'done';
}

/** Before the message is seen: it is never on the page without being known to run. */
function begin({ id, conversationId, text, reasoning = '' }: Message): void {
  runs.set(id, { controller: new AbortController(), conversationId });
  const begun = { text, reasoning, reasoningSeconds: null, reading: null };
  useChatStore.setState(({ live }) => ({ live: { ...live, [id]: begun } }));
}

function end(id: string): void {
  runs.delete(id);
  useChatStore.setState(({ live: { [id]: _, ...others } }) => ({ live: others }));
}

/** A message that could not be kept is not answered either. */
function endThenThrow(id: string): (error: unknown) => never {
  return (error) => {
    end(id);
    throw error;
  };
}

async function stream(services: Services, message: Message, leafId: string): Promise<Message> {
  const { conversation, tree } = useChatStore.getState();
  const settings = conversation?.settings ?? { ...PLAIN_SETTINGS, model: message.model ?? '' };
  const stored = isStored();
  const signal = runs.get(message.id)?.controller.signal ?? AbortSignal.abort();
  const path = asSeenBy(tree, pathTo(tree, leafId), message.lane ?? 0);
  const model = message.model ?? settings.model;
  let done: Message;
  try {
    const { writeAnswer } = await loadWriter();
    done = await writeAnswer(services, message, { settings, path, model, stored, signal });
  } catch (error) {
    // Stopped while the prompt was still being prepared.
    done = signal.aborted
      ? { ...message, state: 'stopped' }
      : { ...message, state: 'failed', error: describeError(error) };
  }
  try {
    await finish(services, done, stored);
  } finally {
    end(message.id);
  }
  return done;
}

/** An answer is stored before it is seen as finished: whoever leaves then loses nothing of it. */
async function finish(services: Services, done: Message, stored: boolean): Promise<void> {
  const isOpen = () => useChatStore.getState().conversation?.id === done.conversationId;
  if (stored) {
    const { conversation } = useChatStore.getState();
    const leaf = isOpen() ? (conversation?.leafId ?? done.id) : done.id;
    await services.conversations.saveMessage(done, leaf, Date.now());
  }
  showMessage(done);
  refreshHost(services.control).catch(() => {});
  if (done.facts && isOpen() && done.lane !== 1) {
    useChatStore.setState({ usedTokens: done.facts.promptTokens + done.facts.completionTokens });
  }
  if (document.visibilityState === 'hidden' || !isOpen()) {
    showToast({ text: done.state === 'failed' ? chatText.answerFailed : chatText.answerReady });
  }
}

export function stopAnswers(conversationId: string): void {
  for (const run of runs.values()) {
    if (run.conversationId === conversationId) run.controller.abort();
  }
}
