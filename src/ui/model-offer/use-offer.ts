import { useEffect } from 'react';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import { useServices } from '#ui/services.ts';
import { useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { suggestedFor } from '#ui/state/catalog-choice.ts';
import { useHost } from '#ui/state/models.ts';

/** A general model for a task: one that can be used now, or the one to download. */
export interface Offer {
  usable: ModelView | null;
  download: CatalogEntry | null;
}

/** What a person could use instead of a model of one purpose. */
export function useOffer(
  task: ModelView['task'],
  accepts: (model: ModelView) => boolean = () => true,
): Offer {
  const { control } = useServices();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  const models = useHost((state) => state.models);
  useEffect(() => watchCatalog(control), [control]);
  const fits = (model: ModelView) => model.task === task && !model.scope && accepts(model);
  const usable = models.find((m) => fits(m) && !m.id.startsWith('scripted-'));
  const general = (entries ?? []).filter(({ model }) => fits(model));
  const begun = general.find(({ state }) => !['available', 'ready'].includes(state.kind));
  const download = begun ?? (device ? suggestedFor(general, device)[0] : undefined) ?? null;
  return { usable: usable ?? null, download };
}
