import type { Message, ToolCall } from '#storage/chat-records.ts';
import { saveMessage } from './answers.ts';
import type { ChatContext } from './chat-context.ts';
import { describeTooLong, MAX_RESULT, toResult } from './tool-result.ts';

/** A tool's answer as a message below the one that called, or below the tool answer before it. */
async function saveResult(
  chat: ChatContext,
  call: ToolCall,
  parent: Message,
  text: string,
): Promise<Message> {
  const message: Message = {
    id: crypto.randomUUID(),
    conversationId: parent.conversationId,
    parentId: parent.id,
    role: 'tool',
    createdAt: chat.ports.clock(),
    text,
    state: 'done',
    toolCallId: call.id,
  };
  await saveMessage(chat, message, message.id);
  return message;
}

/**
 * Runs the functions of all calls in the sandbox, when each has one.
 * @returns the id of the last result; null when a person has to answer.
 */
export async function answerToolCalls(chat: ChatContext, asked: Message): Promise<string | null> {
  const { conversation } = chat.state.getState();
  const calls = asked.toolCalls ?? [];
  const tools = conversation?.settings.tools ?? [];
  const codes = calls.map((call) => tools.find((tool) => tool.name === call.name)?.code ?? '');
  if (conversation?.id !== asked.conversationId) return null;
  if (codes.some((code) => code.trim() === '')) return null;
  const { runCode } = await import('#sandbox/run-code.ts');
  let last = asked;
  for (const [i, call] of calls.entries()) {
    const { ok, text } = await runCode({ code: codes[i] ?? '', argumentsText: call.argumentsText });
    last = await saveResult(chat, call, last, toResult(ok, text));
  }
  return last.id;
}

/** Saves a person's text as the results of all calls, in order. @returns the id of the last. */
export async function answerByHand(
  chat: ChatContext,
  asked: Message,
  texts: readonly string[],
): Promise<string> {
  const long = texts.find((text) => text.length > MAX_RESULT);
  if (long !== undefined) throw new Error(describeTooLong(long));
  let last = asked;
  for (const [i, call] of (asked.toolCalls ?? []).entries()) {
    last = await saveResult(chat, call, last, texts[i] ?? '');
  }
  return last.id;
}
