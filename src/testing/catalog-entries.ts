import type { ModelCard } from '#catalog/model-card.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';

/** A model of the list that can be downloaded, except for what a test changes. */
export const entryOf = (card: ModelCard, more: Partial<CatalogEntry> = {}): CatalogEntry => ({
  model: toModelView(card),
  state: { kind: 'available' },
  isMeasured: false,
  page: '',
  parameters: 0,
  device: null,
  gpu: null,
  rank: card.rank ?? {},
  ...more,
});
