import { type DragEvent, useState } from 'react';
import controls from '#ui/components/controls.module.css';
import page from '#ui/components/page.module.css';
import { useServices } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import styles from './transcribe.module.css';

interface Transcript {
  name: string;
  duration: number;
  segments: { id: number; start: number; end: number; text: string }[];
}

/** A dropped audio file becomes text with times. */
export function TranscribePage() {
  const services = useServices();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState('');
  const [error, setError] = useState('');
  const [transcript, setTranscript] = useState<Transcript | null>(null);

  async function transcribe(file: File | undefined) {
    if (!file) return;
    setBusy(file.name);
    setError('');
    setTranscript(null);
    const form = new FormData();
    form.append('model', readPreferences().speechModel);
    form.append('response_format', 'verbose_json');
    form.append('file', file);
    try {
      const { signal } = new AbortController();
      const response = await services.post('/v1/audio/transcriptions', form, signal);
      const data = (await response.json()) as Omit<Transcript, 'name'>;
      setTranscript({ ...data, name: file.name });
    } catch (reason) {
      setError(`${file.name}: ${(reason as Error).message}`);
    } finally {
      setBusy('');
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    transcribe(event.dataTransfer.files[0]).catch(() => {});
  }

  return (
    <div className={page['page']}>
      <div>
        <h1>Transcribe</h1>
        <p className={page['lead']}>
          The built-in speech model knows spoken English digits and numbers, no other words. Audio,
          or video with sound.
        </p>
      </div>
      <label
        className={`${styles['drop']} ${over ? styles['over'] : ''}`}
        onDragOver={(e) => {
          e.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span>{busy === '' ? 'Drop a file here, or choose one' : `Listening to ${busy}…`}</span>
        <input
          className={controls['unseen']}
          type="file"
          accept="audio/*,video/*"
          aria-label="Audio file"
          onChange={(e) => {
            transcribe(e.target.files?.[0]).catch(() => {});
            e.target.value = '';
          }}
        />
      </label>
      {error !== '' && (
        <p className={controls['error']} role="alert">
          {error}
        </p>
      )}
      {transcript && <TranscriptTable transcript={transcript} />}
    </div>
  );
}

function TranscriptTable({ transcript }: { transcript: Transcript }) {
  const { name, duration, segments } = transcript;
  const text = segments
    .map((s) => s.text)
    .join('')
    .trim();
  return (
    <>
      <p className={styles['text']} data-testid="transcript">
        {text === '' ? 'No digits were heard.' : text}
      </p>
      <p className={controls['secondary']}>
        {name} · {duration.toFixed(1)} s · {segments.length} segments
      </p>
      {segments.length > 0 && (
        <details>
          <summary>Times</summary>
          <table className={controls['table']}>
            <thead>
              <tr>
                <th className={controls['number']}>From</th>
                <th className={controls['number']}>To</th>
                <th>Text</th>
              </tr>
            </thead>
            <tbody>
              {segments.map((s) => (
                <tr key={s.id}>
                  <td className={controls['number']}>{s.start.toFixed(2)} s</td>
                  <td className={controls['number']}>{s.end.toFixed(2)} s</td>
                  <td>{s.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}
