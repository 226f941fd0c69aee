import type { Recording } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { formatSeconds } from '#ui/kit/format.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { findModel } from '#ui/state/models.ts';
import type { LiveRecording } from './transcribe-once.ts';

/** Seconds after which an estimate of the time left is worth showing. */
const MIN_SECONDS = 2;

/** Whether a recording is queued and can be reordered. */
export function isLater({ state }: Recording): boolean {
  return state === 'waiting' || state === 'paused';
}

/** The share of a recording that is transcribed, 0…1; null when there is nothing to show. */
export function progressOf(recording: Recording, live: LiveRecording | null): number | null {
  if (recording.state !== 'running' && recording.state !== 'paused') return null;
  const length = Math.max(recording.seconds, live?.seconds ?? 0);
  return length > 0 ? Math.min(1, recording.doneSeconds / length) : 0;
}

/** The state of a recording as a sentence. `now`: Unix milliseconds. */
export function describeState(
  recording: Recording,
  live: LiveRecording | null,
  now: number,
): string {
  const { state, doneSeconds, seconds, error } = recording;
  const at = shortClock(doneSeconds);
  const position = seconds > 0 ? transcribeText.position(at, shortClock(seconds)) : at;
  switch (state) {
    case 'recording':
      return transcribeText.recording;
    case 'waiting':
      // Without a network it cannot start.
      if (error) return error;
      return doneSeconds > 0 ? transcribeText.waitingAt(position) : transcribeText.waiting;
    case 'running':
      // Before the model is loaded nothing is transcribed.
      return live && live.decodedSeconds === 0
        ? transcribeText.waitingFor(findModel(recording.model)?.title ?? recording.model)
        : describeRunning(doneSeconds > 0 ? position : null, secondsLeft(recording, live, now));
    case 'paused':
      return transcribeText.pausedAt(position);
    case 'cancelled':
      return transcribeText.cancelledAt(position);
    case 'done':
      return describeDone(recording);
    case 'failed':
      return error ?? transcribeText.failed;
  }
}

/** What of the file could not be or was not used, as sentences; null where all of it was. */
export function describeUnused({ tracks = 1, leftOut }: Recording): string | null {
  const unread = leftOut
    .filter(({ why }) => why === 'unreadable')
    .map(({ start, end }) => transcribeText.skippedUnreadable(shortClock(start), shortClock(end)));
  const notes = tracks > 1 ? [transcribeText.firstTrack(tracks), ...unread] : unread;
  return notes.length > 0 ? notes.join(' ') : null;
}

/** Whether the sound of a recording is here: an imported transcript has none. */
export const hasSound = ({ sizeBytes }: Recording): boolean => sizeBytes > 0;

/** The state of a recording in a word or two. */
export function shortState({ state, windowsDone }: Recording): string {
  switch (state) {
    case 'recording':
      return transcribeText.recording;
    case 'waiting':
    case 'running':
      return transcribeText.waiting;
    case 'paused':
      return transcribeText.paused;
    case 'cancelled':
      return transcribeText.cancelled;
    case 'done':
      return windowsDone === 0 ? transcribeText.doneNoSpeech : transcribeText.done;
    case 'failed':
      return transcribeText.failedShort;
  }
}

function describeDone(recording: Recording): string {
  const { windowsDone, leftOut, translate } = recording;
  if (!hasSound(recording)) return transcribeText.withoutSound;
  if (windowsDone === 0) return transcribeText.doneNoSpeech;
  const done = translate ? transcribeText.doneInEnglish : transcribeText.done;
  return leftOut.length === 0 ? done : transcribeText.doneSkipped(done, leftOut.length);
}

function describeRunning(position: string | null, left: number | null): string {
  if (position === null) return transcribeText.transcribingFirst;
  if (left === null) return transcribeText.transcribing(position);
  return transcribeText.transcribingLeft(position, formatSeconds(left));
}

/** Seconds of work left, by the pace so far; null while that is not known well enough. */
function secondsLeft(
  { doneSeconds, seconds }: Recording,
  live: LiveRecording | null,
  now: number,
): number | null {
  if (!live || seconds === 0) return null;
  const took = (now - live.startedAt) / 1000;
  const transcribed = doneSeconds - live.startedSeconds;
  if (took < MIN_SECONDS || transcribed <= 0) return null;
  return Math.max(1, ((seconds - doneSeconds) * took) / transcribed);
}
