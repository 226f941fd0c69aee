import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import page from '#ui/kit/page.module.css';
import { backupsText } from '#ui/messages/backups.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { LastBackup } from './last-backup.tsx';
import { ExportDialog, PassphraseQuestion } from './passphrase-dialog.tsx';
import { QuarantineNote } from './quarantine-note.tsx';
import { startExport, startImport, useTransfer } from './transfer.ts';
import { TransferProgress } from './transfer-progress.tsx';

/** A person's data as a file: saved, and added again. */
export function DataSection() {
  const services = useServices();
  const [, go] = useLocation();
  const [isAsked, setAsked] = useState(false);
  const isBusy = useTransfer((state) => state.transfer !== null);

  return (
    <section className={page['section']} aria-labelledby="data">
      <h2 id="data">{settingsText.yourData}</h2>
      <p className={controls['secondary']}>{settingsText.aboutData}</p>
      <div className={controls['row']}>
        <Button kind="primary" disabled={isBusy} onClick={() => void startExport()}>
          {settingsText.exportAll}
        </Button>
        <Button disabled={isBusy} onClick={() => setAsked(true)}>
          {backupsText.exportEncrypted}
        </Button>
        <FilePicker
          label={settingsText.fileToImport}
          accept=".alcove,.ndjson,.json,.zip,.srt,.vtt,.csv,.txt,.md,.docx"
          isMultiple
          onFiles={(files) => {
            if (files.length > 0) void startImport(services, files, go);
          }}
        >
          {(open) => (
            <Button disabled={isBusy} onClick={open}>
              {settingsText.import}
            </Button>
          )}
        </FilePicker>
      </div>
      <TransferProgress />
      <LastBackup place="download" />
      <QuarantineNote />
      <PassphraseQuestion />
      {isAsked && <ExportDialog onClose={() => setAsked(false)} />}
    </section>
  );
}
