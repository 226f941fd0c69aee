import type { ModelCard } from '#catalog/model-card.ts';
import type { StoredModel } from '#storage/model-records.ts';

/** A model of which nothing is stored yet. */
export function toStored(card: ModelCard): StoredModel {
  return {
    id: card.id,
    card,
    revision: null,
    state: 'partial',
    loaded: 0,
    total: card.downloadBytes,
    problem: null,
    queuedAt: null,
    addedAt: Date.now(),
  };
}
