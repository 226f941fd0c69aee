import { AudioLines, Mic, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { EmptyState } from '#ui/kit/arch.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { ADD_RECORDINGS } from './followed-folders.tsx';
import { MoreWays } from './more-ways.tsx';
import { RecordOptions } from './record-options.tsx';
import { useRecorderBar } from './recording-bar.tsx';
import { SampleCard } from './sample-card.tsx';
import styles from './transcribe.module.css';

interface AddRecordingsProps {
  onFiles: (files: readonly File[]) => void;
  onFolder: (folder: Promise<FileSystemDirectoryHandle>) => void;
  onSample: () => void;
  /** Options of a recording that is made here. */
  chosen: TranscriptionOptions;
  /** Whether there are recordings: it is a toolbar then. */
  isToolbar: boolean;
  /** The options of the transcription; null where the model has none. */
  options: ReactNode;
  /** Whether an option differs from its usual value. */
  isChosen: boolean;
  /** The note about the model. */
  notes: ReactNode;
  children?: ReactNode;
}

/** Adds recordings: chosen, recorded, from a URL, or the sample. The page around it accepts dropped files. */
export function AddRecordings(props: AddRecordingsProps) {
  const { onFiles, onFolder, onSample, chosen, isToolbar, options, isChosen, notes, children } =
    props;
  const [isOpen, setOpen] = useState(false);
  const recorder = useRecorderBar();
  // A recording in progress has the page to itself.
  if (recorder.isOn && !isToolbar) return null;
  const ways = (
    <>
      <FilePicker
        label={transcribeText.audioFiles}
        accept="audio/*,video/*,.srt,.vtt,.json,.ndjson,.csv,.txt,.md,.docx"
        onFiles={onFiles}
      >
        {(open) => (
          <Button kind="primary" icon={AudioLines} onClick={open}>
            {transcribeText.chooseFiles}
          </Button>
        )}
      </FilePicker>
      <Button icon={Mic} disabled={recorder.isOn} onClick={() => recorder.start(chosen)}>
        {transcribeText.record}
      </Button>
      <RecordOptions />
      <MoreWays onFiles={onFiles} onFolder={onFolder} onSample={isToolbar ? onSample : null} />
    </>
  );
  return (
    <section
      // One stands in for the other: it does not move there.
      key={isToolbar ? 'tools' : 'welcome'}
      className={isToolbar ? styles['tools'] : styles['welcome']}
      id={ADD_RECORDINGS}
      tabIndex={-1}
      aria-label={transcribeText.addRecordings}
    >
      {isToolbar ? (
        <div className={styles['ways']}>{ways}</div>
      ) : (
        <EmptyState
          picture={<ArchWave className={styles['voice']} />}
          title={transcribeText.emptyTitle}
          text={transcribeText.emptyLead}
        >
          <div className={styles['ways']}>{ways}</div>
        </EmptyState>
      )}
      {isToolbar && options ? (
        <div className={styles['options']} data-open={isOpen || undefined}>
          {options}
        </div>
      ) : (
        options
      )}
      {children}
      {isToolbar && options && (
        <IconButton
          icon={SlidersHorizontal}
          label={transcribeText.options}
          kind={isChosen ? 'secondary' : 'quiet'}
          className={styles['fold']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <Problem text={recorder.problem} />
      {notes}
      {!isToolbar && (
        <>
          <SampleCard onOpen={onSample} />
          <dl className={styles['formats']}>
            <dt>{transcribeText.opens}</dt>
            <dd>{transcribeText.opensFormats}</dd>
            <dt>{transcribeText.saves}</dt>
            <dd>{transcribeText.savesFormats}</dd>
          </dl>
        </>
      )}
    </section>
  );
}

/** Where the bars are and how high they are, in pixels. */
const STEP = 14;
const BARS = [18, 34, 58, 30, 72, 96, 64, 40, 84, 52, 70, 36, 22].map((height, i) => ({
  x: i * STEP + 4,
  height,
}));

/** A voice as a picture: decoration. */
function ArchWave({ className }: { className: string | undefined }) {
  const width = BARS.length * STEP;
  return (
    <svg className={className} viewBox={`0 0 ${width} 100`} width={width} height="100" aria-hidden>
      {BARS.map(({ x, height }) => (
        <rect key={x} x={x} y={(100 - height) / 2} width="6" height={height} rx="3" />
      ))}
    </svg>
  );
}
