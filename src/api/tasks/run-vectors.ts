import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { admit, discardIfBroken, fitTexts, openSlot } from './admit.ts';
import { noteUsage, type TokenCounts, type usageFields } from './usage-fields.ts';

interface Vectors {
  /** `size` numbers for each text: the vector of a text, or the logit of a document. */
  data: Float32Array;
  size: number;
  counts: TokenCounts;
  timings: Parameters<typeof usageFields>[1];
}

/** Runs a task that answers with numbers for texts, in its turn. @throws ApiError for texts that do not fit. */
export async function runVectors(
  call: Call,
  card: ModelCard,
  task: EmbedTask | RerankTask,
  signal: AbortSignal,
): Promise<Vectors> {
  const slot = await openSlot(call, card);
  const counts: TokenCounts = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
  counts.prompt =
    task.kind === 'embed'
      ? await fitTexts(slot, task)
      : (await slot.countTokens(task)).reduce((sum, n) => sum + n, 0);
  const { turn } = await admit(call, slot, signal, counts.prompt);
  try {
    await turn.started;
    for await (const event of turn.run(task)) {
      // Another server counts with its own tokenizer.
      if (event.type === 'start' && traitsOf(card).isRemote) counts.prompt = event.promptTokens;
      if (event.type !== 'vectors') continue;
      noteUsage(call.usage, counts, turn.timings);
      return { data: event.data, size: event.size, counts, timings: turn.timings };
    }
    throw new Error('The runtime ended without numbers.');
  } catch (error) {
    discardIfBroken(call, slot, error);
    throw error;
  } finally {
    turn.leave();
  }
}
