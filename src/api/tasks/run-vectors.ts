import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { admit, fitTexts, openSlot } from './admit.ts';
import { turnVectors } from './turn-vectors.ts';
import { noTokens, noteUsage, type TokenCounts, type usageFields } from './usage-fields.ts';

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
  const counts = noTokens();
  counts.prompt =
    task.kind === 'embed'
      ? await fitTexts(slot, task)
      : (await slot.countTokens(task)).reduce((sum, n) => sum + n, 0);
  const { turn } = await admit(call, slot, signal, counts.prompt);
  const { data, size } = await turnVectors(call, slot, turn, task, (promptTokens) => {
    // Another server counts with its own tokenizer.
    if (traitsOf(card).isRemote) counts.prompt = promptTokens;
  });
  noteUsage(call.usage, counts, turn.timings);
  return { data, size, counts, timings: turn.timings };
}
