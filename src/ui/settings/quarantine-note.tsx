import { useEffect, useState } from 'react';
import { checkInWorker } from '#storage/backup/open-transfer.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { useServices } from '#ui/services.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
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
    showToast({ text: 'Unreadable items deleted.' });
  }

  if (!count) return null;
  return (
    <div className={controls['row']}>
      <span>
        {count === 1 ? '1 stored item' : `${count} stored items`} could not be read. They are set
        aside and part of every export.
      </span>
      <Button kind="danger" size="small" onClick={() => setAsked(true)}>
        Delete unreadable items
      </Button>
      {isAsked && (
        <Dialog title="Delete unreadable items" onClose={() => setAsked(false)}>
          <p>They are deleted from this device. This cannot be undone.</p>
          <div className={controls['row']}>
            <Button kind="danger" onClick={() => tryOrSay('Deleting', remove())}>
              Delete
            </Button>
            <Button onClick={() => setAsked(false)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
