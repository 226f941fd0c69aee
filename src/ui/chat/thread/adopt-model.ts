import { useEffect } from 'react';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { type Services, useServices } from '#ui/services.ts';
import { adoptForNewChats, GUIDE } from '#ui/state/adopt-model.ts';

/** Once a model that a person gets is here, new chats begin with it, and the open one where it has not begun. */
export function useAdopted(entry: CatalogEntry | undefined): void {
  const services = useServices();
  const coming = entry && entry.state.kind !== 'ready' ? entry.model.id : null;
  useEffect(() => {
    if (coming !== null) adopt(services, coming).catch(reportError);
  }, [services, coming]);
}

async function adopt(services: Services, id: string): Promise<void> {
  if (!(await adoptForNewChats(id))) return;
  const { shown } = services.session(ChatBook);
  const { leafId, settings } = shown?.row ?? {};
  if (leafId === null && settings?.model === GUIDE) await shown?.changeSettings({ model: id });
}
