import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ModelView } from '#contract/model-view.ts';
import { useServices, useSession } from '#ui/services.ts';
import { BrowserModelSession } from '#ui/state/browser-model-session.ts';
import { useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { useHost } from '#ui/state/models.ts';
import { chooseOffer, type Offer } from './choose-offer.ts';

/** What a person could use instead of a model of one purpose. */
export function useOffer(
  task: ModelView['task'],
  accepts: (model: ModelView) => boolean = () => true,
): Offer {
  const { control } = useServices();
  const session = useSession(BrowserModelSession);
  const browser = useStore(session.state, ({ availability }) => availability);
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  const models = useHost((state) => state.models);
  useEffect(() => watchCatalog(control), [control]);
  useEffect(() => {
    session.refresh().catch(reportError);
  }, [session]);
  const fits = (model: ModelView) => model.task === task && !model.scope && accepts(model);
  return chooseOffer({ models, entries: entries ?? [], device, browser }, fits);
}
