import type { AudioProgress, TranscriptionWindow } from '#contract/answers/transcript-answer.ts';
import type { Recording } from '#storage/transcript-records.ts';
import { readEvents } from '#ui/state/read-events.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** An event of a streamed transcription with `return_windows`. */
interface TranscriptEvent {
  type?: 'transcript.text.delta' | 'transcript.text.done';
  audio?: AudioProgress;
  window?: TranscriptionWindow;
}

/** Transcribes a stored recording from where it was interrupted, over `/v1` like every client. @throws AnswerError */
export async function* streamRecording(
  v1: SessionPorts['v1'],
  { id, model, translate, windowsDone, doneSeconds, ...row }: Recording,
  signal: AbortSignal,
): AsyncGenerator<TranscriptEvent> {
  const form = new FormData();
  const fields = {
    model,
    recording: id,
    // Resumes with the language that was detected before the interruption.
    language: row.language ?? row.detectedLanguage,
    start_window: windowsDone,
    start_seconds: doneSeconds,
    stream: true,
    return_windows: true,
  };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) form.set(name, String(value));
  }
  for (const term of row.vocabulary ?? []) form.append('vocabulary[]', term);
  const path = translate ? '/v1/audio/translations' : '/v1/audio/transcriptions';
  yield* readEvents<TranscriptEvent>(await v1(path, form, signal));
}
