import { useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { useSession } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { AddRecordings } from './add-recordings.tsx';
import { FirstDownload } from './first-download.tsx';
import { NumbersOnly } from './numbers-only.tsx';
import { RecordingRow } from './recording-row.tsx';
import styles from './transcribe.module.css';
import { TranscriptionFields } from './transcription-fields.tsx';

/** Adds recordings and lists those that are or were transcribed. */
export function RecordingsPage() {
  const session = useSession(TranscriptionSession);
  const { transcripts } = session;
  const [options, setOptions] = useState(defaultOptions);
  const list = useWatched(() => transcripts.list(), 'recordings');
  const model = useHost((state) => state.models.find((m) => m.id === options.model));
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return false;
    const stored = session.add(files, options);
    tryOrSay(transcribeText.notAdded, stored);
    return stored.then(
      () => true,
      () => false,
    );
  };

  return (
    <>
      <PageHeader title={transcribeText.title} />
      <div className={page['page']}>
        <p className={page['lead']}>
          {transcribeText.lead}{' '}
          {model && !model.scope && transcribeText.model(model.title, model.summary)}
        </p>
        <AddRecordings onFiles={add}>
          <NumbersOnly
            model={options.model}
            onModel={(id) => setOptions({ ...options, model: id, language: null })}
          />
          <FirstDownload model={options.model} />
          <TranscriptionFields options={options} onChange={setOptions} />
        </AddRecordings>
        {list && list.length > 0 && (
          <section aria-labelledby="recordings" className={styles['queue']}>
            <h2 id="recordings">{transcribeText.recordings}</h2>
            <ul className={styles['rows']}>
              {list.map((recording, i) => (
                <Guard
                  key={recording.id}
                  title={transcribeText.recordingFailed}
                  resetKey={recording}
                  isRow
                >
                  <RecordingRow
                    recording={recording}
                    before={list[i - 1] ?? null}
                    after={list[i + 1] ?? null}
                  />
                </Guard>
              ))}
            </ul>
          </section>
        )}
        {list?.length === 0 && (
          <p className={controls['secondary']}>{transcribeText.noRecordings}</p>
        )}
      </div>
    </>
  );
}
