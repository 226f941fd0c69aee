import type { Call } from '#api/call/call.ts';
import { type ModelCard, type ModelTask, shownId } from '#catalog/model-card.ts';
import { type Capability, notCompatible } from '#contract/errors.ts';
import { modelNotDownloaded, modelNotFound } from '#contract/service-errors.ts';

/** The card of an id; `openai/<id>` finds `<id>`, as some clients send the prefix through. */
export function findModel(models: Iterable<ModelCard>, id: string): ModelCard | null {
  const bare = id.startsWith('openai/') ? id.slice('openai/'.length) : null;
  let found: ModelCard | null = null;
  for (const card of models) {
    const shown = shownId(card);
    if (shown === id) return card;
    if (shown === bare) found ??= card;
  }
  return found;
}

/** @throws ApiError `model_not_found`, `model_not_compatible`. */
export function requireModel(
  call: Call,
  id: string,
  tasks: readonly ModelTask[],
  capability: Capability,
): ModelCard {
  const card = findModel(call.api.models(), id);
  if (!card) {
    throw findModel(call.api.available(), id) ? modelNotDownloaded(id) : modelNotFound(id);
  }
  call.usage.model = card.id;
  if (!tasks.includes(card.task)) throw notCompatible(card.id, capability);
  return card;
}

/** A model as `/v1/models` shows it. `isReady`: whether it answers, or could be downloaded. */
export function toModelObject(card: ModelCard, isReady: boolean) {
  return {
    id: shownId(card),
    object: 'model' as const,
    owned_by: card.owner,
    context_length: card.contextTokens,
    max_completion_tokens: card.completionTokens,
    pricing: { prompt: '0.00000000', completion: '0.00000000' },
    created: card.created,
    sn_metadata: {
      task: card.task,
      runtime: card.runtime,
      size_bytes: card.downloadBytes,
      licence: card.licence,
      state: isReady ? 'ready' : 'available',
      ...(card.alias === undefined ? {} : { answered_by: card.id }),
    },
  };
}
