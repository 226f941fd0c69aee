import type { ModelCard } from '#catalog/model-card.ts';
import { toModelView } from '#catalog/model-view.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { CatalogEntry, ModelState } from '#contract/catalog-entry.ts';
import type { StoredModel } from '#storage/model-records.ts';

/** A model as the list shows it. `isOnServer`: the server of this page has it. */
export const toEntry = (card: ModelCard, state: ModelState, isOnServer: boolean): CatalogEntry => ({
  model: toModelView(card),
  state,
  isMeasured: card.source?.isMeasured ?? false,
  page: card.source?.page ?? '',
  parameters: card.parameters ?? 0,
  device: traitsOf(card).fixedDevice,
  gpu: card.gpu ?? null,
  rank: card.rank ?? {},
  ...(isOnServer && { isOnServer: true as const }),
  ...(card.source?.file && { file: card.source.file.name }),
});

/** Whether two models have their files in one folder. Some disks do not distinguish small letters. */
export const isSameFolder = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

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
