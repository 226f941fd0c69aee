import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './inspector.module.css';
import type { RecordSettings, RequestsSession } from './requests-session.ts';

const DAYS = [1, 7, 30, 90];
const BYTES = [10_000_000, 50_000_000, 200_000_000, 1_000_000_000];

/** Whose headers and bodies are recorded, and how long and how many of them are retained. */
export function RecordOptions({ session }: { session: RequestsSession }) {
  const { database } = useServices();
  const { settings } = useStore(session.state);
  const [isAsking, setAsking] = useState(false);
  const recorded = useWatched(() => database.exchanges.count(), 'recorded') ?? 0;
  useEffect(() => void session.readSettings().catch(reportError), [session]);
  if (!settings) return null;
  const change = (changes: Partial<RecordSettings>) =>
    reportFailure(inspectorText.notChanged, session.changeSettings(changes));
  const clear = async () => {
    setAsking(false);
    await database.exchanges.clear();
  };
  const choices = [
    { id: 'off' as const, name: inspectorText.recordOff },
    { id: 'programs' as const, name: inspectorText.recordPrograms },
    { id: 'all' as const, name: inspectorText.recordAll },
  ];
  const chosen = choices.find(({ id }) => id === settings.record)?.name ?? '';
  return (
    <details className={styles['record']}>
      <summary>{inspectorText.recordingIs(chosen)}</summary>
      <div className={styles['filters']}>
        <Select
          label={inspectorText.record}
          options={choices}
          value={settings.record}
          onChange={(record) => change({ record })}
        />
        {(settings.record !== 'off' || recorded > 0) && (
          <>
            <Select
              label={inspectorText.recordDays}
              options={DAYS.map((id) => ({ id, name: inspectorText.days(id) }))}
              value={settings.recordDays}
              onChange={(recordDays) => change({ recordDays })}
            />
            <Select
              label={inspectorText.recordBytes}
              options={BYTES.map((id) => ({ id, name: formatBytes(id) }))}
              value={settings.recordBytes}
              onChange={(recordBytes) => change({ recordBytes })}
            />
          </>
        )}
        {recorded > 0 && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            {inspectorText.deleteRecorded}
          </Button>
        )}
      </div>
      <p className={controls['secondary']}>{inspectorText.recordHint}</p>
      {isAsking && (
        <Dialog title={inspectorText.deleteRecorded} onClose={() => setAsking(false)}>
          <p>{inspectorText.deleteRecordedAsk}</p>
          <div className={controls['row']}>
            <Button kind="danger" onClick={() => reportFailure(inspectorText.notDeleted, clear())}>
              {inspectorText.deleteRecorded}
            </Button>
            <Button onClick={() => setAsking(false)}>{inspectorText.cancel}</Button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
