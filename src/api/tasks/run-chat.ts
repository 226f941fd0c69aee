import type { Call } from '#api/call/call.ts';
import type { Slot, Timings, Turn } from '#engine/slot.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { discardIfBroken } from './admit.ts';
import { noteUsage, type TokenCounts } from './usage-fields.ts';

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
  const counts: TokenCounts = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
      countEvent(counts, event);
      onEvent(event);
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
