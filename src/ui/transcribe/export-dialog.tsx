import { useEffect, useState } from 'react';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { type CueFaults, checkCues } from '#transcript-formats/subtitles.ts';
import {
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
  type WriteOptions,
} from '#transcript-formats/write-transcript.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { MAX_PATTERN, readPreferences, writePreferences } from '#ui/state/preferences.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import {
  type ExportFormat,
  exportWhole,
  subtitlesOf,
} from '#ui/transcribe/session/export-transcripts.ts';
import { nameFile, PLACEHOLDER_LIST } from '#ui/transcribe/session/file-names.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcript.module.css';

const NAMES = {
  txt: 'formatText',
  docx: 'formatWord',
  srt: 'formatSrt',
  vtt: 'formatVtt',
  json: 'formatJson',
  csv: 'formatCsv',
  md: 'formatMarkdown',
  ndjson: 'formatWhole',
} as const satisfies Record<ExportFormat, keyof typeof transcribeText>;
const FORMATS: readonly ExportFormat[] = ['txt', 'docx', ...TRANSCRIPT_FORMATS.slice(1), 'ndjson'];
/** Formats without a text to show. */
const UNSEEN: Partial<Record<ExportFormat, keyof typeof transcribeText>> = {
  docx: 'noPreview',
  ndjson: 'wholePreview',
};
const SUBTITLES: readonly ExportFormat[] = ['srt', 'vtt'] satisfies TranscriptFormat[];
const DEFAULT_LINE = 42;
/** Characters of the file shown before it is saved. */
const SHOWN = 1_200;

interface ExportDialogProps {
  recordings: readonly Recording[];
  onClose: () => void;
}

/** Chooses the format of the exported file and previews it; several recordings become one archive. */
export function ExportDialog({ recordings, onClose }: ExportDialogProps) {
  const session = useSession(TranscriptionSession);
  const [format, setFormat] = useState<ExportFormat>('txt');
  const [times, setTimes] = useState(false);
  const [speakers, setSpeakers] = useState(true);
  const [lineLength, setLineLength] = useState<number | null>(DEFAULT_LINE);
  const isSubtitle = SUBTITLES.includes(format);
  const [pattern, setPattern] = useState(() => readPreferences().filePattern);
  const options = { times, speakers, lineLength, pattern };
  const [first] = recordings;
  const isOne = recordings.length === 1;
  const unseen = UNSEEN[format];
  const isWhole = format === 'ndjson';
  const text = usePreview(
    () =>
      session.export(
        first && !unseen ? [first] : [],
        unseen || format === 'ndjson' ? 'txt' : format,
        options,
      ),
    [first?.id, format, times, speakers, lineLength].join(' '),
  );
  const save = async () => {
    writePreferences({ filePattern: pattern });
    if (format === 'ndjson') {
      onClose();
      // The edits of the last seconds are stored by then.
      await session.whole(recordings);
      return exportWhole(recordings, pattern);
    }
    const file = await session.export(recordings, format, options);
    saveFile(file.name, file);
    onClose();
  };
  const { exportTitle, exportMany } = transcribeText;
  return (
    <Dialog title={isOne ? exportTitle : exportMany(recordings.length)} onClose={onClose}>
      <div className={styles['export']}>
        <Select
          label={transcribeText.format}
          isFirst
          options={FORMATS.map((id) => ({ id, name: transcribeText[NAMES[id]] }))}
          value={format}
          onChange={setFormat}
        />
        <div className={controls['fieldset']}>
          {!isSubtitle && format !== 'json' && !isWhole && (
            <CheckBox
              label={transcribeText.times}
              checked={times}
              onChange={(event) => setTimes(event.target.checked)}
            />
          )}
          {!isWhole && (
            <CheckBox
              label={transcribeText.speakers}
              checked={speakers}
              onChange={(event) => setSpeakers(event.target.checked)}
            />
          )}
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
              onChange={({ target }) => setLineLength(toLineLength(target.value))}
            />
          )}
        </div>
        <Field
          label={transcribeText.fileNames}
          dir="auto"
          value={pattern}
          maxLength={MAX_PATTERN}
          hint={transcribeText.fileNamesHint(
            PLACEHOLDER_LIST,
            first ? `${nameFile(pattern, first, 0, recordings.length)}.${format}` : '',
          )}
          onChange={(event) => setPattern(event.target.value)}
        />
        {isSubtitle && lineLength !== null && first && (
          <SubtitleCheck {...{ recordings, options }} />
        )}
        <section
          className={styles['look']}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key
          tabIndex={0}
          aria-label={transcribeText.preview}
          dir="auto"
        >
          {unseen ? String(transcribeText[unseen]) : text.slice(0, SHOWN)}
          {!unseen && text.length > SHOWN && '\n…'}
        </section>
        <div className={controls['row']}>
          <Button kind="primary" onClick={() => reportFailure(transcribeText.notExported, save())}>
            {transcribeText.save}
          </Button>
          {isOne && !unseen && (
            <Button onClick={() => navigator.clipboard.writeText(text).then(onClose, reportError)}>
              {transcribeText.copy}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface SubtitleCheckProps {
  recordings: readonly Recording[];
  options: WriteOptions;
}

/** Places named of each rule. */
const MAX_PLACES = 5;

/** Which subtitles break a rule, by their times: a person shortens their text. */
function SubtitleCheck({ recordings, options }: SubtitleCheckProps) {
  const session = useSession(TranscriptionSession);
  const [found, setFound] = useState<CueFaults & { all: number }>();
  const key = [...recordings.map(({ id }) => id), options.speakers, options.lineLength].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when they are others
  useEffect(() => {
    let isGone = false;
    session.whole(recordings).then((whole) => {
      const cues = subtitlesOf(whole, options);
      if (!isGone) setFound({ ...checkCues(cues), all: cues.length });
    }, reportError);
    return () => {
      isGone = true;
    };
  }, [key]);
  if (!found) return null;
  const { fast, short, long, all } = found;
  const isGood = fast.length + short.length + long.length === 0;
  const list = (some: readonly { start: number }[]) =>
    `${some
      .slice(0, MAX_PLACES)
      .map(({ start }) => shortClock(start))
      .join(', ')}${some.length > MAX_PLACES ? ' …' : ''}`;
  return (
    <p className={controls['secondary']} role="status">
      {isGood && transcribeText.subtitlesGood(all)}
      {fast.length > 0 && transcribeText.subtitlesFast(fast.length, all, list(fast))}{' '}
      {short.length > 0 && transcribeText.subtitlesShort(short.length, list(short))}{' '}
      {long.length > 0 && transcribeText.subtitlesLong(long.length, list(long))}
    </p>
  );
}

const toLineLength = (text: string) => Math.min(120, Math.max(10, Number(text) || DEFAULT_LINE));

/** The text of a file, once it is generated. `key`: identifies the file. */
function usePreview(make: () => Promise<File>, key: string): string {
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the file is another one
  useEffect(() => {
    let isGone = false;
    make()
      .then((file) => file.text())
      .then((made) => !isGone && setText(made), reportError);
    return () => {
      isGone = true;
    };
  }, [key]);
  return text;
}
