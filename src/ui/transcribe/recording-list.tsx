import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { ExportDialog } from './export-dialog.tsx';
import styles from './recording-list.module.css';
import { RecordingRow } from './recording-row.tsx';

/** Rows drawn at first, the last ones; a button shows more, so that thousands of recordings cost nothing. */
const SHOWN = 100;

/** The recordings in the order of the queue; some of them can be selected. */
export function RecordingList({ list }: { list: readonly Recording[] }) {
  const session = useSession(TranscriptionSession);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [exports, setExports] = useState(false);
  const [limit, setLimit] = useState(SHOWN);
  const hidden = Math.max(0, list.length - limit);
  const selected = list.filter(({ id }) => chosen.has(id));
  const clear = () => setChosen(new Set());
  const select = (id: string, isSelected: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  const remove = () => {
    clear();
    reportFailure(transcribeText.delete, session.remove(...selected));
  };
  const withText = selected.filter((r) => r.windowsDone > 0);
  return (
    <section
      aria-labelledby="recordings"
      className={`${styles['list']} ${selected.length > 0 ? styles['selecting'] : ''}`}
    >
      <h2 id="recordings" className={styles['heading']}>
        {transcribeText.recordings}
      </h2>
      {selected.length > 0 && (
        <div className={styles['selection']} role="toolbar" aria-label={transcribeText.select}>
          <strong role="status">{transcribeText.selected(selected.length)}</strong>
          <Button kind="quiet" onClick={() => setChosen(new Set(list.map(({ id }) => id)))}>
            {transcribeText.selectAll}
          </Button>
          <span className={styles['gap']} />
          <Button icon={Download} disabled={withText.length === 0} onClick={() => setExports(true)}>
            {transcribeText.export}
          </Button>
          <Button kind="danger" icon={Trash2} onClick={remove}>
            {transcribeText.delete}
          </Button>
          <IconButton icon={X} label={transcribeText.clearSelection} onClick={clear} />
        </div>
      )}
      {hidden > 0 && (
        <Button kind="quiet" size="small" onClick={() => setLimit(limit + SHOWN)}>
          {transcribeText.showEarlier(Math.min(SHOWN, hidden))}
        </Button>
      )}
      <ul className={styles['rows']}>
        {list.slice(hidden).map((recording, i) => (
          <Guard
            key={recording.id}
            title={transcribeText.recordingFailed}
            resetKey={recording}
            isRow
          >
            <RecordingRow
              recording={recording}
              before={list[hidden + i - 1] ?? null}
              after={list[hidden + i + 1] ?? null}
              isSelected={chosen.has(recording.id)}
              onSelect={select}
            />
          </Guard>
        ))}
      </ul>
      {exports && <ExportDialog recordings={withText} onClose={() => setExports(false)} />}
    </section>
  );
}
