import type { Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import type { ChatCore } from './chat-core.ts';
import type { WaitingMessage } from './conversation-state.ts';

const TITLE_LENGTH = 60;
/** Rounds of tool calls one message may start: a small model may call for ever. */
const MAX_TOOL_ROUNDS = 10;

/** What writes answers: not needed before there is a question. */
export const loadWriter = () => import('./answer-run.ts');

/** Stores a person's message under `parentId`, with what its answer is written from. @throws where it cannot be stored */
export async function storeMessage(
  chat: ChatCore,
  parentId: string | null,
  { id, text, files }: WaitingMessage,
  signal: AbortSignal,
): Promise<void> {
  const message: Message = {
    id,
    conversationId: chat.id,
    parentId,
    role: 'user',
    createdAt: chat.ports.clock(),
    text,
    state: 'done',
  };
  if (files.length > 0) message.files = [...files];
  await chat.ensureRow();
  if (chat.row.project || chat.state.getState().documents.length > 0) {
    const { prepareQuestion } = await import('./prepare-question.ts');
    Object.assign(message, await prepareQuestion(chat, message, signal));
  }
  signal.throwIfAborted();
  await chat.saveMessage(message, id);
}

/** Answers, and runs permitted tools, until `signal` stops it. @returns whether the answer is whole */
export async function answerWithTools(
  chat: ChatCore,
  parentId: string,
  signal: AbortSignal,
  round = 0,
): Promise<boolean> {
  chat.signal.throwIfAborted();
  if (round > MAX_TOOL_ROUNDS) {
    chat.ports.notify({ text: chatText.tooManyRounds(MAX_TOOL_ROUNDS) });
    return false;
  }
  const { answer } = await loadWriter();
  const done = await answer(chat, parentId, signal);
  // A call that was stopped or broke off is not whole: nothing of it is run.
  if (done.state !== 'done' || signal.aborted) return false;
  if (!done.toolCalls?.length) return true;
  const { answerToolCalls } = await import('./tool-calls.ts');
  const last = await answerToolCalls(chat, done, signal);
  // Null: a person has to answer first.
  return last !== null && answerWithTools(chat, last, signal, round + 1);
}

/** The first message names a chat. */
export async function nameChat(chat: ChatCore, text: string): Promise<void> {
  if (chat.row.named || chat.row.title !== '') return;
  const line = text.trim().split('\n')[0] ?? '';
  const title = line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
  if (title === '') return;
  chat.showRow({ title });
  await chat.change(() => chat.rows.change({ title }));
  await chat.events.onListed();
}
