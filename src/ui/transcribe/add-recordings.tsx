import { AudioLines, Mic, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#ui/kit/arch.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { ArchWave } from './arch-wave.tsx';
import { MoreWays } from './more-ways.tsx';
import { SampleCard } from './sample-card.tsx';
import styles from './transcribe.module.css';
import { useRecorderBar } from './use-recorder-bar.ts';

interface AddRecordingsProps {
  onFiles: (files: readonly File[]) => void;
  onSample: () => void;
  /** Whether there are recordings: it is a toolbar then. */
  isToolbar: boolean;
  /** Whether the chosen model recognises numbers only. */
  isNumbers: boolean;
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
  const { onFiles, onSample, isToolbar, isNumbers, options, isChosen, notes, children } = props;
  const [isOpen, setOpen] = useState(false);
  const recorder = useRecorderBar();
  const ways = (
    <>
      <FilePicker label={transcribeText.audioFiles} accept="audio/*,video/*" onFiles={onFiles}>
        {(open) => (
          <Button kind="primary" icon={AudioLines} onClick={open}>
            {transcribeText.chooseFiles}
          </Button>
        )}
      </FilePicker>
      <Button icon={Mic} disabled={recorder.isOn} onClick={recorder.start}>
        {transcribeText.record}
      </Button>
      <MoreWays onFiles={onFiles} onSample={isToolbar ? onSample : null} />
    </>
  );
  return (
    <section
      className={isToolbar ? styles['tools'] : styles['welcome']}
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
          {ways}
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
          <SampleCard isNumbers={isNumbers} onOpen={onSample} />
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
