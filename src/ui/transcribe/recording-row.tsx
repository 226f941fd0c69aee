import { ArrowDown, ArrowUp, Pause, Play, RotateCcw, Trash2, X } from 'lucide-react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { describeState, isLater, progressOf } from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './transcribe.module.css';

interface RecordingRowProps {
  recording: Recording;
  before: Recording | null;
  after: Recording | null;
}

/** A recording in the queue: its state and its actions. */
export function RecordingRow({ recording, before, after }: RecordingRowProps) {
  const session = useSession(TranscriptionSession);
  const live = useStore(session.state, (state) =>
    state.live?.id === recording.id ? state.live : null,
  );
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
              onClick={() => before && act(session.transcripts.swap(recording, before))}
            />
            <IconButton
              icon={ArrowDown}
              iconSize={16}
              label={transcribeText.moveDown(name)}
              disabled={!after || !isLater(after)}
              onClick={() => after && act(session.transcripts.swap(recording, after))}
            />
          </>
        )}
        {(state === 'waiting' || state === 'running') && (
          <>
            <IconButton
              icon={Pause}
              iconSize={16}
              label={transcribeText.pauseRecording(name)}
              onClick={() => act(session.pause(id))}
            />
            <IconButton
              icon={X}
              iconSize={16}
              label={transcribeText.cancelRecording(name)}
              onClick={() => act(session.cancel(id))}
            />
          </>
        )}
        {(state === 'paused' || state === 'cancelled') && (
          <IconButton
            icon={Play}
            iconSize={16}
            label={transcribeText.resumeRecording(name)}
            onClick={() => act(session.resume(id))}
          />
        )}
        {state === 'failed' && (
          <IconButton
            icon={RotateCcw}
            iconSize={16}
            label={transcribeText.retryRecording(name)}
            onClick={() => act(session.resume(id))}
          />
        )}
        <IconButton
          icon={Trash2}
          iconSize={16}
          label={transcribeText.deleteRecording(name)}
          onClick={() => act(session.remove(recording))}
        />
      </div>
    </li>
  );
}
