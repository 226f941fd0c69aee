import { ArrowDown, ArrowUp, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { describeState, isLater, progressOf } from '#ui/transcribe/session/progress.ts';
import {
  cancelRecording,
  moveRecording,
  pauseRecording,
  removeRecording,
  resumeRecording,
} from '#ui/transcribe/session/queue-actions.ts';
import { useTranscribeStore } from '#ui/transcribe/session/room.ts';
import styles from './transcribe.module.css';

interface RecordingRowProps {
  recording: Recording;
  before: Recording | null;
  after: Recording | null;
}

/** One recording of the queue: where it stands, and what can be done about it. */
export function RecordingRow({ recording, before, after }: RecordingRowProps) {
  const services = useServices();
  const live = useTranscribeStore((state) => (state.live?.id === recording.id ? state.live : null));
  const { id, name, state, seconds, sizeBytes } = recording;
  const progress = progressOf(recording, live);
  const act = (work: Promise<unknown>) => tryOrSay(name, work);
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
        {progress !== null && (
          <progress
            className={controls['bar']}
            max={1}
            value={progress}
            aria-label={`Progress of ${name}`}
          />
        )}
      </div>
      <div className={styles['acts']}>
        {isLater(recording) && (
          <>
            <IconButton
              icon={ArrowUp}
              iconSize={16}
              label={`Move ${name} up`}
              disabled={!before || !isLater(before)}
              onClick={() => before && act(moveRecording(services, recording, before))}
            />
            <IconButton
              icon={ArrowDown}
              iconSize={16}
              label={`Move ${name} down`}
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
              label={`Pause ${name}`}
              onClick={() => act(pauseRecording(services, id))}
            />
            <IconButton
              icon={X}
              iconSize={16}
              label={`Cancel ${name}`}
              onClick={() => act(cancelRecording(services, id))}
            />
          </>
        )}
        {(state === 'paused' || state === 'cancelled') && (
          <IconButton
            icon={Play}
            iconSize={16}
            label={`Go on with ${name}`}
            onClick={() => act(resumeRecording(services, id))}
          />
        )}
        {state === 'failed' && (
          <IconButton
            icon={RotateCcw}
            iconSize={16}
            label={`Try ${name} again`}
            onClick={() => act(resumeRecording(services, id))}
          />
        )}
        <IconButton
          icon={Trash2}
          iconSize={16}
          label={`Delete ${name}`}
          onClick={() => act(removeRecording(services, recording))}
        />
      </div>
    </li>
  );
}
