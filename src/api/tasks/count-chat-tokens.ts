import type { LargeBodies } from '#api/call/large-bodies.ts';
import type { Message } from '#contract/messages.ts';
import type { Slot } from '#engine/slot.ts';
import { toTurns } from './chat-task.ts';
import { plainTask } from './plain-task.ts';

/** Counts the tokens of messages in a loaded model's template. @throws ApiError, EngineError */
export async function countChatTokens(
  slot: Slot,
  messages: readonly object[],
  largeBodies: LargeBodies,
): Promise<number> {
  const { signal } = new AbortController();
  const turns = await toTurns(messages as Message[], slot.card, { largeBodies, signal });
  const [count] = await slot.countTokens(plainTask(turns, 0));
  return count ?? 0;
}
