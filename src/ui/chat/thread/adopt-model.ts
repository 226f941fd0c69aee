import { useEffect } from 'react';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { type Services, useServices } from '#ui/services.ts';
import { whenModelIsThere } from '#ui/state/models.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';

/** The model of a fresh browser, which knows the app alone. */
const GUIDE = 'alcove-guide';

/** Once a model that a person gets for conversations is here, new chats begin with it, unless another was chosen. */
export function useAdopted(entry: CatalogEntry | undefined): void {
  const services = useServices();
  const coming = entry && entry.state.kind !== 'ready' ? entry.model.id : null;
  useEffect(() => {
    if (coming !== null) adopt(services, coming).catch(reportError);
  }, [services, coming]);
}

async function adopt(services: Services, id: string): Promise<void> {
  await whenModelIsThere(id, new AbortController().signal);
  if (readPreferences().chatModel !== GUIDE) return;
  writePreferences({ chatModel: id });
  const { shown } = services.session(ChatBook);
  const { leafId, settings } = shown?.row ?? {};
  if (leafId === null && settings?.model === GUIDE) await shown?.changeSettings({ model: id });
}
