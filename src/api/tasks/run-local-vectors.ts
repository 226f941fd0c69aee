import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { openSlot } from './admit.ts';
import { turnVectors } from './turn-vectors.ts';

/** Numbers for texts that a request needs on its way to its own answer: in their turn, and counted by nobody. */
export async function runLocalVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<{ data: Float32Array; size: number }> {
  const slot = await openSlot(call, card);
  return turnVectors(call, slot, slot.admit(signal), task);
}
