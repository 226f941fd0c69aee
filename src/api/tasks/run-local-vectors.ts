import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { openSlot } from './admit.ts';
import { turnVectors } from './turn-vectors.ts';

/** Embeds texts that a request needs internally. The work is queued like any other and not metered. */
export async function runLocalVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<{ data: Float32Array; size: number }> {
  const slot = await openSlot(call, card);
  return turnVectors(call, slot, slot.admit(signal), task);
}
