import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { storageText } from '#ui/messages/storage.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { ClearDialog } from './clear-dialog.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import { CLEARABLE, type Clearable } from './inventory.ts';
import {
  type MeasuredStorage,
  measureStorage,
  STORAGE_KINDS,
  type StorageKind,
} from './measure-storage.ts';
import styles from './storage.module.css';
import { useTransfer } from './transfer.ts';

/** What this app stores in this browser, by kind, and what deletes each and all of it. */
export function StorageSection() {
  const [storage, setStorage] = useState<MeasuredStorage | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [clearing, setClearing] = useState<Clearable | null>(null);
  // Measured again after an import, and on coming back: another tab may have stored more.
  const isImporting = useTransfer((state) => state.transfer !== null);
  useEffect(() => {
    if (isImporting) return;
    const controller = new AbortController();
    const measure = () =>
      measureStorage(controller.signal).then(
        (found) => !controller.signal.aborted && setStorage(found),
        (error: unknown) => !controller.signal.aborted && reportError(error),
      );
    void measure();
    const stop = onCleared(measure);
    const measureSeen = () => document.visibilityState === 'visible' && void measure();
    document.addEventListener('visibilitychange', measureSeen);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', measureSeen);
      controller.abort();
    };
  }, [isImporting]);

  return (
    <section className={page['section']} aria-labelledby="storage">
      <h2 id="storage">{storageText.title}</h2>
      <p className={controls['secondary']}>{describeTotal(storage)}</p>
      <Table
        className={styles['kinds']}
        columns={[
          storageText.kind,
          { name: storageText.size, isNumber: true },
          { name: storageText.actions, isHidden: true },
        ]}
        caption={storageText.title}
      >
        {STORAGE_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{storageText[kind]}</th>
            <td className={controls['number']} data-figures>
              {storage ? describeBytes(storage.bytes[kind]) : '…'}
            </td>
            <td className={styles['action']}>
              <Action kind={kind} bytes={storage?.bytes[kind]} onClear={setClearing} />
            </td>
          </tr>
        ))}
      </Table>
      <div className={controls['row']}>
        <Button kind="danger" onClick={() => setAsked(true)}>
          {storageText.deleteEverything}
        </Button>
      </div>
      {isAsked && <DeleteEverything onClose={() => setAsked(false)} />}
      {clearing && <ClearDialog asked={clearing} onClose={() => setClearing(null)} />}
    </section>
  );
}

interface ActionProps {
  kind: StorageKind;
  /** Undefined until it is measured. */
  bytes: number | undefined;
  onClear: (kind: Clearable) => void;
}

/** What makes room: chats and such are cleared here, models one by one on their page. */
function Action({ kind, bytes, onClear }: ActionProps) {
  if (kind === 'models') {
    return (
      <Link href="/models" className={buttonClass({ size: 'small' })}>
        {storageText.openModels}
      </Link>
    );
  }
  const clearable = CLEARABLE.find((known) => known.kind === kind);
  // Nothing to clear, or not measured yet.
  if (!clearable || !bytes) return null;
  return (
    <Button
      size="small"
      kind="danger"
      aria-label={settingsText.clearKind(settingsText[clearable.name])}
      onClick={() => onClear(clearable)}
    >
      {settingsText.clear}
    </Button>
  );
}

function describeTotal(storage: MeasuredStorage | null): string {
  if (!storage) return storageText.measuring;
  const { total } = storage;
  if (!total) return storageText.aboutSizes;
  return storageText.total(formatBytes(total.usedBytes), formatBytes(total.quotaBytes));
}

const describeBytes = (bytes: number) => (bytes === 0 ? storageText.nothing : formatBytes(bytes));
