import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { discardIfBroken, openSlot } from './admit.ts';

/** Numbers for texts that a request needs on its way to its own answer: in their turn, and counted by nobody. */
export async function runLocalVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<{ data: Float32Array; size: number }> {
  const slot = await openSlot(call, card);
  const turn = slot.admit(signal);
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
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
