import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import { type Capability, notCompatible } from '#contract/errors.ts';
import { modelNotFound } from '#contract/service-errors.ts';
import type { Call } from './call.ts';

/** The card of an id; `openai/<id>` finds `<id>`, as some clients send the prefix through. */
export function findModel(models: readonly ModelCard[], id: string): ModelCard | null {
  const exact = models.find((m) => m.id === id);
  if (exact) return exact;
  const bare = id.startsWith('openai/') ? id.slice('openai/'.length) : null;
  return bare === null ? null : (models.find((m) => m.id === bare) ?? null);
}

/** @throws ApiError `model_not_found`, `model_not_compatible`. */
export function requireModel(
  call: Call,
  id: string,
  tasks: readonly ModelTask[],
  capability: Capability,
): ModelCard {
  const card = findModel(call.api.models(), id);
  if (!card) throw modelNotFound(id);
  call.usage.model = card.id;
  if (!tasks.includes(card.task)) throw notCompatible(card.id, capability);
  return card;
}

/** A model as `/v1/models` shows it. */
export function toModelObject(card: ModelCard) {
  return {
    id: card.id,
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
    },
  };
}
