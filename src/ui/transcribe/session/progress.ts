import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { formatSeconds } from '#ui/kit/format.ts';
import { findModel } from '#ui/state/models.ts';
import type { LiveRecording } from './room.ts';

/** Seconds after which a guess of the time left is worth saying. */
const SURE_SECONDS = 2;

/** Whether a recording waits for its turn and can change places. */
export function isLater({ state }: Recording): boolean {
  return state === 'waiting' || state === 'paused';
}

/** Part of a recording that is heard, 0…1; null when there is nothing to show. */
export function progressOf(recording: Recording, live: LiveRecording | null): number | null {
  if (recording.state !== 'running' && recording.state !== 'paused') return null;
  const length = Math.max(recording.seconds, live?.seconds ?? 0);
  return length > 0 ? Math.min(1, recording.doneSeconds / length) : 0;
}

/** Where a recording stands, in words. `now`: Unix milliseconds. */
export function describeState(
  recording: Recording,
  live: LiveRecording | null,
  now: number,
): string {
  const { state, doneSeconds, seconds, error } = recording;
  const heard = `${shortClock(doneSeconds)}${seconds > 0 ? ` of ${shortClock(seconds)}` : ''}`;
  switch (state) {
    case 'recording':
      return 'Recording…';
    case 'waiting':
      return doneSeconds > 0 ? `Waiting, ${heard} heard` : 'Waiting';
    case 'running':
      return `Hearing, ${heard}${timeLeft(recording, live, now)}`;
    case 'paused':
      return `Paused at ${heard}`;
    case 'cancelled':
      return `Cancelled at ${heard}; the text so far is kept`;
    case 'done':
      return describeDone(recording);
    case 'failed':
      return error ?? 'It failed.';
  }
}

function describeDone({ windowsDone, leftOut, translate, model }: Recording): string {
  if (windowsDone === 0) return 'Done: no speech was found';
  const isDigits = findModel(model)?.scope === 'digits';
  const language = translate ? 'Done, in English' : 'Done';
  const done = isDigits ? 'Done, numbers only' : language;
  if (leftOut.length === 0) return done;
  return `${done}; ${leftOut.length} ${leftOut.length === 1 ? 'place' : 'places'} left out`;
}

function timeLeft(
  { doneSeconds, seconds }: Recording,
  live: LiveRecording | null,
  now: number,
): string {
  if (!live || seconds === 0) return '';
  const took = (now - live.startedAt) / 1000;
  const heard = doneSeconds - live.startedSeconds;
  if (took < SURE_SECONDS || heard <= 0) return '';
  return ` · about ${formatSeconds(Math.max(1, ((seconds - doneSeconds) * took) / heard))} left`;
}
