import { Pause, Play, RotateCcw } from 'lucide-react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import { formatDay } from '#ui/kit/format.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { kitText } from '#ui/messages/kit.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import {
  describeState,
  describeUnused,
  progressOf,
  shortState,
} from '#ui/transcribe/session/progress.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { FreeStorage } from './free-storage.tsx';
import styles from './recording-list.module.css';
import { RecordingMenu } from './recording-menu.tsx';
import { SmallWave } from './small-wave.tsx';

interface RecordingRowProps {
  recording: Recording;
  before: Recording | null;
  after: Recording | null;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
}

/** A recording in the list: its text, its progress, and its actions. */
export function RecordingRow(props: RecordingRowProps) {
  const { recording, before, after, isSelected, onSelect } = props;
  const session = useSession(TranscriptionSession);
  const live = useStore(session.state, (state) =>
    state.live?.id === recording.id ? state.live : null,
  );
  const { id, name, state, seconds, addedAt } = recording;
  const words = useWatched(() => session.firstWords(id), `words:${id}`);
  const progress = progressOf(recording, live);
  const isDone = state === 'done';
  const unused = describeUnused(recording);
  const sentence = describeState(recording, live, Date.now());
  // A finished recording shows its text instead of a status.
  const line = isDone && words ? words : sentence;
  return (
    <li className={`${styles['row']} ${isSelected ? styles['chosen'] : ''}`} data-state={state}>
      <CheckBox
        label={<span className={controls['unseen']}>{transcribeText.selectRecording(name)}</span>}
        className={styles['check']}
        checked={isSelected}
        onChange={(event) => onSelect(id, event.target.checked)}
      />
      <div className={styles['what']}>
        <Link href={itemPath('/transcribe', id)} className={styles['name']} dir="auto">
          {name}
        </Link>
        <span
          className={`${styles['line']} ${state === 'failed' ? styles['bad'] : ''}`}
          dir={line === words ? 'auto' : undefined}
          title={state === 'failed' ? sentence : undefined}
        >
          {line}
        </span>
        {unused && (
          <span className={styles['line']} title={unused}>
            {unused}
          </span>
        )}
        {state === 'failed' && <FreeStorage text={recording.error} className={styles['help']} />}
      </div>
      <SmallWave id={id} done={isDone ? 1 : (progress ?? 0)} />
      <span className={styles['length']}>{seconds > 0 ? shortClock(seconds) : ''}</span>
      <span className={styles['date']}>{formatAdded(addedAt)}</span>
      <div className={styles['state']}>
        {progress === null || state !== 'running' ? (
          <span>{shortState(recording)}</span>
        ) : (
          <Progress label={transcribeText.progressOf(name)} value={progress} />
        )}
        <MainAction recording={recording} />
      </div>
      <RecordingMenu
        recording={recording}
        before={before}
        after={after}
        onSelect={() => onSelect(id, !isSelected)}
      />
    </li>
  );
}

/** What people most likely want of a recording in this state. */
function MainAction({ recording: { id, name, state, error } }: { recording: Recording }) {
  const session = useSession(TranscriptionSession);
  const act = (work: Promise<unknown>) => reportFailure(transcribeText.actionFailed(name), work);
  const isStuck = state === 'failed' || (state === 'waiting' && error !== null);
  if (!isStuck && (state === 'waiting' || state === 'running')) {
    const label = transcribeText.pauseRecording(name);
    return (
      <IconButton icon={Pause} iconSize={16} label={label} onClick={() => act(session.pause(id))} />
    );
  }
  if (state === 'paused' || state === 'cancelled') {
    const label = transcribeText.resumeRecording(name);
    return (
      <IconButton icon={Play} iconSize={16} label={label} onClick={() => act(session.resume(id))} />
    );
  }
  if (!isStuck) return null;
  const label = transcribeText.retryRecording(name);
  return (
    <IconButton
      icon={RotateCcw}
      iconSize={16}
      label={label}
      onClick={() => act(session.resume(id))}
    />
  );
}

/** The time of today, else the day. */
function formatAdded(at: number): string {
  const day = formatDay(at, Date.now());
  if (day !== kitText.today) return day;
  return new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });
}
