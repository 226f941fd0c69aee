import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Turn } from '#engine/slot.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { type Admission, admit, discardIfBroken, fitTexts, openSlot } from './admit.ts';

/** `size` numbers for each text: the vector of a text, or the logit of a document. */
interface Vectors {
  data: Float32Array;
  size: number;
}

/** Runs a task that answers with numbers for texts, in its turn. @throws ApiError for texts that do not fit. */
export async function runVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<Vectors & Pick<Turn, 'counts' | 'timings'>> {
  const slot = await openSlot(call, card);
  const tokens =
    task.kind === 'embed'
      ? await fitTexts(call, slot, task)
      : (await slot.countTokens(task)).reduce((sum, n) => sum + n, 0);
  const admission = await admit(call, slot, signal, tokens);
  const { counts, timings } = admission.turn;
  return { ...(await inTurn(call, admission, task)), counts, timings };
}

/** Embeds texts that a request needs internally. The work is queued like any other and not metered by itself. */
export async function runLocalVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<Vectors & Pick<Turn, 'counts'>> {
  const slot = await openSlot(call, card);
  const turn = slot.admit(signal);
  call.releaseSlot();
  return { ...(await inTurn(call, { slot, turn }, task)), counts: turn.counts };
}

async function inTurn(
  call: Call,
  { slot, turn }: Admission,
  task: EmbedTask | RerankTask,
): Promise<Vectors> {
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
