import type { Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { noteSpeed } from '#ui/state/measured-speed.ts';
import { refreshHost } from '#ui/state/models.ts';
import { type ChatContext, PLAIN_SETTINGS } from './chat-context.ts';
import { asSeenBy, pathTo } from './message-tree.ts';

/** What writes answers: not needed before there is a question. */
export const loadWriter = () => import('./write-answer.ts');

/** Stores a message, or only shows it in a temporary chat, and makes it the leaf. */
export async function saveMessage(
  chat: ChatContext,
  message: Message,
  leafId: string,
): Promise<void> {
  const { conversation } = chat.state.getState();
  const stored = chat.isStored() || conversation?.id !== message.conversationId;
  chat.showMessage(message);
  chat.showConversation(message.conversationId, { leafId, updatedAt: chat.ports.clock() });
  if (stored) await chat.ports.store.conversations.saveMessage(message, leafId, chat.ports.clock());
}

/**
 * Answers the message `parentId` of the open chat, with both models where there are two.
 * @returns the first model's answer.
 */
export async function answer(chat: ChatContext, parentId: string): Promise<Message | null> {
  const { conversation } = chat.state.getState();
  if (!conversation) return null;
  const { model, secondModel } = conversation.settings;
  const first = answerWith(chat, parentId, model, 0);
  if (secondModel !== null) await Promise.all([first, answerWith(chat, parentId, secondModel, 1)]);
  return first;
}

async function answerWith(
  chat: ChatContext,
  parentId: string,
  model: string,
  modelIndex: 0 | 1,
): Promise<Message | null> {
  const { conversation } = chat.state.getState();
  if (!conversation) return null;
  const message: Message = {
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    parentId,
    role: 'assistant',
    createdAt: chat.ports.clock(),
    text: '',
    state: 'running',
    model,
    modelIndex,
  };
  begin(chat, message);
  // The second model's answers are siblings: the leaf stays with the first model.
  const leafId = chat.state.getState().conversation?.leafId ?? parentId;
  await saveMessage(chat, message, modelIndex === 0 ? message.id : leafId).catch(
    endThenThrow(chat, message.id),
  );
  return stream(chat, message, parentId);
}

/** Writes on at the end of an answer. @returns whether it is whole now. */
export async function continueAnswer(chat: ChatContext, message: Message): Promise<boolean> {
  if (chat.isAnswering(message.conversationId)) return false;
  const { error: _, finish: __, ...rest } = message;
  const again: Message = { ...rest, state: 'running' };
  begin(chat, again);
  const leafId = chat.state.getState().conversation?.leafId ?? message.id;
  await saveMessage(chat, again, leafId).catch(endThenThrow(chat, message.id));
  const done = await stream(chat, again, message.id);
  return done.state === 'done';
}

/** Runs before the message is shown, so that a shown message is always known to be running. */
function begin(chat: ChatContext, { id, conversationId, text, reasoning = '' }: Message): void {
  chat.runs.set(id, { controller: new AbortController(), conversationId });
  const begun = { text, reasoning, reasoningSeconds: null, reading: null };
  chat.state.setState(({ live }) => ({ live: { ...live, [id]: begun } }));
}

function end(chat: ChatContext, id: string): void {
  chat.runs.delete(id);
  chat.state.setState(({ live: { [id]: _, ...others } }) => ({ live: others }));
}

/** A message that could not be saved is not answered either. */
function endThenThrow(chat: ChatContext, id: string): (error: unknown) => never {
  return (error) => {
    end(chat, id);
    throw error;
  };
}

async function stream(chat: ChatContext, message: Message, leafId: string): Promise<Message> {
  const { conversation, tree } = chat.state.getState();
  const settings = conversation?.settings ?? { ...PLAIN_SETTINGS, model: message.model ?? '' };
  const stored = chat.isStored();
  const signal = chat.runs.get(message.id)?.controller.signal ?? AbortSignal.abort();
  const path = asSeenBy(tree, pathTo(tree, leafId), message.modelIndex ?? 0);
  const model = message.model ?? settings.model;
  let done: Message;
  try {
    const { writeAnswer } = await loadWriter();
    done = await writeAnswer(chat, message, { settings, path, model, stored, signal });
  } catch (error) {
    // Stopped while the prompt was still being prepared.
    done = signal.aborted
      ? { ...message, state: 'stopped' }
      : { ...message, state: 'failed', error: describeError(error) };
  }
  try {
    await finish(chat, done, stored);
  } finally {
    end(chat, message.id);
  }
  return done;
}

/** Stores an answer, and those before it that could not be: one that still cannot does not hold back the others. */
async function storeAnswer(chat: ChatContext, done: Message, leafId: string): Promise<void> {
  const { unsaved, ports } = chat;
  unsaved.set(done.id, { message: done, leafId });
  const failures = new Map<string, unknown>();
  for (const [id, { message, leafId: leaf }] of unsaved) {
    await ports.store.conversations.saveMessage(message, leaf, ports.clock()).then(
      () => unsaved.delete(id),
      (error: unknown) => failures.set(id, error),
    );
  }
  // Failures of earlier answers were reported with them.
  if (failures.has(done.id)) throw failures.get(done.id);
}

/** An answer is stored before it is seen as finished: leaving the page then loses nothing of it. */
async function finish(chat: ChatContext, done: Message, stored: boolean): Promise<void> {
  if (stored) {
    const { conversation } = chat.state.getState();
    const leaf = chat.isOpen(done.conversationId) ? (conversation?.leafId ?? done.id) : done.id;
    const saved = storeAnswer(chat, done, leaf);
    chat.report(chatText.answerNotSaved, saved);
    // Whatever becomes of it in the store, it is shown.
    await saved.catch(() => {});
  }
  chat.showMessage(done);
  refreshHost(chat.ports.control).catch(() => {});
  if (done.facts && done.model) {
    noteSpeed(done.model, done.facts.tokensPerSecond, done.facts.completionTokens);
  }
  if (done.facts && chat.isOpen(done.conversationId) && done.modelIndex !== 1) {
    chat.state.setState({ usedTokens: done.facts.promptTokens + done.facts.completionTokens });
  }
  if (!chat.ports.isVisible() || !chat.isOpen(done.conversationId)) {
    chat.ports.notify({
      text: done.state === 'failed' ? chatText.answerFailed : chatText.answerReady,
    });
  }
}
