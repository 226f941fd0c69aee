import { useRef, useState } from 'react';
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
        <button
          type="button"
          className={`${controls['button']} ${controls['primary']}`}
          disabled={isBusy}
          onClick={() => void startExport()}
        >
          Export everything
        </button>
        <button
          type="button"
          className={controls['button']}
          disabled={isBusy}
          onClick={() => picker.current?.click()}
        >
          Import
        </button>
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
          <button
            key={kind.name}
            type="button"
            className={`${controls['button']} ${controls['danger']}`}
            onClick={() => setAsked(kind)}
          >
            {kind.name}
          </button>
        ))}
      </div>
      {asked && (
        <Dialog title={`Clear ${asked.name.toLowerCase()}`} onClose={() => setAsked(null)}>
          <p>
            {asked.says} This cannot be undone; export everything first if you may want it back.
          </p>
          <div className={controls['row']}>
            <button
              type="button"
              className={`${controls['button']} ${controls['danger']}`}
              onClick={() => tryOrSay('Clearing', clear(asked))}
            >
              Clear
            </button>
            <button type="button" className={controls['button']} onClick={() => setAsked(null)}>
              Keep
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
