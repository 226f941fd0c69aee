import { useEffect, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { storageText } from '#ui/messages/storage.ts';
import { onCleared } from '#ui/state/cleared.ts';
import { DeleteEverything } from './delete-everything.tsx';
import { type MeasuredStorage, measureStorage, STORAGE_KINDS } from './measure-storage.ts';
import styles from './storage.module.css';

/** What this app stores in this browser, by kind, and how to delete all of it. */
export function StorageSection() {
  const [storage, setStorage] = useState<MeasuredStorage | null>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const measure = () =>
      measureStorage(controller.signal).then(
        (found) => !controller.signal.aborted && setStorage(found),
        (error: unknown) => !controller.signal.aborted && reportError(error),
      );
    void measure();
    const stop = onCleared(measure);
    return () => {
      stop();
      controller.abort();
    };
  }, []);

  return (
    <section className={page['section']} aria-labelledby="storage">
      <h2 id="storage">{storageText.title}</h2>
      <p className={controls['secondary']}>{describeTotal(storage)}</p>
      <Table
        className={styles['kinds']}
        columns={[storageText.kind, { name: storageText.size, isNumber: true }]}
        caption={storageText.title}
      >
        {STORAGE_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{storageText[kind]}</th>
            <td className={controls['number']} data-figures>
              {storage ? describeBytes(storage.bytes[kind]) : '…'}
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
    </section>
  );
}

function describeTotal(storage: MeasuredStorage | null): string {
  if (!storage) return storageText.measuring;
  const { total } = storage;
  if (!total) return storageText.aboutSizes;
  return storageText.total(formatBytes(total.usedBytes), formatBytes(total.quotaBytes));
}

const describeBytes = (bytes: number) => (bytes === 0 ? storageText.nothing : formatBytes(bytes));
