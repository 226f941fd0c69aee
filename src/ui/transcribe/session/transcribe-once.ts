import type { StoreApi } from 'zustand/vanilla';
import { fromBase64 } from '#base/bytes.ts';
import type { AudioProblem } from '#contract/answers/error-answer.ts';
import type { AudioProgress, TranscriptionWindow } from '#contract/answers/transcript-answer.ts';
import type { WindowResult } from '#storage/transcript-records.ts';
import type { Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { isStorageFull } from '#ui/state/storage-full.ts';
import { streamRecording } from './stream-recording.ts';

/** The recording that this tab transcribes. Not stored: a crash starts it again. */
export interface LiveRecording {
  id: string;
  /** Length by the file's header; 0 while unknown. */
  seconds: number;
  decodedSeconds: number;
  /** When transcribing began, Unix milliseconds, and at which second of the recording. */
  startedAt: number;
  startedSeconds: number;
}

interface Context extends Pick<SessionPorts, 'v1' | 'clock'> {
  transcripts: Transcripts;
  state: StoreApi<{ live: LiveRecording | null }>;
}

/** One attempt at a recording: every window is stored as soon as it is transcribed. */
export async function transcribeOnce(
  { v1, clock, transcripts, state }: Context,
  id: string,
  controller: AbortController,
): Promise<'done' | 'stopped'> {
  const row = await transcripts.get(id);
  if (row?.state !== 'running') return 'stopped';
  const { seconds, doneSeconds } = row;
  const began = { startedAt: clock(), startedSeconds: doneSeconds };
  state.setState({ live: { id, seconds, decodedSeconds: 0, ...began } });
  const peaks = gatherPeaks();
  let decodedSeconds = 0;
  let isDone = false;
  const noteAudio = async (audio: AudioProgress) => {
    if (audio.duration !== undefined) await transcripts.update(id, { seconds: audio.duration });
    if (audio.tracks !== undefined) await transcripts.update(id, { tracks: audio.tracks });
    if (audio.decoded_seconds === undefined) return;
    decodedSeconds = audio.decoded_seconds;
    if (peaks.add(fromBase64(audio.peaks ?? ''))) await transcripts.savePeaks(id, peaks.all());
    state.setState(({ live }) => ({ live: live && { ...live, decodedSeconds } }));
  };
  for await (const { type, audio, window } of streamRecording(v1, row, controller.signal)) {
    // Another tab may have paused or removed it.
    if ((await transcripts.get(id))?.state !== 'running') controller.abort();
    controller.signal.throwIfAborted();
    if (audio) await noteAudio(audio);
    if (window) await transcripts.saveWindow(id, toResult(window));
    if (type === 'transcript.text.done') isDone = true;
  }
  controller.signal.throwIfAborted();
  if (!isDone) throw new AnswerError(transcribeText.failed);
  await transcripts.finish(id, decodedSeconds, peaks.all());
  return 'done';
}

function toResult({ left_out: leftOut, ...window }: TranscriptionWindow): WindowResult {
  return { ...window, leftOut };
}

/** Errors of a model, not of the request: their messages are for programmers. */
const OF_THE_MODEL: ReadonlySet<string | null> = new Set([
  'engine_unavailable',
  'internal_server_error',
]);

interface Failure {
  text: string;
  /** The fault of the file, with which no other attempt will read it. */
  audio: AudioProblem | null;
  isOfModel: boolean;
}

/** Why an attempt failed, for a person. `model`: its title; `doneSeconds`: how far it got. */
export function describeFailure(error: unknown, model: string, doneSeconds: number): Failure {
  const { code, audio } = error instanceof AnswerError ? error : { code: null, audio: null };
  const isOfModel = OF_THE_MODEL.has(code);
  const reason = describeError(error);
  const text = () => {
    // A full disk says itself what to do.
    if (code === 'audio_too_short' || isStorageFull(error)) return reason;
    if (!isOfModel) return transcribeText.requestFailed(reason);
    return doneSeconds > 0
      ? transcribeText.modelStopped(model, shortClock(doneSeconds))
      : transcribeText.modelNotStarted(model);
  };
  return { text: text(), audio, isOfModel };
}

/** Collects a waveform. It is stored after every growth by 15 %, so that writes stay linear. */
function gatherPeaks() {
  let all = new Uint8Array(1_024);
  let length = 0;
  let stored = 0;
  return {
    /** @returns whether it is time to store the waveform. */
    add(peaks: Uint8Array): boolean {
      if (length + peaks.length > all.length) {
        const wider = new Uint8Array(2 * (length + peaks.length));
        wider.set(all);
        all = wider;
      }
      all.set(peaks, length);
      length += peaks.length;
      if (length < stored * 1.15) return false;
      stored = length;
      return true;
    },
    all: () => all.slice(0, length),
  };
}
