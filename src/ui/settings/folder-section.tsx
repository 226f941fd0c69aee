import { useState } from 'react';
import { deriveKeyInWorker } from '#storage/backup/open-transfer.ts';
import type { BackupFolder } from '#storage/backup-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { useForm } from '#ui/kit/use-form.ts';
import { backupsText } from '#ui/messages/backups.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './backups.module.css';
import { formatMoment, LastBackup } from './last-backup.tsx';
import { NewPassphrase, NO_PASSPHRASE, newPassphrase } from './passphrase-dialog.tsx';
import { startFolderBackup, useTransfer } from './transfer.ts';

type Chooser = (options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;

/** The browser's dialog for a folder; null where it has none. */
const folderChooser = (): Chooser | null =>
  (globalThis as { showDirectoryPicker?: Chooser }).showDirectoryPicker ?? null;

/** Backups that are written into a folder by themselves, where the browser gives one to pages. */
export function FolderSection() {
  const { database } = useServices();
  const folders = useWatched(() => database.backupFolder.toArray(), 'backupFolder');
  const [isAsked, setAsked] = useState(false);
  if (!folderChooser()) return null;
  // Drawn before it is known whether one is chosen: what follows must not move.
  const folder = folders?.[0];
  return (
    <section className={page['section']} aria-labelledby="backups">
      <h2 id="backups">{backupsText.folder}</h2>
      <p className={controls['secondary']}>{backupsText.aboutFolder}</p>
      {folder ? (
        <Chosen folder={folder} onChoose={() => setAsked(true)} />
      ) : (
        <div className={controls['row']}>
          <Button disabled={!folders} onClick={() => setAsked(true)}>
            {backupsText.choose}
          </Button>
        </div>
      )}
      {isAsked && <ChooseDialog onClose={() => setAsked(false)} />}
    </section>
  );
}

function Chosen({ folder, onChoose }: { folder: BackupFolder; onChoose: () => void }) {
  const { database } = useServices();
  const isBusy = useTransfer((state) => state.transfer !== null);
  const { handle, days, failedAt, problem } = folder;
  const stop = async () => {
    await database.backupFolder.clear();
    showToast({ text: backupsText.stopped });
  };
  return (
    <>
      {handle ? (
        <p>
          {backupsText.into(handle.name)} · {days === 1 ? backupsText.daily : backupsText.weekly}
        </p>
      ) : (
        <Problem text={backupsText.folderGone} />
      )}
      <LastBackup place="folder" />
      {failedAt !== null && problem !== null && (
        <Problem text={backupsText.failed(formatMoment(failedAt), problem)} />
      )}
      <div className={controls['row']}>
        {handle && (
          <Button disabled={isBusy} onClick={() => void startFolderBackup(database)}>
            {backupsText.backUpNow}
          </Button>
        )}
        <Button disabled={isBusy} onClick={onChoose}>
          {handle ? backupsText.change : backupsText.choose}
        </Button>
        <Button
          kind="danger"
          disabled={isBusy}
          onClick={() => reportFailure(backupsText.notStopped, stop())}
        >
          {backupsText.stop}
        </Button>
      </div>
    </>
  );
}

function ChooseDialog({ onClose }: { onClose: () => void }) {
  const { database } = useServices();
  const [isEncrypted, setEncrypted] = useState(true);
  const [days, setDays] = useState(1);
  const { isPending, field, form } = useForm({
    ...(isEncrypted ? { schema: newPassphrase() } : {}),
    initial: NO_PASSPHRASE,
    save: async ({ passphrase }) => {
      // First: the browser opens its dialog only right after a press.
      const handle = await folderChooser()?.({ id: 'alcove-backups', mode: 'readwrite' });
      if (!handle) return;
      const key = isEncrypted
        ? await deriveKeyInWorker(passphrase, new AbortController().signal)
        : null;
      const before = await database.backupFolder.get('folder');
      // Its backups are still of those that stay three at a time.
      const isSame = (await before?.handle?.isSameEntry(handle)) === true;
      await database.backupFolder.put({
        id: 'folder',
        handle,
        days,
        key,
        names: isSame && before ? before.names : [],
        pending: null,
        failedAt: null,
        problem: null,
      });
      onClose();
      await startFolderBackup(database);
    },
    report: (work) => {
      const shown = work.catch((error: unknown) => {
        // The person closed the browser's dialog.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      });
      reportFailure(backupsText.notChosen, shown);
    },
  });
  return (
    <Dialog title={backupsText.chooseTitle} onClose={onClose}>
      <form className={styles['form']} {...form}>
        <Select
          label={backupsText.every}
          options={[
            { id: 1, name: backupsText.daily },
            { id: 7, name: backupsText.weekly },
          ]}
          value={days}
          onChange={setDays}
        />
        <CheckBox
          label={backupsText.encrypt}
          checked={isEncrypted}
          onChange={({ target }) => setEncrypted(target.checked)}
        />
        {isEncrypted && <NewPassphrase field={field} />}
        <div className={controls['row']}>
          <Button kind="primary" type="submit" isPending={isPending}>
            {backupsText.start}
          </Button>
          <Button onClick={onClose}>{backupsText.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
