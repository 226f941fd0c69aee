import { useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import {
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
  writeTranscript,
} from '#transcript-formats/write-transcript.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { saveFile } from '#ui/state/save-file.ts';
import { toTranscript } from '#ui/transcribe/session/to-transcript.ts';
import styles from './transcript.module.css';

const NAMES: Record<TranscriptFormat, string> = {
  txt: 'Text',
  srt: 'SubRip subtitles (SRT)',
  vtt: 'Web subtitles (VTT)',
  json: 'JSON, as verbose_json of /v1',
  csv: 'Table (CSV)',
  md: 'Markdown',
};
const SUBTITLES: readonly TranscriptFormat[] = ['srt', 'vtt'];
const USUAL_LINE = 42;
/** Characters of the file shown before it is saved. */
const SHOWN = 1_200;

interface ExportDialogProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  onClose: () => void;
}

/** Chooses how a transcript becomes a file, with a look at it. */
export function ExportDialog({ recording, segments, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<TranscriptFormat>('txt');
  const [times, setTimes] = useState(false);
  const [speakers, setSpeakers] = useState(true);
  const [lineLength, setLineLength] = useState<number | null>(USUAL_LINE);
  const isSubtitle = SUBTITLES.includes(format);
  const options = { times, speakers, lineLength };
  const text = writeTranscript(toTranscript(recording, segments), format, options);
  const save = () => {
    const stem = recording.name.replace(/\.[^.]+$/, '');
    saveFile(`${stem}.${format}`, new Blob([text], { type: 'text/plain;charset=utf-8' }));
    onClose();
  };
  return (
    <Dialog title="Export the transcript" onClose={onClose}>
      <div className={styles['export']}>
        <Choice
          label="Format"
          isFirst
          options={TRANSCRIPT_FORMATS.map((id) => ({ id, name: NAMES[id] }))}
          value={format}
          onChange={setFormat}
        />
        <div className={controls['fieldset']}>
          {!isSubtitle && format !== 'json' && (
            <label className={controls['check']}>
              <input type="checkbox" checked={times} onChange={(e) => setTimes(e.target.checked)} />
              Times
            </label>
          )}
          <label className={controls['check']}>
            <input
              type="checkbox"
              checked={speakers}
              onChange={(event) => setSpeakers(event.target.checked)}
            />
            Speakers
          </label>
          {isSubtitle && (
            <label className={controls['check']}>
              <input
                type="checkbox"
                checked={lineLength !== null}
                onChange={(event) => setLineLength(event.target.checked ? USUAL_LINE : null)}
              />
              Short lines
            </label>
          )}
          {isSubtitle && lineLength !== null && (
            <label className={controls['label']}>
              Characters a line
              <input
                className={controls['field']}
                type="number"
                min={10}
                max={120}
                value={lineLength}
                onChange={(event) =>
                  setLineLength(
                    Math.min(120, Math.max(10, Number(event.target.value) || USUAL_LINE)),
                  )
                }
              />
            </label>
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key */}
        <section className={styles['look']} tabIndex={0} aria-label="The file">
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && '\n…'}
        </section>
        <div className={controls['row']}>
          <Button kind="primary" onClick={save}>
            Save
          </Button>
          <Button onClick={() => navigator.clipboard.writeText(text).then(onClose, reportError)}>
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
