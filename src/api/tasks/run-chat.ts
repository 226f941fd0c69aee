import type { Call } from '#api/call/call.ts';
import type { Slot, Timings, Turn } from '#engine/slot.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { discardIfBroken } from './admit.ts';
import { noTokens, noteUsage, type TokenCounts } from './usage-fields.ts';

export interface PreparedChat {
  task: ChatTask;
  admission: { slot: Slot; turn: Turn };
}

/** Runs an admitted chat, passes on each event, and notes its figures for the ledger. */
export async function runChat(
  call: Call,
  { task, admission: { slot, turn } }: PreparedChat,
  onEvent: (event: TaskEvent) => void,
): Promise<{ counts: TokenCounts; timings: Timings }> {
  const counts = noTokens();
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
      countEvent(counts, event);
      if (!isLeftOut(task, event)) onEvent(event);
    }
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
  noteUsage(call.usage, counts, turn.timings);
  return { counts, timings: turn.timings };
}

/** Whether an event belongs to a call beyond those that the client takes: not every runtime can be held to a number. */
export function isLeftOut({ maxCalls = Number.POSITIVE_INFINITY }: ChatTask, event: TaskEvent) {
  const isOfCall = event.type === 'tool-call' || event.type === 'tool-arguments';
  return isOfCall && event.index >= maxCalls;
}

export function countEvent(counts: TokenCounts, event: TaskEvent): void {
  if (event.type === 'start') {
    counts.prompt = event.promptTokens;
    counts.cached = event.cachedTokens;
  } else if (event.type === 'end') {
    counts.completion = event.completionTokens;
    counts.reasoning = event.reasoningTokens;
    if (!event.prompt) return;
    counts.prompt = event.prompt.tokens;
    counts.cached = event.prompt.cached;
  }
}
