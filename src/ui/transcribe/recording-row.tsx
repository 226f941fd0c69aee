import { ArrowDown, ArrowUp, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useTranscribeStore } from '#ui/transcribe/session/live-store.ts';
import { describeState, isLater, progressOf } from '#ui/transcribe/session/progress.ts';
import {
  cancelRecording,
  moveRecording,
  pauseRecording,
  removeRecording,
  resumeRecording,
} from '#ui/transcribe/session/queue-actions.ts';
import styles from './transcribe.module.css';

interface RecordingRowProps {
  recording: Recording;
  before: Recording | null;
  after: Recording | null;
}

/** A recording in the queue: its state and its actions. */
export function RecordingRow({ recording, before, after }: RecordingRowProps) {
  const services = useServices();
  const live = useTranscribeStore((state) => (state.live?.id === recording.id ? state.live : null));
  const { id, name, state, seconds, sizeBytes } = recording;
  const progress = progressOf(recording, live);
  const act = (work: Promise<unknown>) => tryOrSay(transcribeText.actionFailed(name), work);
  const facts = [seconds > 0 ? shortClock(seconds) : null, formatBytes(sizeBytes)];
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <Link href={`/transcribe/${id}`} className={styles['name']}>
          {name}
        </Link>
        <span className={controls['secondary']}>{facts.filter(Boolean).join(' · ')}</span>
        <span className={state === 'failed' ? controls['error'] : controls['secondary']}>
          {describeState(recording, live, Date.now())}
        </span>
        {progress !== null && <Progress label={transcribeText.progressOf(name)} value={progress} />}
      </div>
      <div className={styles['acts']}>
        {isLater(recording) && (
          <>
            <IconButton
              icon={ArrowUp}
              iconSize={16}
              label={transcribeText.moveUp(name)}
              disabled={!before || !isLater(before)}
              onClick={() => before && act(moveRecording(services, recording, before))}
            />
            <IconButton
              icon={ArrowDown}
              iconSize={16}
              label={transcribeText.moveDown(name)}
              disabled={!after || !isLater(after)}
              onClick={() => after && act(moveRecording(services, recording, after))}
            />
          </>
        )}
        {(state === 'waiting' || state === 'running') && (
          <>
            <IconButton
              icon={Pause}
              iconSize={16}
              label={transcribeText.pauseRecording(name)}
              onClick={() => act(pauseRecording(services, id))}
            />
            <IconButton
              icon={X}
              iconSize={16}
              label={transcribeText.cancelRecording(name)}
              onClick={() => act(cancelRecording(services, id))}
            />
          </>
        )}
        {(state === 'paused' || state === 'cancelled') && (
          <IconButton
            icon={Play}
            iconSize={16}
            label={transcribeText.resumeRecording(name)}
            onClick={() => act(resumeRecording(services, id))}
          />
        )}
        {state === 'failed' && (
          <IconButton
            icon={RotateCcw}
            iconSize={16}
            label={transcribeText.retryRecording(name)}
            onClick={() => act(resumeRecording(services, id))}
          />
        )}
        <IconButton
          icon={Trash2}
          iconSize={16}
          label={transcribeText.deleteRecording(name)}
          onClick={() => act(removeRecording(services, recording))}
        />
      </div>
    </li>
  );
}
