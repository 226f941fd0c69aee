import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { checkInWorker } from '#storage/backup/open-transfer.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { shellText } from '#ui/messages/shell.ts';
import { useServices } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';

/** Sets rows aside once one was found that cannot be read, and says how many. */
export function DamageNote() {
  const { storage } = useServices();
  const [, go] = useLocation();

  useEffect(() => {
    const controller = new AbortController();
    const setAside = async (database: AlcoveDatabase) => {
      // Once: the check moves all of them.
      database.onUnreadable = null;
      const count = await checkInWorker(controller.signal);
      if (count === 0) return;
      showToast(
        {
          text: shellText.setAside(count),
          action: { label: shellText.openSettings, run: () => go('/settings/data') },
        },
        true,
      );
    };
    const follow = async () => {
      const database = await storage;
      if (controller.signal.aborted) return;
      const start = () => void setAside(database).catch(() => {});
      database.onUnreadable = start;
      if (database.hasUnreadable) start();
    };
    follow().catch(reportError);
    return () => controller.abort();
  }, [storage, go]);

  return null;
}
