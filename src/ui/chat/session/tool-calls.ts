import type { Message, ToolCall } from '#storage/chat-records.ts';
import { formatCount } from '#ui/kit/format.ts';
import { chatToolsText } from '#ui/messages/chat-thread.ts';
import type { ChatCore } from './chat-core.ts';

/** A tool's answer as a message below the one that called, or below the tool answer before it. */
async function saveResult(
  chat: ChatCore,
  call: Pick<ToolCall, 'id'>,
  parent: Message,
  text: string,
): Promise<Message> {
  const message: Message = {
    id: crypto.randomUUID(),
    conversationId: chat.id,
    parentId: parent.id,
    role: 'tool',
    createdAt: chat.ports.clock(),
    text,
    state: 'done',
    toolCallId: call.id,
  };
  await chat.saveMessage(message, message.id);
  return message;
}

/**
 * Runs the functions of all calls in the sandbox, when each has one. Stop ends them like an answer.
 * @returns the id of the last result; null when a person has to answer.
 */
export async function answerToolCalls(
  chat: ChatCore,
  asked: Message,
  signal: AbortSignal,
): Promise<string | null> {
  const calls = asked.toolCalls ?? [];
  const { tools } = chat.row.settings;
  const codes = calls.map((call) => tools.find((tool) => tool.name === call.name)?.code ?? '');
  if (codes.some((code) => code.trim() === '')) return null;
  const { runCode } = await import('#sandbox/run-code.ts');
  chat.beginAnswer(asked);
  try {
    let last = asked;
    for (const [i, { argumentsText, ...call }] of calls.entries()) {
      const { ok, text } = await runCode({ code: codes[i] ?? '', argumentsText }, signal);
      signal.throwIfAborted();
      last = await saveResult(chat, call, last, toResult(ok, text));
    }
    return last.id;
  } finally {
    chat.endAnswer(asked.id);
  }
}

/** Saves a person's text as the results of all calls, in order. @returns the id of the last. */
export async function answerByHand(
  chat: ChatCore,
  asked: Message,
  texts: readonly string[],
): Promise<string> {
  const long = texts.find((text) => text.length > MAX_RESULT);
  if (long !== undefined) {
    throw new Error(chatToolsText.tooLong(formatCount(long.length), formatCount(MAX_RESULT)));
  }
  let last = asked;
  for (const [i, call] of (asked.toolCalls ?? []).entries()) {
    last = await saveResult(chat, call, last, texts[i] ?? '');
  }
  return last.id;
}

/** Characters of one result that are stored and sent: more than any model here can read. */
const MAX_RESULT = 200_000;

/** The text that is sent to the model, in English like all of its prompt. */
export function toResult(ok: boolean, text: string): string {
  if (text.length > MAX_RESULT)
    return `Error: the result has ${text.length} characters, more than ${MAX_RESULT}.`;
  return ok ? text : `Error: ${text}`;
}
