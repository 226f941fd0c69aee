import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import page from '#ui/kit/page.module.css';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { announceCleared } from '#ui/state/cleared.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { CLEARABLE, type Clearable } from './clear-data.ts';
import { QuarantineNote } from './quarantine-note.tsx';
import { startExport, startImport, useTransfer } from './transfer.ts';
import { TransferProgress } from './transfer-progress.tsx';

/** A person's data: out, in, and away. */
export function DataSection() {
  const services = useServices();
  const isBusy = useTransfer((state) => state.transfer !== null);
  const [asked, setAsked] = useState<Clearable | null>(null);

  async function clear({ name, kind }: Clearable) {
    setAsked(null);
    const { clearKind } = await import('#storage/quarantine.ts');
    await clearKind(services.database, kind);
    announceCleared(kind);
    showToast({ text: settingsText.cleared(settingsText[name]) });
  }

  return (
    <section className={page['section']} aria-labelledby="data">
      <h2 id="data">{settingsText.yourData}</h2>
      <p className={controls['secondary']}>{settingsText.aboutData}</p>
      <div className={controls['row']}>
        <Button kind="primary" disabled={isBusy} onClick={() => void startExport()}>
          {settingsText.exportAll}
        </Button>
        <FilePicker
          label={settingsText.fileToImport}
          accept=".ndjson,.json"
          isMultiple={false}
          onFiles={([file]) => {
            if (file) void startImport(services, file);
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
      <QuarantineNote />
      <h3>{settingsText.clear}</h3>
      <div className={controls['row']}>
        {CLEARABLE.map((kind) => (
          <Button kind="danger" key={kind.name} onClick={() => setAsked(kind)}>
            {settingsText[kind.name]}
          </Button>
        ))}
      </div>
      {asked && (
        <Dialog
          title={settingsText.clearKind(settingsText[asked.name])}
          onClose={() => setAsked(null)}
        >
          <p>{settingsText[asked.about]}</p>
          <p>{settingsText.clearWarning}</p>
          <div className={controls['row']}>
            <Button
              kind="danger"
              onClick={() => reportFailure(settingsText.notCleared, clear(asked))}
            >
              {settingsText.clear}
            </Button>
            <Button onClick={() => setAsked(null)}>{settingsText.cancel}</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
