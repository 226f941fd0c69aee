import { useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { addFiles, defaultOptions } from '#ui/transcribe/session/add-files.ts';
import { transcriptsOf } from '#ui/transcribe/session/room.ts';
import { runQueue } from '#ui/transcribe/session/run-queue.ts';
import { AddRecordings } from './add-recordings.tsx';
import { FirstDownload } from './first-download.tsx';
import { HearingFields } from './hearing-fields.tsx';
import { NumbersOnly } from './numbers-only.tsx';
import { RecordingRow } from './recording-row.tsx';
import styles from './transcribe.module.css';

/** Recordings in, and the queue of those that are and were heard. */
export function RecordingsPage() {
  const services = useServices();
  const transcripts = transcriptsOf(services);
  const [options, setOptions] = useState(defaultOptions);
  const list = useWatched(() => transcripts.list(), 'recordings');
  const model = useHost((state) => state.models.find((m) => m.id === options.model));
  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    const work = addFiles(transcripts, files, options).then(() => runQueue(services));
    tryOrSay('The recording could not be stored', work);
  };

  return (
    <div className={page['page']}>
      <div>
        <h1>Transcribe</h1>
        <p className={page['lead']}>
          Speech becomes text on this device; no sound leaves it.
          {model && !model.scope && ` ${model.title}: ${model.summary}`}
        </p>
      </div>
      <AddRecordings onFiles={add}>
        <NumbersOnly
          model={options.model}
          onModel={(id) => setOptions({ ...options, model: id, language: null })}
        />
        <FirstDownload model={options.model} />
        <HearingFields options={options} onChange={setOptions} />
      </AddRecordings>
      {list && list.length > 0 && (
        <section aria-labelledby="recordings" className={styles['queue']}>
          <h2 id="recordings">Recordings</h2>
          <ul className={styles['rows']}>
            {list.map((recording, i) => (
              <Guard
                key={recording.id}
                title="This recording could not be listed."
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
        <p className={controls['secondary']}>
          Nothing here yet. Drop recordings above, or try the sample: seven digits, six seconds.
        </p>
      )}
    </div>
  );
}
