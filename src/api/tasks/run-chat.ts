import type { Call } from '#api/call/call.ts';
import type { Slot, Turn } from '#engine/slot.ts';
import type { ChatTask, TaskEvent } from '#engine/tasks.ts';
import { discardIfBroken } from './admit.ts';

export interface PreparedChat {
  task: ChatTask;
  admission: { slot: Slot; turn: Turn };
}

/** Runs an admitted chat and passes on each event. */
export async function runChat(
  call: Call,
  { task, admission: { slot, turn } }: PreparedChat,
  onEvent: (event: TaskEvent) => void,
): Promise<Turn> {
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
      noteEvent(call, event);
      if (task.showsPrompt && event.type === 'prompt')
        call.api.prompts.note(call.requestId, event.text);
      else if (!isLeftOut(task, event)) onEvent(event);
    }
    return turn;
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
}

function noteEvent({ usage }: Call, event: TaskEvent): void {
  if (event.type === 'tool-call') usage.toolCalls++;
  if (event.type === 'end') usage.finish = event.reason;
}

/** Whether an event belongs to a call beyond those that the client takes: not every runtime can be held to a number. */
function isLeftOut({ maxCalls = Number.POSITIVE_INFINITY }: ChatTask, event: TaskEvent) {
  const isOfCall = event.type === 'tool-call' || event.type === 'tool-arguments';
  return isOfCall && event.index >= maxCalls;
}
