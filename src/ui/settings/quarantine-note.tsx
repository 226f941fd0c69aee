import { useEffect, useState } from 'react';
import { checkInWorker } from '#storage/backup/open-transfer.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';

/** Stored items that no page can show: how many there are, and how to be rid of them. */
export function QuarantineNote() {
  const { database } = useServices();
  const count = useWatched(() => database.quarantine.count(), 'quarantine');
  const [isAsked, setAsked] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    checkInWorker(controller.signal).catch(() => {});
    return () => controller.abort();
  }, []);

  async function remove() {
    setAsked(false);
    await database.quarantine.clear();
    showToast({ text: settingsText.unreadableDeleted });
  }

  if (!count) return null;
  return (
    <div className={controls['row']}>
      <span>{settingsText.unreadable(count)}</span>
      <Button kind="danger" size="small" onClick={() => setAsked(true)}>
        {settingsText.deleteUnreadable}
      </Button>
      {isAsked && (
        <Dialog title={settingsText.deleteUnreadable} onClose={() => setAsked(false)}>
          <p>{settingsText.deleteUnreadableWarning}</p>
          <div className={controls['row']}>
            <Button kind="danger" onClick={() => reportFailure(settingsText.notDeleted, remove())}>
              {settingsText.delete}
            </Button>
            <Button onClick={() => setAsked(false)}>{settingsText.cancel}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
