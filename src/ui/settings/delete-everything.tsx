import { openDeletingPage } from '#client/all-deleted.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { storageText } from '#ui/messages/storage.ts';
import { startExport, useTransfer } from './transfer.ts';
import { TransferProgress } from './transfer-progress.tsx';

/** Asks, offers an export, and deletes all that this app stores, in every tab. */
export function DeleteEverything({ onClose }: { onClose: () => void }) {
  const isExporting = useTransfer((state) => state.transfer !== null);
  return (
    <Dialog title={storageText.deleteEverything} onClose={onClose}>
      <p>{storageText.deleteWarning}</p>
      {!navigator.onLine && <p>{storageText.offlineWarning}</p>}
      <TransferProgress />
      <div className={controls['row']}>
        <Button kind="primary" disabled={isExporting} onClick={() => void startExport()}>
          {storageText.exportFirst}
        </Button>
        <Button kind="danger" disabled={isExporting} onClick={openDeletingPage}>
          {storageText.deleteAll}
        </Button>
        <Button onClick={onClose}>{settingsText.cancel}</Button>
      </div>
    </Dialog>
  );
}
