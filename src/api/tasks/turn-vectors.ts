import type { Call } from '#api/call/call.ts';
import type { Slot, Turn } from '#engine/slot.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { discardIfBroken } from './admit.ts';

/**
 * Runs a task that returns `size` numbers per text when its turn comes, and ends the turn. `onCounted` receives how many
 * tokens the runtime counted.
 */
export async function turnVectors(
  call: Call,
  slot: Slot,
  turn: Turn,
  task: EmbedTask | RerankTask,
  onCounted: (promptTokens: number) => void = () => {},
): Promise<{ data: Float32Array; size: number }> {
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
      if (event.type === 'start') onCounted(event.promptTokens);
      if (event.type === 'vectors') return { data: event.data, size: event.size };
    }
    throw new Error('The runtime ended without numbers.');
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
}
