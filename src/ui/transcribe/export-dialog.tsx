import { useState } from 'react';
import type { Recording, StoredSegment } from '#storage/transcript-records.ts';
import {
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
  writeTranscript,
} from '#transcript-formats/write-transcript.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { toTranscript } from '#ui/transcribe/session/to-transcript.ts';
import styles from './transcript.module.css';

const NAMES = {
  txt: 'formatText',
  srt: 'formatSrt',
  vtt: 'formatVtt',
  json: 'formatJson',
  csv: 'formatCsv',
  md: 'formatMarkdown',
} as const satisfies Record<TranscriptFormat, keyof typeof transcribeText>;
const SUBTITLES: readonly TranscriptFormat[] = ['srt', 'vtt'];
const DEFAULT_LINE = 42;
/** Characters of the file shown before it is saved. */
const SHOWN = 1_200;

interface ExportDialogProps {
  recording: Recording;
  segments: readonly StoredSegment[];
  onClose: () => void;
}

/** Chooses the format of the exported file and previews it. */
export function ExportDialog({ recording, segments, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<TranscriptFormat>('txt');
  const [times, setTimes] = useState(false);
  const [speakers, setSpeakers] = useState(true);
  const [lineLength, setLineLength] = useState<number | null>(DEFAULT_LINE);
  const isSubtitle = SUBTITLES.includes(format);
  const options = { times, speakers, lineLength };
  const text = writeTranscript(toTranscript(recording, segments), format, options);
  const save = () => {
    const stem = recording.name.replace(/\.[^.]+$/, '');
    saveFile(`${stem}.${format}`, new Blob([text], { type: 'text/plain;charset=utf-8' }));
    onClose();
  };
  return (
    <Dialog title={transcribeText.exportTitle} onClose={onClose}>
      <div className={styles['export']}>
        <Select
          label={transcribeText.format}
          isFirst
          options={TRANSCRIPT_FORMATS.map((id) => ({ id, name: transcribeText[NAMES[id]] }))}
          value={format}
          onChange={setFormat}
        />
        <div className={controls['fieldset']}>
          {!isSubtitle && format !== 'json' && (
            <CheckBox
              label={transcribeText.times}
              checked={times}
              onChange={(event) => setTimes(event.target.checked)}
            />
          )}
          <CheckBox
            label={transcribeText.speakers}
            checked={speakers}
            onChange={(event) => setSpeakers(event.target.checked)}
          />
          {isSubtitle && (
            <CheckBox
              label={transcribeText.shortLines}
              checked={lineLength !== null}
              onChange={(event) => setLineLength(event.target.checked ? DEFAULT_LINE : null)}
            />
          )}
          {isSubtitle && lineLength !== null && (
            <Field
              label={transcribeText.lineLength}
              type="number"
              min={10}
              max={120}
              value={lineLength}
              onChange={(event) =>
                setLineLength(
                  Math.min(120, Math.max(10, Number(event.target.value) || DEFAULT_LINE)),
                )
              }
            />
          )}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key */}
        <section className={styles['look']} tabIndex={0} aria-label={transcribeText.preview}>
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && '\n…'}
        </section>
        <div className={controls['row']}>
          <Button kind="primary" onClick={save}>
            {transcribeText.save}
          </Button>
          <Button onClick={() => navigator.clipboard.writeText(text).then(onClose, reportError)}>
            {transcribeText.copy}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
