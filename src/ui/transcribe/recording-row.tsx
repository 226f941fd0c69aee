import { ArrowDown, ArrowUp, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
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
              label={`Move ${name} up`}
              isOff={!before || !isLater(before)}
              onPress={() => before && act(moveRecording(services, recording, before))}
            >
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              isOff={!after || !isLater(after)}
              onPress={() => after && act(moveRecording(services, recording, after))}
            >
              <ArrowDown size={16} aria-hidden />
            </IconButton>
          </>
        )}
        {(state === 'waiting' || state === 'running') && (
          <>
            <IconButton label={`Pause ${name}`} onPress={() => act(pauseRecording(services, id))}>
              <Pause size={16} aria-hidden />
            </IconButton>
            <IconButton label={`Cancel ${name}`} onPress={() => act(cancelRecording(services, id))}>
              <X size={16} aria-hidden />
            </IconButton>
          </>
        )}
        {(state === 'paused' || state === 'cancelled') && (
          <IconButton
            label={`Go on with ${name}`}
            onPress={() => act(resumeRecording(services, id))}
          >
            <Play size={16} aria-hidden />
          </IconButton>
        )}
        {state === 'failed' && (
          <IconButton
            label={`Try ${name} again`}
            onPress={() => act(resumeRecording(services, id))}
          >
            <RotateCcw size={16} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={`Delete ${name}`}
          onPress={() => act(removeRecording(services, recording))}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

interface IconButtonProps {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

function IconButton({ label, isOff = false, onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${controls['button']} ${controls['quiet']} ${controls['icon']}`}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
