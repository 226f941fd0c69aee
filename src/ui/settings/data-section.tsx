import { useRef, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { announceCleared } from '#ui/state/cleared.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
import { CLEARABLE, type Clearable } from './clear-data.ts';
import { QuarantineNote } from './quarantine-note.tsx';
import { startExport, startImport, useTransfer } from './transfer.ts';
import { TransferProgress } from './transfer-progress.tsx';

/** A person's data: out, in, and away. */
export function DataSection() {
  const services = useServices();
  const isBusy = useTransfer((state) => state.transfer !== null);
  const [asked, setAsked] = useState<Clearable | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  async function clear({ name, kind }: Clearable) {
    setAsked(null);
    const { clearKind } = await import('#storage/quarantine.ts');
    await clearKind(services.database, kind);
    announceCleared(kind);
    showToast({ text: `${name} cleared.` });
  }

  return (
    <section className={page['section']} aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p className={controls['secondary']}>
        Everything is stored in this browser, on this device. Importing never overwrites; ChatGPT
        exports work too. API keys are not exported.
      </p>
      <div className={controls['row']}>
        <Button kind="primary" disabled={isBusy} onClick={() => void startExport()}>
          Export everything
        </Button>
        <Button disabled={isBusy} onClick={() => picker.current?.click()}>
          Import
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File to import"
          accept=".ndjson,.json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void startImport(services, file);
            event.target.value = '';
          }}
        />
      </div>
      <TransferProgress />
      <QuarantineNote />
      <h3>Clear</h3>
      <div className={controls['row']}>
        {CLEARABLE.map((kind) => (
          <Button kind="danger" key={kind.name} onClick={() => setAsked(kind)}>
            {kind.name}
          </Button>
        ))}
      </div>
      {asked && (
        <Dialog title={`Clear ${asked.name.toLowerCase()}`} onClose={() => setAsked(null)}>
          <p>
            {asked.says} This cannot be undone; export everything first if you may want it back.
          </p>
          <div className={controls['row']}>
            <Button kind="danger" onClick={() => tryOrSay('Clearing', clear(asked))}>
              Clear
            </Button>
            <Button onClick={() => setAsked(null)}>Keep</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
